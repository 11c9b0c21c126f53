// SPDX-License-Identifier: Apache-2.0

import CDBus
import CivilTime
import Clocks
import GATT
import SleepModel
import Synchronization
import Testing
import Waiting

@testable import BlueZTransport
@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct ClientTests {
    @Test
    func open_isUnavailable_withoutABus() async {
        let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))
        let central = BlueZCentral(
            .at("unix:path=/tmp/lull-no-such-folder/bus"), adapter: nil, companies: [], clock: clock)
        for _ in 0..<2 {
            let error = await failure { _ = try await central.connect(to: .rest) }
            #expect(error?.code == .unavailable)
            #expect(error?.message == "The system's message bus cannot be reached.")
        }
    }

    @Test
    func open_timesOut_whenBluetoothdDoesNotAnswer() async throws {
        let stage = try await Stage()
        await stage.daemon.answer("GetManagedObjects", .held)
        let client = stage.client()
        async let error = failure { try await client.open() }
        try await stage.daemon.call("GetManagedObjects")
        // The time for one answer, and then the time for all of them, at which the first request fails as well.
        await stage.clock.waitForSleeper(within: BlueZClient.objectsDeadline)
        await stage.clock.waitForSleepers(2)
        await stage.daemon.answer("GetManagedObjects", .held, .held)
        stage.clock.advance(by: BlueZClient.objectsDeadline)
        try await stage.daemon.call("GetManagedObjects", count: 2)
        await stage.clock.waitForSleeper(within: BlueZClient.objectsDeadline)
        stage.clock.advance(by: BlueZCalls.localDeadline - BlueZClient.objectsDeadline)
        #expect(await error?.code == .timedOut)
        await stage.daemon.release("GetManagedObjects")
        #expect(await failure { try await client.open() } == nil)
    }

    @Test
    func open_asksAgain_whenTheObjectsDoNotCome() async throws {
        let stage = try await Stage()
        await stage.daemon.answer("GetManagedObjects", .held)
        let client = stage.client()
        async let opening: Void = client.open()
        try await stage.daemon.call("GetManagedObjects")
        await stage.pass(BlueZClient.objectsDeadline)
        try await opening
        #expect(await client.tree.adapters.map(\.name) == ["hci0"])
    }

    @Test
    func open_asksAgain_afterTheObjectsWereRefused() async throws {
        let stage = try await Stage()
        await stage.daemon.answer("GetManagedObjects", .error("org.freedesktop.DBus.Error.UnknownMethod"))
        let client = stage.client()
        // The refusal may come before the bus counts as open, and the objects are asked for again at once then.
        try await client.open()
        try await client.open()
        #expect(await client.tree.adapters.map(\.name) == ["hci0"])
        try await stage.daemon.call("GetManagedObjects", count: 2)
    }

    /// It is not that there is no adapter.
    @Test
    func adapter_isNotAllowed_whenThePolicyDeniesBluetoothd() async throws {
        let stage = try await Stage()
        // The refusal may come before the bus counts as open, and the objects are asked for again at once then.
        let refusal = ScriptedBluetoothd.Answer.error("org.freedesktop.DBus.Error.AccessDenied")
        await stage.daemon.answer("GetManagedObjects", refusal, refusal)
        let client = stage.client()
        async let error = failure { _ = try await client.adapter(nil) }
        await stage.pass(BlueZClient.adapterPatience)
        #expect(
            await error
                == GATTError(
                    .notAllowed, "The system does not let this user talk to the Bluetooth service.",
                    advice: "Add the user to the group bluetooth, `sudo adduser $USER bluetooth`, and sign in again."))
    }

    @Test
    func snapshot_isCompletedBySignals_rightAfterIt() async throws {
        let stage = try await Stage()
        await stage.daemon.answer("GetManagedObjects", .held)
        let client = stage.client()
        async let opening: Void = client.open()
        try await stage.daemon.call("GetManagedObjects")
        await stage.daemon.run { daemon in
            daemon.hear(.other)
            daemon.remove(.device(.other))
            daemon.release("GetManagedObjects")
            daemon.hear(.rest)
        }
        try await opening
        try await client.wait { $0.tree.device(.rest, of: .hci0) }
        #expect(await client.tree.device(.other, of: .hci0) == nil)
    }

    @Test
    func signals_areIgnored_whenSomebodyElseSendsThem() async throws {
        let stage = try await Stage(knows: .rest)
        let client = stage.client()
        try await client.open()
        let name = try await stage.daemon.call("GetManagedObjects").sender
        let stranger = try await Party(stage.bus)
        try await stranger.connection.spoof(
            BlueZName.properties, "PropertiesChanged", at: .device(.rest),
            [.string(BlueZName.device), .properties(["Connected": .boolean(true)]), .array([], of: "s")], to: name)
        try await stranger.connection.spoof(
            BlueZName.objectManager, "InterfacesRemoved", at: .root,
            [.objectPath(.hci0), .array([.string(BlueZName.adapter)], of: "s")], to: name)
        try await stranger.connection.spoof(
            BlueZName.bus, "NameOwnerChanged", at: .bus,
            [.string(BlueZName.service), .string(""), .string(stranger.connection.uniqueName)], to: name)
        try await stranger.connection.call(.getId, within: .seconds(5))
        // What comes after them is heard, so they were.
        await stage.daemon.hear(.other)
        try await client.wait { $0.tree.device(.other, of: .hci0) }
        #expect(await client.tree.device(.rest, of: .hci0)?.isConnected == false)
        #expect(await client.tree.adapters.map(\.name) == ["hci0"])
        #expect(await client.mirror.epoch == 1)
    }

    @Test
    func objects_areForgotten_whenBluetoothdLeaves_andReadAnewWhenItReturns() async throws {
        let stage = try await Stage(knows: .rest, .other)
        let client = stage.client()
        try await client.open()
        await stage.daemon.vanish()
        try await client.wait { $0.isPresent ? nil : true }
        #expect(await client.tree.adapters == [])
        await stage.daemon.remove(.device(.rest))
        try await stage.daemon.appear()
        try await client.wait { $0.tree.adapters.first }
        #expect(await client.tree.device(.rest, of: .hci0) == nil)
        #expect(await client.tree.device(.other, of: .hci0) != nil)
    }

    @Test
    func objects_areReadAnew_whenAnotherBluetoothdTakesThePlace() async throws {
        let stage = try await Stage(knows: .rest)
        let client = stage.client()
        try await client.open()
        let second = try await ScriptedBluetoothd(stage.bus)
        try await second.call("GetManagedObjects")
        try await client.wait { $0.tree.device(.rest, of: .hci0) == nil && !$0.tree.adapters.isEmpty ? true : nil }
        await stage.daemon.hear(.other)
        await second.hear(.address(9))
        try await client.wait { $0.tree.device(.address(9), of: .hci0) }
        #expect(await client.tree.device(.other, of: .hci0) == nil)
    }

    @Test
    func waits_fail_whenTheBusIsLost_andAfterwards() async throws {
        let stage = try await Stage()
        let client = stage.client()
        try await client.open()
        let probe = Probe()
        async let before = failure { try await client.wait { _ in probe.ask() } }
        await probe.wait(for: client)
        await stage.bus.kill()
        #expect(await before?.code == .unavailable)
        #expect(await failure { try await client.wait { $0.tree.device(.rest, of: .hci0) } }?.code == .unavailable)
        #expect(await failure { try await client.open() }?.code == .unavailable)
    }

    @Test
    func wait_isCancellable_andLeavesNothing() async throws {
        let stage = try await Stage()
        let client = stage.client()
        try await client.open()
        let probe = Probe()
        let task = Task { await failure { try await client.wait { _ in probe.ask() } } }
        await probe.wait(for: client)
        task.cancel()
        #expect(await task.value == .cancellation)
        let count = probe.count
        await client.mirror.reconsider()
        #expect(probe.count == count)
    }

    @Test
    func finish_endsAConnection_thatIsStillBeingOpened() async throws {
        let bus = try await PrivateBus()
        let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))
        let client = BlueZClient(bus.address, clock: clock)
        bus.setHalted(true)
        let opening = Task { await failure { try await client.open() } }
        await clock.waitForSleepers(1)
        await client.finish()
        bus.setHalted(false)
        #expect(await opening.value == .closed)
        try await Self.waitUntilOnly(1, on: bus)
    }

    @Test
    func connection_ends_whenNobodyUsesTheTransport() async throws {
        let stage = try await Stage(knows: .rest)
        func use() async throws {
            let central = BlueZCentral(
                stage.bus.address, adapter: nil, companies: [ScriptedBluetoothd.company], clock: stage.clock)
            let stream = try await central.advertisements(.attentive)
            async let first = stream.first { _ in true }
            try await stage.daemon.call("StartDiscovery")
            await stage.daemon.hear(.rest)
            #expect(await first?.address == .rest)
            let connection = try await central.connect(to: .rest)
            _ = try await connection.notifications(of: ScriptedBluetoothd.notified)
            await connection.disconnect()
        }
        try await use()
        try await Self.waitUntilOnly(2, on: stage.bus)
    }

    /// Joins a bus, and waits until no more than `count` are on it.
    private static func waitUntilOnly(_ count: Int, on bus: PrivateBus) async throws {
        let party = try await Party(bus)
        var names = 0
        repeat {
            let reply = try await party.connection.call(.toBus("ListNames"), within: .seconds(5))
            names = reply.arguments.first?.array?.count { $0.string?.hasPrefix(":") == true } ?? 0
        } while names != count
    }

    @Test
    func everything_isRefused_afterFinish() async throws {
        let stage = try await Stage()
        let client = stage.client()
        try await client.open()
        await client.finish()
        await client.finish()
        #expect(await failure { try await client.open() } == .closed)
        #expect(await failure { try await client.wait { _ in nil as Bool? } } == .closed)
    }
}

/// Finds nothing, and counts how often it was asked.
private final class Probe: Sendable {
    private let asked = Atomic<Int>(0)
    private let (beginning, began) = AsyncStream.makeStream(of: Void.self)

    var count: Int { asked.load(ordering: .sequentiallyConsistent) }

    func ask() -> Bool? {
        asked.add(1, ordering: .sequentiallyConsistent)
        began.yield()
        return nil
    }

    /// Suspends until somebody waits with it.
    func wait(for client: BlueZClient) async {
        _ = await beginning.first { _ in true }
        // Its turn comes when the one who asked first is suspended.
        _ = await client.isPresent
    }
}

extension BusConnection {
    /// Sends a signal to one connection, which needs no match rule for it.
    fileprivate func spoof(
        _ interface: String, _ member: String, at path: ObjectPath, _ arguments: [BusValue], to name: String
    ) throws(BusError) {
        let message = try BusMessage.signal(path: path, interface: interface, member: member, arguments: arguments)
        dbus_message_set_destination(message.pointer, name)
        try send(message)
    }
}
