// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

/// Everything that can happen while nothing is asked of bluetoothd and something is awaited from it: the wait ends in time,
/// and what is done afterwards works.
@Suite(.timeLimit(.minutes(2)))
struct EveryWaitTests {
    /// What is awaited.
    enum Wait: CaseIterable, Sendable {
        /// A search runs, and the device is not heard.
        case device
        /// The link stands, and bluetoothd does not say that it knows the services.
        case services
        /// bluetoothd has subscribed, and the device notifies nothing.
        case notification
        /// bluetoothd has taken the end of the connection, and the link stays up.
        case release

        /// The call after which it is awaited.
        var call: String {
            switch self {
            case .device: "StartDiscovery"
            case .services: "Connect"
            case .notification: "StartNotify"
            case .release: "Disconnect"
            }
        }
    }

    /// What happens meanwhile.
    enum Event: CaseIterable, Sendable {
        case nothing
        case restart
        case cancellation
        case adapterOff
        case adapterGone
        case deviceGone
        case linkLost
    }

    /// No command waits for longer: a connection has 45 seconds, and its end a few more.
    private static let limit = Duration.seconds(60)

    @Test(arguments: Wait.allCases, Event.allCases)
    func waitEnds_andEverythingWorksAgain_whateverHappens(wait: Wait, event: Event) async throws {
        let stage = try await Stage()
        try await Self.prepare(stage, for: wait)
        let driver = Task { await Self.passTime(stage) }
        defer { driver.cancel() }
        let begun = stage.clock.now().boot
        let use = Task { try await Self.use(stage, until: wait) }
        try await stage.daemon.call(wait.call)
        await Self.happen(event, to: stage, use)
        // A stream of notifications ends by nothing but these.
        if wait == .notification, event == .nothing { use.cancel() }
        _ = await use.result
        #expect(stage.clock.now().boot - begun < Self.limit)
        try await Self.restore(stage)
        #expect(try await Self.read(stage) == [7])
        let device = await stage.daemon.objects[.device(.rest)]?[BlueZName.device]
        #expect(device?["Connected"]?.boolean == false)
        await stage.central.close()
    }

    private static func prepare(_ stage: Stage, for wait: Wait) async throws {
        switch wait {
        case .device: break
        case .services:
            await stage.daemon.setOnAir([.rest])
            await stage.daemon.setResolvesServices(false)
        case .notification: await stage.daemon.setOnAir([.rest])
        case .release:
            await stage.daemon.setOnAir([.rest])
            await stage.daemon.answer("Disconnect", .reply([]))
        }
    }

    private static func use(_ stage: Stage, until wait: Wait) async throws {
        let connection = try await stage.central.connect(to: .rest)
        if wait == .notification, let stream = try? await connection.notifications(of: ScriptedBluetoothd.notified) {
            for await _ in stream {}
        }
        await connection.disconnect()
    }

    private static func happen(_ event: Event, to stage: Stage, _ use: Task<Void, any Error>) async {
        switch event {
        case .nothing: break
        case .restart:
            await stage.daemon.vanish()
            try? await stage.daemon.appear()
        case .cancellation: use.cancel()
        case .adapterOff: await stage.daemon.set(.hci0, BlueZName.adapter, ["Powered": .boolean(false)])
        case .adapterGone: await stage.daemon.remove(.hci0)
        case .deviceGone: await stage.daemon.remove(.device(.rest))
        case .linkLost: await stage.daemon.disconnect(.device(.rest))
        }
        // Its radio has no links while it is off or away.
        guard event == .adapterOff || event == .adapterGone else { return }
        await stage.daemon.disconnect(.device(.rest))
    }

    /// Makes everything as it is on a good day.
    private static func restore(_ stage: Stage) async throws {
        await stage.daemon.run { daemon in
            daemon.forgetScripts()
            daemon.setResolvesServices(true)
            daemon.setOnAir([.rest])
            daemon.disconnect(.device(.rest))
            daemon.add(.hci0, ScriptedBluetoothd.adapter("00:AA:01:00:00:00"))
        }
    }

    /// Lets time pass while the bus has nothing to do.
    private static func passTime(_ stage: Stage) async {
        while !Task.isCancelled {
            await stage.clock.waitForSleeper(within: .seconds(60))
            for _ in 0..<3 { await stage.daemon.reachBus() }
            stage.clock.advance(by: .milliseconds(500))
        }
    }

    private static func read(_ stage: Stage) async throws -> [UInt8] {
        let connection = try await stage.central.connect(to: .rest)
        let value = try? await connection.read(ScriptedBluetoothd.read)
        await connection.disconnect()
        return value ?? []
    }
}
