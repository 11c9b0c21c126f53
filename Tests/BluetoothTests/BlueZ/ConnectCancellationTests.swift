// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct ConnectCancellationTests {
    /// Every point at which an attempt to connect waits for something.
    enum Point: CaseIterable {
        case snapshot, adapter, startOfDiscovery, search, foreignConnection, connect, look, services, list, pause
        case previousConnection

        /// Leads an attempt there, and returns when it waits.
        func reach(_ stage: Stage, _ attempt: () -> Void) async throws {
            let daemon = stage.daemon
            switch self {
            case .snapshot:
                await daemon.answer("GetManagedObjects", .held)
                attempt()
                try await daemon.call("GetManagedObjects")
            case .adapter:
                await daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
                attempt()
                await stage.clock.waitForSleeper(within: BlueZClient.adapterPatience)
            case .startOfDiscovery, .search:
                await daemon.remove(.device(.rest))
                if self == .startOfDiscovery { await daemon.answer("StartDiscovery", .held) }
                attempt()
                try await daemon.call("StartDiscovery")
            case .foreignConnection:
                await daemon.connect(.device(.rest))
                attempt()
                await stage.clock.waitForSleeper(within: .seconds(3))
            case .connect:
                await daemon.answer("Connect", .held)
                attempt()
                try await daemon.call("Connect")
            case .look:
                await daemon.answer("GetAll", .held)
                attempt()
                try await daemon.call("GetAll")
            case .services:
                await daemon.setResolvesServices(false)
                attempt()
                await stage.clock.waitForSleeper(within: .milliseconds(200))
            case .list:
                await daemon.answer("GetManagedObjects", .usual, .held)
                attempt()
                try await daemon.call("GetManagedObjects", count: 2)
            case .pause:
                await daemon.answer("Connect", .error("org.bluez.Error.Failed"))
                attempt()
                await stage.clock.waitForSleeper(within: .milliseconds(300))
            case .previousConnection:
                await daemon.answer("Disconnect", .reply([]))
                let connection = try await stage.connect()
                let ending = Task { await connection.disconnect() }
                ending.cancel()
                await ending.value
                try await daemon.call("Disconnect")
                attempt()
                await stage.clock.waitForSleeper(within: .seconds(6))
            }
        }

        /// Lets what was held go on.
        func resume(_ stage: Stage) async throws {
            let daemon = stage.daemon
            for member in ["GetManagedObjects", "StartDiscovery", "Connect", "GetAll"] { await daemon.release(member) }
            await daemon.setResolvesServices(true)
            await daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(true)])
            if [.foreignConnection, .previousConnection].contains(self) { await daemon.disconnect(.device(.rest)) }
        }
    }

    @Test(arguments: Point.allCases)
    func connect_leavesNothing_whenCancelled(point: Point) async throws {
        let stage = try await Stage(knows: .rest)
        var task: Task<GATTError.Code?, Never>?
        try await point.reach(stage) { task = Task { await failure { _ = try await stage.connect() }?.code } }
        task?.cancel()
        #expect(await task?.value == .cancelled)
        try await point.resume(stage)
        try await stage.daemon.wait { daemon in
            let counts = ["Connect", "Disconnect", "StartDiscovery", "StopDiscovery"].map { member in
                daemon.calls.count { $0.member == member }
            }
            return counts[0] == counts[1] && counts[2] == counts[3]
        }
        // Nothing of it is in the way of the next.
        async let next = stage.connect()
        if [.startOfDiscovery, .search].contains(point) {
            try await stage.daemon.call("StartDiscovery", count: 2)
            await stage.daemon.hear(.rest)
        }
        #expect(try await next.read(ScriptedBluetoothd.read) == [7])
    }

    @Test
    func connect_throwsCancelled_inACancelledTask_withoutAskingForAnything() async throws {
        let stage = try await Stage(knows: .rest)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure { _ = try await stage.connect() }?.code
        }
        #expect(await task.value == .cancelled)
        #expect(await stage.daemon.members == [])
    }
}
