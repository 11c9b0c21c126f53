// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

/// What one question tells of the bus and bluetoothd.
@Suite(.timeLimit(.minutes(1)))
struct SurveyTests {
    private static func survey(_ stage: Stage) async -> BlueZSurvey {
        await BlueZSurvey.take(at: stage.bus.address, clock: stage.clock)
    }

    @Test func survey_hasTheAdapters_whichAreOffOrSearch() async throws {
        let stage = try await Stage()
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
        await stage.daemon.add(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01"))
        await stage.daemon.set(.hci1, BlueZName.adapter, ["Discovering": .boolean(true)])
        let (first, second) = (MacAddress(rawValue: "00:AA:01:00:00:00"), MacAddress(rawValue: "00:AA:01:01:00:01"))
        #expect(
            await Self.survey(stage)
                == .adapters([
                    BlueZSurvey.Adapter(
                        name: "hci0", address: try #require(first), isPowered: false, isDiscovering: false),
                    BlueZSurvey.Adapter(
                        name: "hci1", address: try #require(second), isPowered: true, isDiscovering: true),
                ]))
    }

    @Test func survey_hasNoService_withoutBluetoothd() async throws {
        let stage = try await Stage()
        await stage.daemon.vanish()
        #expect(await Self.survey(stage) == .noService)
    }

    @Test(arguments: [
        ("org.freedesktop.DBus.Error.AccessDenied", BlueZSurvey.denied),
        ("org.freedesktop.DBus.Error.Spawn.ServiceNotFound", .noService),
        ("org.bluez.Error.Failed", .failed("as it is")),
    ])
    func survey_saysWhatAnErrorMeans(name: String, meaning: BlueZSurvey) async throws {
        let stage = try await Stage()
        await stage.daemon.answer("GetManagedObjects", .error(name, "as it is"))
        #expect(await Self.survey(stage) == meaning)
    }

    @Test func survey_saysThatBluetoothdIsSilent() async throws {
        let stage = try await Stage()
        await stage.daemon.answer("GetManagedObjects", .held)
        async let survey = Self.survey(stage)
        await stage.pass(BlueZSurvey.limit)
        #expect(await survey == .silent(.seconds(5)))
    }

    @Test func survey_hasNoBus_whenNobodyListens() async throws {
        let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))
        guard case .noBus(let reason) = await BlueZSurvey.take(at: .at("unix:path=/nowhere/bus"), clock: clock) else {
            Issue.record("There is a bus.")
            return
        }
        #expect(!reason.isEmpty)
    }
}
