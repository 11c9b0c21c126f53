// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct DiscoveryTests {
    private static let searched = ["SetDiscoveryFilter", "StartDiscovery", "StopDiscovery"]

    /// Consumes a stream until the task is cancelled; reports each address that was heard.
    private static func listen(
        _ central: BlueZCentral, _ effort: ScanEffort = .attentive
    ) async throws -> (task: Task<Void, Never>, heard: AsyncStream<MacAddress>) {
        let stream = try await central.advertisements(effort)
        let (heard, continuation) = AsyncStream.makeStream(of: MacAddress.self)
        let task = Task {
            for await advertisement in stream { continuation.yield(advertisement.address) }
            continuation.finish()
        }
        return (task, heard)
    }

    @Test
    func discovery_hearsLowEnergyOnly_withDuplicates_atAnyStrength() async throws {
        let stage = try await Stage()
        let (task, _) = try await Self.listen(stage.central)
        try await stage.daemon.call("StartDiscovery")
        let filter = try await stage.daemon.call("SetDiscoveryFilter")
        #expect(filter.path == .hci0)
        #expect(filter.arguments == [.properties(["Transport": .string("le"), "DuplicateData": .boolean(true)])])
        task.cancel()
        try await stage.daemon.call("StopDiscovery")
        #expect(await stage.daemon.members == Self.searched)
    }

    @Test
    func discovery_isShared_andEndsWithTheLastListener() async throws {
        let stage = try await Stage()
        let first = try await Self.listen(stage.central)
        let second = try await Self.listen(stage.central)
        for listener in [first, second] { await Self.waitUntilHeard(by: listener.heard, stage) }
        first.task.cancel()
        await first.task.value
        let third = try await Self.listen(stage.central)
        await Self.waitUntilHeard(by: third.heard, stage)
        second.task.cancel()
        third.task.cancel()
        try await stage.daemon.call("StopDiscovery")
        #expect(await stage.daemon.members == Self.searched)
    }

    /// A listener that shares the search of another one shows in no other way that it listens.
    private static func waitUntilHeard(by heard: AsyncStream<MacAddress>, _ stage: Stage) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = await heard.first { _ in true } }
            group.addTask { while !Task.isCancelled { await stage.daemon.hear(.rest) } }
            await group.next()
            group.cancelAll()
        }
    }

    @Test
    func discovery_ends_whenTheStreamIsDropped() async throws {
        let stage = try await Stage()
        func hearOne() async throws {
            var stream = try await stage.central.advertisements(.attentive).makeAsyncIterator()
            async let heard = stage.daemon.call("StartDiscovery")
            let next = Task {
                _ = try await stage.daemon.call("StartDiscovery")
                await stage.daemon.hear(.rest)
            }
            #expect(await stream.next()?.address == .rest)
            _ = try await (heard, next.value)
        }
        try await hearOne()
        try await stage.daemon.call("StopDiscovery")
        #expect(await stage.daemon.members == Self.searched)
    }

    @Test
    func start_waits_untilAStopIsAnswered() async throws {
        let stage = try await Stage()
        await stage.daemon.answer("StopDiscovery", .held)
        let first = try await Self.listen(stage.central)
        try await stage.daemon.call("StartDiscovery")
        first.task.cancel()
        try await stage.daemon.call("StopDiscovery")
        async let listening = Self.listen(stage.central)
        await stage.clock.waitForSleeper(within: DiscoveryMachine.answerLimit)
        #expect(await stage.daemon.members == Self.searched)
        await stage.daemon.release("StopDiscovery")
        try await stage.daemon.call("StartDiscovery", count: 2)
        let second = try await listening
        second.task.cancel()
        try await stage.daemon.call("StopDiscovery", count: 2)
        #expect(await stage.daemon.members == Self.searched + Self.searched)
    }

    /// bluetoothd refuses to stop what it has not started yet.
    @Test
    func stop_waits_untilAStartIsAnswered() async throws {
        let stage = try await Stage()
        await stage.daemon.answer("StartDiscovery", .held)
        let listener = Task { _ = try await Self.listen(stage.central) }
        try await stage.daemon.call("StartDiscovery")
        listener.cancel()
        _ = await listener.result
        #expect(await stage.daemon.members == ["SetDiscoveryFilter", "StartDiscovery"])
        await stage.daemon.release("StartDiscovery")
        try await stage.daemon.call("StopDiscovery")
    }

    /// bluetoothd says so of every start that failed, and then looks for nothing.
    @Test
    func start_isStoppedAndTriedAgain_whenItIsInProgress() async throws {
        let stage = try await Stage()
        await stage.daemon.answer("StartDiscovery", .error("org.bluez.Error.InProgress"))
        async let stream = stage.central.advertisements(.attentive)
        try await stage.daemon.call("StopDiscovery")
        await stage.pass(DiscoveryMachine.pauses[0])
        try await stage.daemon.call("StartDiscovery", count: 2)
        let heard = try await stream
        await stage.daemon.hear(.rest)
        #expect(await heard.first { _ in true }?.address == .rest)
        #expect(await stage.daemon.members.prefix(5) == Self.searched + ["SetDiscoveryFilter", "StartDiscovery"])
    }

    @Test(arguments: [ScanEffort.attentive, .occasional])
    func listening_saysWhy_whenBluetoothdDoesNotSearch(effort: ScanEffort) async throws {
        let stage = try await Stage()
        let busy = ScriptedBluetoothd.Answer.error("org.bluez.Error.InProgress")
        await stage.daemon.answer("StartDiscovery", busy, busy, busy, busy)
        async let failure = failure { _ = try await stage.central.advertisements(effort) }
        for (number, pause) in DiscoveryMachine.pauses.enumerated() {
            try await stage.daemon.call("StopDiscovery", count: number + 1)
            await stage.pass(pause)
        }
        let error = await failure
        #expect(error?.code == .unavailable)
        #expect(
            error?.message
                == "Bluetooth does not search: the Bluetooth service is busy, as while another program searches.")
    }

    @Test
    func start_isTriedAgain_whenItIsNeverAnswered() async throws {
        let stage = try await Stage()
        await stage.daemon.answer("StartDiscovery", .held)
        async let stream = stage.central.advertisements(.attentive)
        try await stage.daemon.call("StartDiscovery")
        await stage.pass(DiscoveryMachine.answerLimit)
        try await stage.daemon.call("StopDiscovery")
        await stage.pass(DiscoveryMachine.pauses[0])
        try await stage.daemon.call("StartDiscovery", count: 2)
        _ = try await stream
    }

    @Test
    func start_isTriedAgain_whenBluetoothdAcceptsItAndDoesNotSearch() async throws {
        let stage = try await Stage()
        await stage.daemon.setShowsSearch(false)
        async let stream = stage.central.advertisements(.attentive)
        try await stage.daemon.call("StartDiscovery")
        await stage.pass(DiscoveryMachine.proofLimit)
        try await stage.daemon.call("StopDiscovery")
        await stage.pass(DiscoveryMachine.pauses[0])
        try await stage.daemon.call("StartDiscovery", count: 2)
        // An advertisement is as good a sign, once bluetoothd has accepted the search.
        await stage.clock.waitForSleeper(within: DiscoveryMachine.proofLimit)
        await stage.daemon.hear(.rest)
        _ = try await stream
    }

    @Test
    func listening_saysWhy_whenTheAdapterGoesOffAsItBegins() async throws {
        let stage = try await Stage()
        await stage.daemon.setShowsSearch(false)
        async let failure = failure { _ = try await stage.central.advertisements(.attentive) }
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
        #expect(
            await failure
                == GATTError(
                    .unavailable, "The Bluetooth adapter went off when a search began.",
                    advice: "Switch it on: `bluetoothctl power on`. If that fails, `rfkill list bluetooth` says why."))
    }

    @Test(arguments: ["org.bluez.Error.Failed", "org.bluez.Error.NotReady", "org.freedesktop.DBus.Error.UnknownObject"])
    func start_isTriedAgain_whenItFails(error: String) async throws {
        let stage = try await Stage()
        await stage.daemon.answer("StartDiscovery", .error(error), .error(error))
        async let listening = Self.listen(stage.central)
        for (number, pause) in DiscoveryMachine.pauses.prefix(2).enumerated() {
            try await stage.daemon.call("StopDiscovery", count: number + 1)
            await stage.pass(pause)
        }
        try await stage.daemon.call("StartDiscovery", count: 3)
        let listener = try await listening
        await stage.daemon.hear(.rest)
        #expect(await listener.heard.first { _ in true } == .rest)
        listener.task.cancel()
    }

    @Test(arguments: Loss.allCases)
    func discovery_isStartedAgain_whenAllIsBack(loss: Loss) async throws {
        let stage = try await Stage()
        let listener = try await Self.listen(stage.central)
        try await stage.daemon.call("StartDiscovery")
        try await loss.happen(to: stage.daemon)
        try await stage.daemon.call("StartDiscovery", count: 2)
        await stage.daemon.hear(.rest)
        #expect(await listener.heard.first { _ in true } == .rest)
        listener.task.cancel()
        try await stage.daemon.call("StopDiscovery")
    }

    /// A consumer that is busy notices neither the loss nor the return.
    @Test(arguments: Loss.allCases)
    func discovery_isStartedAgain_whenAllWasLostBetweenTwoAdvertisements(loss: Loss) async throws {
        let stage = try await Stage()
        var stream = try await stage.central.advertisements(.attentive).makeAsyncIterator()
        let first = Task {
            try await stage.daemon.call("StartDiscovery")
            await stage.daemon.hear(.rest)
        }
        #expect(await stream.next()?.address == .rest)
        try await first.value
        try await loss.happen(to: stage.daemon)
        let second = Task {
            try await stage.daemon.call("StartDiscovery", count: 2)
            await stage.daemon.hear(.other)
        }
        while let address = await stream.next()?.address, address != .other {}
        try await second.value
    }

    /// How a search ends without having been asked to.
    enum Loss: CaseIterable {
        case restart, power, unplugged

        func happen(to daemon: ScriptedBluetoothd) async throws {
            switch self {
            case .restart:
                await daemon.vanish()
                try await daemon.appear()
                try await daemon.call("GetManagedObjects", count: 2)
            case .power:
                await daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
                await daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(true)])
            case .unplugged:
                await daemon.remove(.hci0, [BlueZName.adapter])
                await daemon.add(.hci0, ScriptedBluetoothd.adapter("00:AA:01:00:00:00"))
            }
        }
    }

    @Test
    func discovery_moves_whenItsAdapterDoesNotComeBack() async throws {
        let stage = try await Stage()
        let listener = try await Self.listen(stage.central, .occasional)
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.add(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01"))
        await stage.daemon.remove(.hci0)
        await stage.clock.waitForSleeper(within: BlueZClient.adapterPatience)
        stage.clock.advance(by: BlueZClient.adapterPatience)
        #expect(try await stage.daemon.call("StartDiscovery", count: 2).path == .hci1)
        listener.task.cancel()
        #expect(try await stage.daemon.call("StopDiscovery").path == .hci1)
    }

    @Test
    func discovery_movesBack_whenItsAdapterComesBackLate() async throws {
        let stage = try await Stage()
        let listener = try await Self.listen(stage.central, .occasional)
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.add(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01"))
        await stage.daemon.remove(.hci0)
        await stage.clock.waitForSleeper(within: BlueZClient.adapterPatience)
        stage.clock.advance(by: BlueZClient.adapterPatience)
        #expect(try await stage.daemon.call("StartDiscovery", count: 2).path == .hci1)
        await stage.daemon.add(.hci0, ScriptedBluetoothd.adapter("00:AA:01:00:00:00"))
        #expect(try await stage.daemon.call("StopDiscovery").path == .hci1)
        #expect(try await stage.daemon.call("StartDiscovery", count: 3).path == .hci0)
        listener.task.cancel()
    }

    @Test
    func discovery_followsItsAdapter_whenItComesBackUnderAnotherName() async throws {
        let stage = try await Stage(adapter: "00:AA:01:00:00:00")
        let listener = try await Self.listen(stage.central, .occasional)
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.add(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01"))
        await stage.daemon.remove(.hci0)
        await stage.daemon.add(Self.hci2, ScriptedBluetoothd.adapter("00:AA:01:00:00:00"))
        #expect(try await stage.daemon.call("StartDiscovery", count: 2).path == Self.hci2)
        await stage.daemon.hear(.rest, by: Self.hci2)
        async let connection = stage.connect()
        #expect(try await stage.daemon.call("Connect").path.parent == Self.hci2)
        _ = try await connection
        listener.task.cancel()
    }

    private static let hci2 = ObjectPath("/org/bluez/hci2") ?? .root
}
