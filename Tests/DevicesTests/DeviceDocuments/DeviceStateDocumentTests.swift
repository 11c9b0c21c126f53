// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import FoundationEssentials
import SleepModel
import Testing

@Suite
struct DeviceStateDocumentTests {
    static let state = DeviceState(
        isOn: true, favourite: 3,
        light: Light(.color(RGBColor(red: 238, green: 118, blue: 116)), brightness: Level(rawValue: 12)),
        sound: SoundID(rawValue: 4), volume: Level(rawValue: 93), clock: CivilDateTime(iso8601: "2026-05-24T20:28:32"),
        isTimerRunning: false)
    /// The published example of `lull decode --json`.
    static let example = """
        {"product":"hatch-rest","power":"on","favourite":3,"light":{"red":238,"green":118,"blue":116,"brightness":12,\
        "gradient":false},"sound":{"id":4,"name":"dryer"},"volume":93,"clock":"2026-05-24T20:28:32","timerRunning":false}
        """

    private func sortedJSON(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test
    func json_isThePublishedExample() throws {
        let document = DeviceStateDocument(Self.state, product: .hatchRest, soundName: "dryer")
        #expect(
            try sortedJSON(document) == """
                {"clock":"2026-05-24T20:28:32","favourite":3,"light":{"blue":116,"brightness":12,"gradient":false,\
                "green":118,"red":238},"power":"on","product":"hatch-rest","sound":{"id":4,"name":"dryer"},\
                "timerRunning":false,"volume":93}
                """)
        #expect(try JSONDecoder().decode(DeviceStateDocument.self, from: Data(Self.example.utf8)) == document)
    }

    @Test
    func json_hasNulls_whereNothingIsKnown() throws {
        let state = DeviceState(
            isOn: false, light: Light(.gradient, brightness: .zero), sound: SoundID(rawValue: 99), volume: .full)
        let document = DeviceStateDocument(state, product: .hatchRest, soundName: nil)
        let json = """
            {"clock":null,"favourite":null,"light":{"blue":254,"brightness":0,"gradient":true,"green":254,"red":254},\
            "power":"off","product":"hatch-rest","sound":{"id":99,"name":null},"timerRunning":null,"volume":255}
            """
        #expect(try sortedJSON(document) == json)
        #expect(try JSONDecoder().decode(DeviceStateDocument.self, from: Data(json.utf8)) == document)
    }
}
