// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

/// A radio that searches and hears nothing.
@Suite(.timeLimit(.minutes(1)))
struct SilentRadioTests {
    /// Listens now and then until `count` searches have ended without a sound.
    ///
    /// Before each pause, `others` tell of the adapters that are listened to beside the usual one.
    private static func listen(
        _ stage: Stage, throughSilent count: Int, besides others: Int = 0,
        patience: Int = SilenceMachine.patience
    ) async throws -> Task<Void, Never> {
        let stream = try await stage.central.advertisements(.occasional)
        let task = Task { for await _ in stream {} }
        for round in 1...count {
            let isLast = round >= patience
            let searches = isLast ? 0 : others
            let before = (round - 1) + min(round - 1, patience - 1) * others
            for search in before...(before + searches) {
                try await stage.daemon.call("StartDiscovery", count: search + 1)
                await stage.passExactly(.seconds(6))
                try await stage.daemon.call("StopDiscovery", count: search + 1)
            }
            if !isLast { await stage.passExactly(.seconds(54 - 6 * others)) }
        }
        return task
    }

    @Test func radio_isSearchedAnewAndThenReported_whenItHearsNobody() async throws {
        let stage = try await Stage()
        // The search that begins at once after the fifth ends without a sound too; the stream ends.
        try await Self.listen(stage, throughSilent: 6).value
        async let error = failure { _ = try await stage.central.advertisements(.occasional) }
        try await stage.daemon.call("StartDiscovery", count: 7)
        await stage.passExactly(.seconds(6))
        #expect(
            await error
                == GATTError(
                    .unavailable, "The Bluetooth adapter hci0 hears no device at all, though it searches.",
                    advice: "Switch it off and on: `bluetoothctl power off`, then `bluetoothctl power on`. With "
                        + "--reset-radio `lulld` does that by itself."))
    }

    @Test func listening_goesOn_whenSomebodyIsHeardAgain() async throws {
        let stage = try await Stage()
        try await Self.listen(stage, throughSilent: 6).value
        async let stream = stage.central.advertisements(.occasional)
        try await stage.daemon.call("StartDiscovery", count: 7)
        // A stranger will do.
        await stage.daemon.hear(.address(3), of: 0x004C)
        await stage.passExactly(.seconds(6))
        _ = try await stream
    }

    @Test func radio_isNotSilent_whileALinkStands() async throws {
        let stage = try await Stage(knows: .rest)
        _ = try await stage.connect()
        let stream = try await stage.central.advertisements(.occasional)
        let task = Task { for await _ in stream {} }
        for round in 1...8 {
            try await stage.daemon.call("StartDiscovery", count: round)
            await stage.passExactly(.seconds(6))
            try await stage.daemon.call("StopDiscovery", count: round)
            await stage.passExactly(.seconds(54))
        }
        task.cancel()
    }

    /// A keyboard that is connected all day must not hide that nothing else is heard.
    @Test func radio_isReportedLater_besideALinkOfAnotherProgram() async throws {
        let stage = try await Stage(resetsAdapter: true, knows: .other)
        await stage.daemon.connect(.device(.other))
        let patience = SilenceMachine.patienceWithForeignLink
        try await Self.listen(stage, throughSilent: patience + 1, patience: patience).value
        async let error = failure { _ = try await stage.central.advertisements(.occasional) }
        try await stage.daemon.call("StartDiscovery", count: patience + 2)
        await stage.passExactly(.seconds(6))
        #expect(
            await error
                == GATTError(
                    .unavailable,
                    "The Bluetooth adapter hci0 hears no device at all, though it searches; it is connected to "
                        + "\(MacAddress.other).",
                    advice: "Some adapters hear nobody beside a connection. End it: "
                        + "`bluetoothctl disconnect \(MacAddress.other)`."))
        #expect(await !stage.daemon.members.contains("Set"))
    }

    @Test func radio_isReplacedByAnother_ifThereIsOne() async throws {
        let stage = try await Stage()
        await stage.daemon.add(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01"))
        let task = try await Self.listen(stage, throughSilent: 6, besides: 1)
        #expect(try await stage.daemon.call("StartDiscovery", count: 11).path == .hci1)
        task.cancel()
    }

    @Test func radio_isSwitchedOffAndOn_ifThatIsAllowed() async throws {
        let stage = try await Stage(resetsAdapter: true)
        let task = try await Self.listen(stage, throughSilent: 6)
        #expect(try await stage.daemon.call("Set").arguments.last == .variant(.boolean(false)))
        await stage.pass(BlueZClient.resetRest)
        #expect(try await stage.daemon.call("Set", count: 2).arguments.last == .variant(.boolean(true)))
        try await stage.daemon.call("StartDiscovery", count: 7)
        task.cancel()
    }

    @Test func radio_isSwitchedOn_whenListeningEndsWhileItIsOff() async throws {
        let stage = try await Stage(resetsAdapter: true)
        let task = try await Self.listen(stage, throughSilent: 6)
        try await stage.daemon.call("Set")
        task.cancel()
        #expect(try await stage.daemon.call("Set", count: 2).arguments.last == .variant(.boolean(true)))
    }

    /// bluetoothd would refuse it, and forget it.
    @Test func radio_isSwitchedOnLater_whenItStillGoesOff() async throws {
        let stage = try await Stage(resetsAdapter: true)
        await stage.daemon.answer("Set", .held)
        let task = try await Self.listen(stage, throughSilent: 6)
        try await stage.daemon.call("Set")
        await stage.pass(BlueZClient.resetRest)
        try await stage.daemon.call("StartDiscovery", count: 7)
        #expect(await stage.daemon.members.filter { $0 == "Set" }.count == 1)
        await stage.daemon.release("Set")
        #expect(try await stage.daemon.call("Set", count: 2).arguments.last == .variant(.boolean(true)))
        task.cancel()
    }

    @Test func radio_isSwitchedOnAgain_whenAnotherProgramSwitchesItMeanwhile() async throws {
        let stage = try await Stage(resetsAdapter: true)
        await stage.daemon.answer("Set", .usual, .error("org.bluez.Error.Busy"))
        let task = try await Self.listen(stage, throughSilent: 6)
        try await stage.daemon.call("Set")
        await stage.pass(BlueZClient.resetRest)
        try await stage.daemon.call("Set", count: 2)
        await stage.daemon.reachBus()
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
        #expect(try await stage.daemon.call("Set", count: 3).arguments.last == .variant(.boolean(true)))
        task.cancel()
    }
}
