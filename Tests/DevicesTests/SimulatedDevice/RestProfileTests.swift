// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SimulatedDevice
import SleepModel
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RestProfileTests {
    @Test
    func names_areStable() {
        #expect(
            RestProfile.allSwitches.map(\.description) == [
                "power-00-on", "power-00-off", "write-with-response-only", "write-without-response-only", "no-push",
                "many-centrals", "gd-minutes", "gi-00", "program-hour-minute", "esl-hides-enabled", "esl-actions",
                "sd-lower-case", "rx-readable", "programs-need-power", "sp-while-off", "sound-names-homebridge",
                "sound-names-hatchbabyble", "sound-names-hatch-ha",
            ])
        #expect(RestProfile().description == "default")
    }

    @Test
    func parsing_takesNamesBetweenCommas_inAnyOrder() throws {
        let profile = try RestProfile(parsing: ["no-push,gi-00", "power-00-on", "no-push"])
        #expect(profile.description == "power-00-on,no-push,gi-00")
        #expect(profile.has(.noPush))
        #expect(!profile.has(.manyCentrals))
        #expect(try RestProfile(parsing: []) == RestProfile())
    }

    @Test(arguments: ["nopush", "", "no-push,", "No-Push", "no-push, gi-00"])
    func parsing_namesWhatThereIs_whenANameIsUnknown(text: String) {
        let error = #expect(throws: SimulationError.self) { try RestProfile(parsing: [text]) }
        #expect(error?.code == .unknownProfile)
        #expect(RestProfile.Switch.allCases.allSatisfy { error?.advice?.contains($0.rawValue) == true })
    }

    @Test(arguments: [
        "power-00-on,power-00-off", "write-without-response-only,no-push,write-with-response-only",
        "sound-names-hatch-ha,sound-names-homebridge",
    ])
    func parsing_refusesWhatCannotHoldTogether(text: String) {
        let error = #expect(throws: SimulationError.self) { try RestProfile(parsing: [text]) }
        #expect(error?.code == .profileConflict)
    }

    @Test(arguments: [
        (RestProfile(), true, true), (RestProfile(.writeWithResponseOnly), true, false),
        (RestProfile(.writeWithoutResponseOnly), false, true),
    ])
    func commands_areTakenAsTheProfileSays(profile: RestProfile, acknowledged: Bool, unacknowledged: Bool) async throws
    {
        let unit = try SimulatedUnit(profile: profile)
        let connection = try await unit.transport.connect(to: unit.address)
        for (kind, isTaken) in [(true, acknowledged), (false, unacknowledged)] {
            let before = unit.story.count
            try? await connection.write(Array("GD".utf8), to: SimulatedUnit.command, acknowledged: kind)
            #expect((unit.story.count > before) == isTaken)
        }
        await connection.disconnect()
    }

    @Test
    func replies_canBeRead_underTheirProfile() async throws {
        let unit = try SimulatedUnit(profile: RestProfile(.readableReplies))
        let connection = try await unit.transport.connect(to: unit.address)
        #expect(try await connection.read(SimulatedUnit.reply) == [])
        try await connection.write(Array("SX".utf8), to: SimulatedUnit.command, acknowledged: true)
        #expect(try await connection.read(SimulatedUnit.reply) == Array("E01".utf8))
        await connection.disconnect()
    }

    @Test
    func replies_cannotBeRead_otherwise() async throws {
        let unit = try SimulatedUnit()
        let connection = try await unit.transport.connect(to: unit.address)
        let error = await #expect(throws: GATTError.self) { try await connection.read(SimulatedUnit.reply) }
        #expect(error?.code == .attributeError)
        await connection.disconnect()
    }

    @Test
    func state_isNotNotified_underNoPush() async throws {
        let unit = try SimulatedUnit(profile: RestProfile(.noPush))
        try await unit.inProcess { transport in
            let connection = try await transport.connect(to: unit.address)
            let reports = try await connection.notifications(of: SimulatedUnit.feedback)
            try await connection.write(Array("SI01".utf8), to: SimulatedUnit.command, acknowledged: true)
            unit.clock.advance(by: .seconds(10))
            try await connection.write(Array("SI00".utf8), to: SimulatedUnit.command, acknowledged: true)
            await unit.peripheral.dropConnection()
            for await report in reports { Issue.record("\(Hexadecimal.text(report)) was notified.") }
        }
    }
}
