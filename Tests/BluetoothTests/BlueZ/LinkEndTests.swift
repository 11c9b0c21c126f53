// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GATT
import SleepModel
import Synchronization
import Testing
import Waiting

@testable import BlueZTransport
@testable import Clocks
@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct LinkEndTests {
    private static let read = ScriptedBluetoothd.read

    /// How a connection can end.
    enum Ending: CaseIterable {
        case byTheDevice, byUs, byClosing, bluetoothdLeft, bluetoothdReplaced, adapterOff, adapterRemoved
        case deviceForgotten, busLost

        func happen(to connection: any PeripheralConnection, _ stage: Stage) async throws {
            switch self {
            case .byTheDevice: await stage.daemon.disconnect(.device(.rest))
            case .byUs: await connection.disconnect()
            case .byClosing: await stage.central.close()
            case .bluetoothdLeft: await stage.daemon.vanish()
            case .bluetoothdReplaced: _ = try await ScriptedBluetoothd(stage.bus)
            case .adapterOff:
                await stage.daemon.disconnect(.device(.rest))
                await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
            case .adapterRemoved:
                await stage.daemon.set(.device(.rest), BlueZName.device, ScriptedBluetoothd.down)
                await stage.daemon.remove(.device(.rest))
                await stage.daemon.remove(.hci0, [BlueZName.adapter])
            case .deviceForgotten: await stage.daemon.remove(.device(.rest))
            case .busLost: await stage.bus.kill()
            }
        }
    }

    @Test(arguments: Ending.allCases)
    func connection_endsAllThereIs(ending: Ending) async throws {
        let stage = try await Stage(knows: .rest)
        // bluetoothd may leave a request without an answer when the link goes down.
        await stage.daemon.answer("ReadValue", .held)
        let connection = try await stage.connect()
        let streams = [
            try await connection.notifications(of: ScriptedBluetoothd.notified),
            try await connection.notifications(of: ScriptedBluetoothd.written),
        ]
        async let underWay = failure { _ = try await connection.read(Self.read) }
        try await stage.daemon.call("ReadValue")
        async let queued = failure { _ = try await connection.read(Self.read) }
        async let waiting: Void = connection.waitUntilDisconnected()
        async let ends: Void = { for stream in streams { for await _ in stream {} } }()
        try await ending.happen(to: connection, stage)
        #expect(await underWay?.code == .disconnected)
        #expect(await queued?.code == .disconnected)
        await ends
        await waiting
        #expect(await failure { _ = try await connection.read(Self.read) }?.code == .disconnected)
        #expect(
            await failure { _ = try await connection.notifications(of: Self.read) }?.code == .disconnected)
        await connection.waitUntilDisconnected()
        await connection.disconnect()
    }

    @Test(arguments: [Ending.byTheDevice, .bluetoothdLeft, .adapterOff, .deviceForgotten])
    func connect_succeedsAgain_afterTheEnd(ending: Ending) async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        try await ending.happen(to: connection, stage)
        await connection.waitUntilDisconnected()
        switch ending {
        case .bluetoothdLeft: try await stage.daemon.appear()
        case .adapterOff: await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(true)])
        case .deviceForgotten: await stage.daemon.hear(.rest)
        default: break
        }
        #expect(try await stage.connect().read(Self.read) == [7])
    }

    @Test(arguments: [true, false])
    func request_endsTheConnection_whenItIsGivenUp(isCancelled: Bool) async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("ReadValue", .held)
        let connection = try await stage.connect()
        let task = Task { await failure { _ = try await connection.read(Self.read) } }
        try await stage.daemon.call("ReadValue")
        if isCancelled { task.cancel() } else { await stage.pass(.seconds(35)) }
        #expect(await task.value?.code == (isCancelled ? .cancelled : .timedOut))
        try await stage.daemon.call("Disconnect")
        #expect(await failure { _ = try await connection.read(Self.read) }?.code == .disconnected)
        await connection.waitUntilDisconnected()
        #expect(await stage.daemon.members == ["Connect", "ReadValue", "Disconnect"])
    }

    @Test
    func request_leavesTheConnection_whenItIsCancelledBeforeItsTurn() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("ReadValue", .held)
        let connection = try await stage.connect()
        async let first = connection.read(Self.read)
        try await stage.daemon.call("ReadValue")
        let second = Task { await failure { _ = try await connection.read(Self.read) } }
        let link = try #require(connection as? BlueZLink)
        await eventually { await link.queues[Self.read]?.waitingCount == 1 }
        second.cancel()
        #expect(await second.value?.code == .cancelled)
        await stage.daemon.release("ReadValue")
        #expect(try await first == [7])
        #expect(await stage.daemon.members == ["Connect", "ReadValue"])
    }

    @Test
    func disconnect_waits_untilTheLinkIsDown() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Disconnect", .reply([]))
        let connection = try await stage.connect()
        let isDone = Atomic<Bool>(false)
        async let end: Void = {
            await connection.disconnect()
            isDone.store(true, ordering: .sequentiallyConsistent)
        }()
        await stage.pass(.milliseconds(300))
        try await stage.daemon.call("GetAll", count: 2)
        let wasDone = isDone.load(ordering: .sequentiallyConsistent)
        #expect(!wasDone)
        await stage.daemon.disconnect(.device(.rest))
        await end
    }

    @Test
    func disconnect_looksItself_whenNothingIsSignalled() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Disconnect", .reply([]))
        let connection = try await stage.connect()
        async let end: Void = connection.disconnect()
        try await stage.daemon.call("Disconnect")
        await stage.daemon.set(.device(.rest), BlueZName.device, ScriptedBluetoothd.down, isSignalled: false)
        await stage.pass(.milliseconds(300))
        await end
    }

    @Test
    func disconnect_givesUp_afterSixSeconds() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Disconnect", .held)
        let connection = try await stage.connect()
        async let end: Void = connection.disconnect()
        try await stage.daemon.call("Disconnect")
        await stage.clock.waitForSleepers(2)
        stage.clock.advance(by: .seconds(6))
        await end
        await connection.waitUntilDisconnected()
    }

    @Test(arguments: ["org.bluez.Error.NotConnected", "org.freedesktop.DBus.Error.UnknownObject"])
    func disconnect_isDone_whenThereIsNothingToEnd(error: String) async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("Disconnect", .error(error))
        let connection = try await stage.connect()
        await connection.disconnect()
        await connection.waitUntilDisconnected()
    }

    @Test
    func disconnect_isAskedForOnce_howeverOftenItIsCalled() async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        async let first: Void = connection.disconnect()
        async let second: Void = connection.disconnect()
        _ = await (first, second)
        await connection.disconnect()
        #expect(await stage.daemon.members == ["Connect", "Disconnect"])
    }

    @Test
    func disconnect_isAskedFor_inACancelledTask() async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await connection.disconnect()
        }
        await task.value
        try await stage.daemon.call("Disconnect")
        await connection.waitUntilDisconnected()
    }

    @Test
    func wait_ends_whenItsTaskIsCancelled() async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        let task = Task { await connection.waitUntilDisconnected() }
        task.cancel()
        await task.value
        #expect(try await connection.read(Self.read) == [7])
    }

    @Test
    func close_releasesEveryDevice_alsoOneThatIsBeingConnected() async throws {
        let stage = try await Stage(knows: .rest, .other, .address(3))
        await stage.daemon.answer("Disconnect", .held, .held, .held)
        _ = try await stage.connect()
        _ = try await stage.central.connect(to: .other)
        await stage.daemon.answer("Connect", .held)
        async let attempt = failure { _ = try await stage.central.connect(to: .address(3)) }
        try await stage.daemon.call("Connect", count: 3)
        await stage.central.close()
        #expect(await attempt?.code == .unavailable)
        try await stage.daemon.call("Disconnect", count: 3)
        let devices = await stage.daemon.calls.filter { $0.member == "Disconnect" }.map(\.path)
        #expect(devices.sorted() == [.device(.rest), .device(.other), .device(.address(3))])
    }
}
