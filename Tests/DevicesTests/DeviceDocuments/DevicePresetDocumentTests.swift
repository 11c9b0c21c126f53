// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import FoundationEssentials
import SleepModel
import Testing

/// Favourites and programs as programs read them: every key is there, and null where there is nothing.
@Suite
struct DevicePresetDocumentTests {
    static let favourite = DeviceFavourite(
        number: 2, light: Light(.color(RGBColor(red: 253, green: 209, blue: 45)), brightness: Level(rawValue: 127)),
        sound: SoundID(rawValue: 5), volume: Level(rawValue: 84), otherFlags: 0x16)
    static let program = DeviceProgram(
        number: 3, name: "Nap “Time”", start: DevicePresetDocumentTests.noon, durationSeconds: 7230,
        days: [.monday, .sunday], light: Light(.gradient, brightness: .full), sound: SoundID(rawValue: 99),
        volume: .zero, isEnabled: false, hasToddlerLock: true, otherFlags: 0x80_0000_1234)
    private static let noon = ZoneRules.utc.civil(at: Instant(secondsSince1970: 43_200)).time

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test
    func favourite_isWrittenWithItsNumberAndItsName() throws {
        let document = DeviceFavouriteDocument(Self.favourite, product: .hatchRest, soundName: "ocean")
        let text = """
            {"enabled":true,"favourite":2,"light":{"blue":45,"brightness":127,"gradient":false,"green":209,"red":253},\
            "product":"hatch-rest","sound":{"id":5,"name":"ocean"},"volume":84}
            """
        #expect(try json(document) == text)
        #expect(try JSONDecoder().decode(DeviceFavouriteDocument.self, from: Data(text.utf8)) == document)
    }

    @Test
    func favourite_hasNulls_whereNothingIsKnown() throws {
        var document = DeviceFavouriteDocument(Self.favourite, product: .hatchRest, soundName: nil)
        document.favourite = nil
        #expect(try json(document).contains(#""favourite":null"#))
        #expect(try json(document).contains(#""name":null"#))
    }

    @Test
    func program_isWrittenWhole() throws {
        let document = DeviceProgramDocument(Self.program, product: .hatchRest, soundName: nil)
        let text = """
            {"days":["mon","sun"],"durationSeconds":7230,"enabled":false,"favourite":null,\
            "light":{"blue":254,"brightness":255,"gradient":true,"green":254,"red":254},"name":"Nap “Time”",\
            "product":"hatch-rest","program":3,"sound":{"id":99,"name":null},"start":"12:00","toddlerLock":true,"volume":0}
            """
        #expect(try json(document) == text)
        #expect(try JSONDecoder().decode(DeviceProgramDocument.self, from: Data(text.utf8)) == document)
    }

    @Test
    func emptySlot_hasNullsForEverything() throws {
        let document = DeviceProgramDocument(emptySlot: 4, product: .hatchRest)
        let text = """
            {"days":null,"durationSeconds":null,"enabled":null,"favourite":null,"light":null,"name":null,\
            "product":"hatch-rest","program":4,"sound":null,"start":null,"toddlerLock":null,"volume":null}
            """
        #expect(try json(document) == text)
        #expect(try JSONDecoder().decode(DeviceProgramDocument.self, from: Data(text.utf8)) == document)
    }

    @Test
    func values_comeBack_fromTheStore() throws {
        let encoder = JSONEncoder()
        let favourite = try JSONDecoder().decode(DeviceFavourite.self, from: try encoder.encode(Self.favourite))
        #expect(favourite == Self.favourite)
        let program = try JSONDecoder().decode(DeviceProgram.self, from: try encoder.encode(Self.program))
        #expect(program == Self.program)
    }
}
