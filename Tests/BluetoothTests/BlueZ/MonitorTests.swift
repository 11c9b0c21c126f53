// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel
import Testing
import Waiting

@testable import BlueZTransport
@testable import DBus

/// Listening now and then where bluetoothd reports devices by itself, or does not.
@Suite(.timeLimit(.minutes(1)))
struct MonitorTests {
    /// A listener that tells each advertisement.
    private struct Listener {
        let task: Task<Void, Never>
        var heard: AsyncStream<Advertisement>.Iterator

        init(_ stage: Stage) async throws {
            let stream = try await stage.central.advertisements(.occasional)
            let (heard, continuation) = AsyncStream.makeStream(of: Advertisement.self)
            task = Task { for await advertisement in stream { continuation.yield(advertisement) } }
            self.heard = heard.makeAsyncIterator()
        }
    }

    /// A bluetoothd that offers monitors, and a listener whose monitor is active.
    private static func listen() async throws -> (stage: Stage, listener: Listener) {
        let stage = try await Stage()
        await stage.daemon.offerMonitors()
        let listener = try await Listener(stage)
        await eventually { await stage.central.listeningMode == .passive }
        try await stage.daemon.call("StartDiscovery")
        return (stage, listener)
    }

    @Test
    func monitor_showsThePatterns_whereItIsOffered() async throws {
        let (stage, listener) = try await Self.listen()
        let call = try await stage.daemon.call("RegisterMonitor")
        #expect(call.path == .hci0)
        let patterns = [
            BusValue.structure([.byte(0), .byte(3), .bytes([0x0A, 0x18])]),
            .structure([.byte(0), .byte(0xFF), .bytes([0x34, 0x04])]),
        ]
        let monitor = BusValue.properties([
            "Type": .string("or_patterns"), "Patterns": .array(patterns, of: "(yyay)"),
        ])
        let shown = await stage.daemon.registered.map(\.shown)
        #expect(
            shown == [
                .success([
                    .dictionary(
                        [
                            .objectPath(ExportedMonitor.path): .dictionary(
                                [.string("org.bluez.AdvertisementMonitor1"): monitor], key: "s", value: "a{sv}")
                        ], key: "o", value: "a{sa{sv}}")
                ])
            ])
        listener.task.cancel()
        try await stage.daemon.call("UnregisterMonitor")
    }

    @Test
    func listening_isActive_whereNoMonitorIsOffered() async throws {
        let stage = try await Stage()
        let listener = try await Listener(stage)
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.hear(.rest)
        await stage.passExactly(ListeningPace.window)
        try await stage.daemon.call("StopDiscovery")
        await stage.passExactly(ListeningPace.pause)
        try await stage.daemon.call("StartDiscovery", count: 2)
        #expect(await stage.central.listeningMode == .active)
        #expect(await !stage.daemon.members.contains("RegisterMonitor"))
        listener.task.cancel()
    }

    @Test
    func listening_isActive_andTriesAgain_whenTheMonitorIsRefused() async throws {
        let stage = try await Stage()
        await stage.daemon.offerMonitors()
        await stage.daemon.answer("RegisterMonitor", .error("org.bluez.Error.NotSupported"))
        let listener = try await Listener(stage)
        try await stage.daemon.call("UnregisterMonitor")
        try await stage.daemon.call("StartDiscovery")
        #expect(await stage.central.listeningMode == .active)
        await stage.daemon.hear(.rest)
        await stage.passExactly(ListeningPace.window)
        try await stage.daemon.call("StopDiscovery")
        await stage.passExactly(ListeningPace.pause)
        try await stage.daemon.call("RegisterMonitor", count: 2)
        await eventually { await stage.central.listeningMode == .passive }
        listener.task.cancel()
    }

    @Test
    func listening_isActive_untilTheMonitorIsRegisteredAnew_whenBluetoothdReleasesIt() async throws {
        let (stage, listener) = try await Self.listen()
        await stage.daemon.tellMonitor("Release")
        try await stage.daemon.call("UnregisterMonitor")
        #expect(await stage.central.listeningMode == .active)
        await stage.daemon.hear(.rest)
        await stage.passExactly(ListeningPace.window)
        await stage.passExactly(ListeningPace.pause)
        try await stage.daemon.call("RegisterMonitor", count: 2)
        await eventually { await stage.central.listeningMode == .passive }
        listener.task.cancel()
    }

    @Test
    func monitor_isRegisteredAnew_whenBluetoothdRestarts() async throws {
        let (stage, listener) = try await Self.listen()
        await stage.daemon.vanish()
        await eventually { await stage.central.listeningMode == .active }
        try await stage.daemon.appear()
        try await stage.daemon.call("RegisterMonitor", count: 2)
        await eventually { await stage.central.listeningMode == .passive }
        listener.task.cancel()
    }

    @Test
    func monitor_isRegisteredAnew_whenItsAdapterWasUnplugged() async throws {
        let (stage, listener) = try await Self.listen()
        await stage.daemon.remove(.hci0)
        await eventually { await stage.central.listeningMode == .active }
        await stage.daemon.add(.hci0, ScriptedBluetoothd.adapter("00:AA:01:00:00:00"))
        await stage.daemon.offerMonitors()
        await stage.daemon.hear(.rest)
        try await stage.daemon.call("StartDiscovery", count: 2)
        await stage.passExactly(ListeningPace.window)
        await stage.passExactly(ListeningPace.pause)
        try await stage.daemon.call("RegisterMonitor", count: 2)
        listener.task.cancel()
    }

    @Test
    func device_isReportedAtOnce_withoutASearch_whenTheMonitorFindsIt() async throws {
        var (stage, listener) = try await Self.listen()
        await stage.daemon.hear(.address(3), of: 0x004C)
        await stage.passExactly(ListeningPace.window)
        try await stage.daemon.call("StopDiscovery")
        await stage.daemon.find(.rest)
        #expect(
            await listener.heard.next()
                == Advertisement(address: .rest, localName: "Hatch Rest", manufacturerData: [:], rssi: -60))
        #expect(await stage.daemon.calls.count { $0.member == "StartDiscovery" } == 1)
        listener.task.cancel()
    }

    @Test
    func search_comesAfterFourMinutes_whileNobodyIsFound() async throws {
        let (stage, listener) = try await Self.listen()
        await stage.daemon.hear(.address(3), of: 0x004C)
        await stage.passExactly(ListeningPace.window)
        try await stage.daemon.call("StopDiscovery")
        await stage.passExactly(ListeningPace.longPause)
        try await stage.daemon.call("StartDiscovery", count: 2)
        listener.task.cancel()
    }

    @Test
    func search_comesAtOnce_whenADeviceIsFoundAfterAMinute_andEndsWhenItIsHeard() async throws {
        var (stage, listener) = try await Self.listen()
        await stage.daemon.hear(.address(3), of: 0x004C)
        await stage.passExactly(ListeningPace.window)
        try await stage.daemon.call("StopDiscovery")
        await eventually { stage.clock.delayUntilDeadline == ListeningPace.longPause }
        stage.clock.advance(by: .seconds(60))
        await stage.daemon.find(.rest)
        #expect(await listener.heard.next()?.manufacturerData == [:])
        try await stage.daemon.call("StartDiscovery", count: 2)
        await eventually { stage.clock.delayUntilDeadline == ListeningPace.window }
        await stage.daemon.hear(.rest, [7])
        #expect(await listener.heard.next()?.manufacturerData == [ScriptedBluetoothd.company: [7]])
        try await stage.daemon.call("StopDiscovery", count: 2)
        await stage.passExactly(ListeningPace.pause)
        try await stage.daemon.call("StartDiscovery", count: 3)
        listener.task.cancel()
    }
}
