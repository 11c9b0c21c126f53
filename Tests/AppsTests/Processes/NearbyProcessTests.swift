// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Finding devices and telling them apart, as a person does it.
@Suite(.timeLimit(.minutes(2)))
struct NearbyProcessTests {
    @Test
    func scan_listsTheDevice_withAHarmlessName() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice(name: "E\u{1B}[2J\u{9B}\u{202E}\n")
        let daemon = try await bedroom.startDaemon()
        let table = try await bedroom.must("scan", "--seconds", "1")
        let json = try await bedroom.must("scan", "--seconds", "1", "--json")
        await daemon.stop()
        await device.stop()
        #expect(table.output.split(separator: "\n").count == 2)
        #expect(table.output.contains("E\u{FFFD}[2J"))
        let found = try #require(try json.json() as? [[String: Any]])
        #expect(
            found.map { Set($0.keys) } == [
                ["address", "addressType", "name", "product", "supported", "reason", "rssi", "paired", "route"]
            ])
        #expect(found.first?["address"] as? String == Bedroom.address)
        #expect(found.first?["supported"] as? Bool == true)
        #expect(found.first?["paired"] as? Bool == false)
        for text in [table.output, json.output] {
            #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B || $0.value == 0x202E })
        }
    }

    @Test
    func scan_saysWhatToDo_whenNothingIsNear() async throws {
        let bedroom = try Bedroom()
        let daemon = try await bedroom.startDaemon()
        let text = try await bedroom.must("scan", "--seconds", "1")
        let json = try await bedroom.must("scan", "--seconds", "1", "--json")
        let refused = try await bedroom.lull("scan", "--seconds", "61")
        await daemon.stop()
        #expect(text.output.hasPrefix("No device was heard. Plug it in"))
        #expect(json.output == "[]\n")
        #expect(refused.exitCode == 64)
    }

    @Test
    func identify_blinks_andLeavesTheDeviceAsItWas() async throws {
        let bedroom = try Bedroom()
        let device = try await bedroom.startDevice()
        let daemon = try await bedroom.startDaemon()
        try await bedroom.must("pair", Bedroom.address, "--as", "nursery")
        try await bedroom.must("light", "nursery", "amber", "20%")
        let before = try bedroom.commands().count
        let result = try await bedroom.must("identify", "nursery")
        let commands = try bedroom.commands().dropFirst(before)
        let state = try bedroom.journal().last { $0.event == "state" }?.state
        await daemon.stop()
        await device.stop()
        #expect(result.output == "nursery blinked and is as it was before.\n")
        #expect(commands.count == 7)
        #expect(state?.light.brightness == 51)
        #expect(state?.power == "on")
    }
}
