// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

/// Two adapters, `hci0` and `hci1`, that hear the same device.
@Suite(.timeLimit(.minutes(1)))
struct SeveralAdaptersTests {
    private static func stage(adapter: String? = nil, marks: [String: AdapterMark] = [:]) async throws -> Stage {
        let stage = try await Stage(adapter: adapter, marks: marks)
        await stage.daemon.add(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01"))
        return stage
    }

    /// Listens now and then, and lets each adapter that is listened with hear the device once, as strong as told.
    private static func listen(_ stage: Stage, _ strengths: [(adapter: ObjectPath, rssi: Int16)]) async throws {
        let stream = try await stage.central.advertisements(.occasional)
        let (heard, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task { for await _ in stream { continuation.yield() } }
        defer { task.cancel() }
        var iterator = heard.makeAsyncIterator()
        for (index, (adapter, rssi)) in strengths.enumerated() {
            let call = try await stage.daemon.call("StartDiscovery", count: index + 1)
            #expect(call.path == adapter)
            await stage.daemon.hear(.rest, by: adapter, rssi: rssi)
            await iterator.next()
            await stage.passExactly(.seconds(6))
            try await stage.daemon.call("StopDiscovery", count: index + 1)
        }
    }

    /// The adapter by which the device is connected to.
    private static func connect(_ stage: Stage) async throws -> ObjectPath? {
        _ = try await stage.connect()
        return await stage.daemon.calls.last { $0.member == "Connect" }?.path.parent
    }

    @Test(
        arguments: [(-80, -50, ObjectPath.hci1), (-60, -57, .hci0), (-50, -80, .hci0)] as [(Int16, Int16, ObjectPath)])
    func device_isCalledByTheAdapter_thatHearsItClearlyBetter(
        first: Int16, second: Int16, expected: ObjectPath
    ) async throws {
        let stage = try await Self.stage()
        try await Self.listen(stage, [(.hci0, first), (.hci1, second)])
        #expect(try await Self.connect(stage) == expected)
    }

    @Test
    func device_isCalledByTheOtherAdapter_whenTheUsualOneHasNotHeardIt() async throws {
        let stage = try await Self.stage()
        let stream = try await stage.central.advertisements(.occasional)
        async let first = stream.first { _ in true }
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.hear(.address(3), of: 0x004C)
        await stage.passExactly(.seconds(6))
        #expect(try await stage.daemon.call("StartDiscovery", count: 2).path == .hci1)
        await stage.daemon.hear(.rest, by: .hci1, rssi: -80)
        #expect(await first?.address == .rest)
        #expect(try await Self.connect(stage) == .hci1)
    }

    @Test
    func device_isCalledByTheOtherAdapter_whenTheBetterOneFailsTwice() async throws {
        let stage = try await Self.stage()
        try await Self.listen(stage, [(.hci0, -50), (.hci1, -80)])
        let failure = ScriptedBluetoothd.Answer.error("org.bluez.Error.Failed", "le-connection-abort-by-local")
        await stage.daemon.answer("Connect", failure, failure)
        async let connection = stage.connect()
        for attempt in 1...2 {
            #expect(try await stage.daemon.call("Connect", count: attempt).path.parent == .hci0)
            await stage.pass(ConnectionAttempts.pauses[attempt - 1] * 1.2)
        }
        #expect(try await stage.daemon.call("Connect", count: 3).path.parent == .hci1)
        _ = try await connection
    }

    @Test
    func scan_hearsWithAllAdapters_atOnce() async throws {
        let stage = try await Self.stage()
        let stream = try await stage.central.advertisements(.attentive)
        async let heard = stream.first { _ in true }
        #expect(try await stage.daemon.call("StartDiscovery").path == .hci0)
        #expect(try await stage.daemon.call("StartDiscovery", count: 2).path == .hci1)
        await stage.daemon.hear(.rest, by: .hci1, rssi: -80)
        #expect(await heard?.address == .rest)
        #expect(try await Self.connect(stage) == .hci1)
        #expect(await !stage.daemon.members.contains("StopDiscovery"))
        withExtendedLifetime(stream) {}
    }

    @Test
    func scan_hearsWithAnAdapter_thatAppearsMeanwhile() async throws {
        let stage = try await Stage()
        let stream = try await stage.central.advertisements(.attentive)
        async let heard = stream.first { _ in true }
        #expect(try await stage.daemon.call("StartDiscovery").path == .hci0)
        await stage.daemon.add(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01"))
        #expect(try await stage.daemon.call("StartDiscovery", count: 2).path == .hci1)
        await stage.daemon.hear(.rest, by: .hci1, rssi: -80)
        #expect(await heard?.address == .rest)
        #expect(await !stage.daemon.members.contains("StopDiscovery"))
    }

    @Test
    func scan_hearsAgainWithAnAdapter_thatWasOffMeanwhile() async throws {
        let stage = try await Self.stage()
        let task = Task { for await _ in try await stage.central.advertisements(.attentive) {} }
        try await stage.daemon.call("StartDiscovery", count: 2)
        await stage.daemon.set(.hci1, BlueZName.adapter, ["Powered": .boolean(false)])
        await stage.daemon.set(.hci1, BlueZName.adapter, ["Powered": .boolean(true)])
        #expect(try await stage.daemon.call("StartDiscovery", count: 3).path == .hci1)
        #expect(await !stage.daemon.members.contains("StopDiscovery"))
        task.cancel()
    }

    @Test
    func scan_hearsAgainWithItsUsualAdapter_thatComesBackLate() async throws {
        let stage = try await Stage()
        let task = Task { for await _ in try await stage.central.advertisements(.attentive) {} }
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.add(.hci1, ScriptedBluetoothd.adapter("00:AA:01:01:00:01"))
        #expect(try await stage.daemon.call("StartDiscovery", count: 2).path == .hci1)
        await stage.daemon.remove(.hci0)
        await stage.clock.waitForSleeper(within: BlueZClient.adapterPatience)
        stage.clock.advance(by: BlueZClient.adapterPatience)
        await stage.daemon.add(.hci0, ScriptedBluetoothd.adapter("00:AA:01:00:00:00"))
        #expect(try await stage.daemon.call("StartDiscovery", count: 3).path == .hci0)
        task.cancel()
    }

    @Test
    func scan_endsTheSearchOfEveryAdapter() async throws {
        let stage = try await Self.stage()
        let task = Task { for await _ in try await stage.central.advertisements(.attentive) {} }
        try await stage.daemon.call("StartDiscovery", count: 2)
        task.cancel()
        try await stage.daemon.call("StopDiscovery", count: 2)
        let stopped = await stage.daemon.calls.filter { $0.member == "StopDiscovery" }.map(\.path)
        #expect(stopped.sorted() == [.hci0, .hci1])
    }

    @Test
    func scan_goesOn_whenTheOtherAdapterDoesNotSearch() async throws {
        let stage = try await Self.stage()
        await stage.daemon.answer("StartDiscovery", .usual, .error("org.bluez.Error.InProgress"))
        let stream = try await stage.central.advertisements(.attentive)
        async let heard = stream.first { _ in true }
        try await stage.daemon.call("StartDiscovery", count: 2)
        await stage.daemon.hear(.rest)
        #expect(await heard?.address == .rest)
    }

    @Test(
        arguments: [("hci0", [:]), (nil, ["hci0": .preferred]), (nil, ["hci1": .ignored])]
            as [(String?, [String: AdapterMark])])
    func scan_hearsWithOneAdapter_thatSomebodyChose(adapter: String?, marks: [String: AdapterMark]) async throws {
        let stage = try await Self.stage(adapter: adapter, marks: marks)
        let stream = try await stage.central.advertisements(.attentive)
        async let heard = stream.first { _ in true }
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.hear(.rest)
        #expect(await heard?.address == .rest)
        #expect(await stage.daemon.calls.filter { $0.member == "StartDiscovery" }.map(\.path) == [.hci0])
    }

    @Test
    func listening_goesRoundTheAdapters_onceAMinute() async throws {
        let stage = try await Self.stage()
        let stream = try await stage.central.advertisements(.occasional)
        let task = Task { for await _ in stream {} }
        for round in 0..<3 {
            for (index, adapter) in [ObjectPath.hci0, .hci1].enumerated() {
                #expect(try await stage.daemon.call("StartDiscovery", count: 2 * round + index + 1).path == adapter)
                await stage.daemon.hear(.rest, by: adapter)
                await stage.passExactly(.seconds(6))
                try await stage.daemon.call("StopDiscovery", count: 2 * round + index + 1)
            }
            await stage.passExactly(.seconds(48))
        }
        task.cancel()
    }

    /// The other adapter goes off while it searches, or before bluetoothd shows that it does.
    @Test(arguments: [ScriptedBluetoothd.Answer.usual, .reply([])])
    func listening_goesOn_whenTheOtherAdapterGoesOff(second: ScriptedBluetoothd.Answer) async throws {
        let stage = try await Self.stage()
        await stage.daemon.answer("StartDiscovery", .usual, second)
        let stream = try await stage.central.advertisements(.occasional)
        let task = Task { for await _ in stream {} }
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.hear(.rest)
        await stage.passExactly(.seconds(6))
        try await stage.daemon.call("StartDiscovery", count: 2)
        await stage.daemon.set(.hci1, BlueZName.adapter, ["Powered": .boolean(false)])
        await stage.passExactly(.seconds(54))
        #expect(try await stage.daemon.call("StartDiscovery", count: 3).path == .hci0)
        task.cancel()
    }

    /// A report may end the wait for a search, and the next one begins with an adapter that was on before.
    @Test
    func search_isNotAskedOfAnAdapter_thatWentOffMeanwhile() async throws {
        let stage = try await Self.stage()
        let client = stage.client()
        let adapter = try await client.adapter("hci1")
        await stage.daemon.set(.hci1, BlueZName.adapter, ["Powered": .boolean(false)])
        try await client.wait { $0.hasAdapter("hci1") ? nil : () }
        let failed = await failure { try await client.startDiscovery(1, on: adapter) }
        #expect(failed?.message == "The Bluetooth adapter went off when a search began.")
        await stage.daemon.reachBus()
        #expect(await !stage.daemon.members.contains("StartDiscovery"))
    }

    @Test(arguments: [("hci0", [:]), (nil, ["hci0": AdapterMark.preferred])] as [(String?, [String: AdapterMark])])
    func device_isCalledByTheAdapter_thatSomebodyChose(adapter: String?, marks: [String: AdapterMark]) async throws {
        let stage = try await Self.stage(adapter: adapter, marks: marks)
        await stage.daemon.hear(.rest, rssi: -90)
        await stage.daemon.hear(.rest, by: .hci1, rssi: -40)
        let stream = try await stage.central.advertisements(.occasional)
        let task = Task { for await _ in stream {} }
        try await stage.daemon.call("StartDiscovery")
        await stage.daemon.hear(.rest, by: .hci1, rssi: -40)
        await stage.daemon.hear(.rest, rssi: -90)
        await stage.passExactly(.seconds(6))
        await stage.passExactly(.seconds(54))
        #expect(try await stage.daemon.call("StartDiscovery", count: 2).path == .hci0)
        #expect(try await Self.connect(stage) == .hci0)
        task.cancel()
    }

    @Test(
        arguments: [
            (["hci1": .preferred], ObjectPath.hci1), (["hci0": .ignored], .hci1), (["hci1": .ignored], .hci0),
            ([:], .hci0),
        ] as [([String: AdapterMark], ObjectPath)])
    func adapter_isTheMarkedOne(marks: [String: AdapterMark], expected: ObjectPath) async throws {
        let stage = try await Self.stage(marks: marks)
        let task = Task { for await _ in try await stage.central.advertisements(.attentive) {} }
        #expect(try await stage.daemon.call("StartDiscovery").path == expected)
        task.cancel()
    }

    @Test
    func adapter_isTheNamedOne_evenIfItIsToBeIgnored() async throws {
        let stage = try await Self.stage(adapter: "hci1", marks: ["hci1": .ignored, "hci0": .preferred])
        let task = Task { for await _ in try await stage.central.advertisements(.attentive) {} }
        #expect(try await stage.daemon.call("StartDiscovery").path == .hci1)
        task.cancel()
    }

    @Test
    func adapter_isAnother_whileTheMarkedOneIsOff() async throws {
        let stage = try await Self.stage(marks: ["hci1": .preferred])
        await stage.daemon.set(.hci1, BlueZName.adapter, ["Powered": .boolean(false)])
        await stage.daemon.add(.device(.rest), ScriptedBluetoothd.device(.rest))
        async let adapter = Self.connect(stage)
        await stage.pass(BlueZClient.adapterPatience)
        #expect(try await adapter == .hci0)
    }

    @Test
    func connection_isTakenOver_byTheAdapterThatHasIt() async throws {
        let stage = try await Self.stage()
        await stage.daemon.add(.device(.rest), ScriptedBluetoothd.device(.rest))
        await stage.daemon.add(
            .device(.rest, of: .hci1), ScriptedBluetoothd.device(.rest, ["Connected": .boolean(true)]))
        async let adapter = Self.connect(stage)
        await stage.pass(.seconds(3))
        #expect(try await adapter == .hci1)
    }
}
