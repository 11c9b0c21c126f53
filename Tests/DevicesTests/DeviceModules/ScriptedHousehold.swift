// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import HatchRest
import Logging
import SleepModel
import Testing

/// The modules of one device over a scripted transport, on a clock that stands still.
struct ScriptedHousehold {
    static let address = "DC:06:41:DC:1A:B4"
    /// On, amber at 40 %, rain at 30 %.
    static let playing = DeviceState(
        isOn: true, light: amber(102), sound: SoundID(rawValue: 7), volume: Level(rawValue: 77))
    /// Off, and would come on white with the ocean at full volume.
    static let off = DeviceState(
        isOn: false, light: Light(.color(RGBColor(red: 255, green: 255, blue: 255)), brightness: .full),
        sound: SoundID(rawValue: 5), volume: .full)

    static func amber(_ brightness: UInt8) -> Light {
        Light(.color(RGBColor(red: 255, green: 137, blue: 14)), brightness: Level(rawValue: brightness))
    }

    /// What makes `playing` true.
    static let play: [DeviceAction] = [
        .power(true), .sound(SoundID(rawValue: 7)), .volume(Level(rawValue: 77)), .light(amber(102)),
    ]

    let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000), boot: .seconds(1000))
    let transport = ScriptedTransport()
    let policy: ConnectionPolicy
    let emitter: DeviceStateEmitter
    let connection: DeviceConnection
    let sender: IoTActionSender
    let address: MacAddress

    init(policy: ConnectionPolicy = ConnectionPolicy(), reports: [DeviceState] = [playing]) throws {
        self.policy = policy
        address = try #require(MacAddress(rawValue: Self.address))
        emitter = DeviceStateEmitter(clock: clock, radioClock: clock)
        let factory = DeviceConnectionStateFactory(
            transport: transport, clock: clock, policy: policy,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, jitter: { 0.5 })
        connection = factory.makeConnection(address: address, codec: HatchRestCodec(), emitter: emitter)
        sender = factory.makeActionSender(
            connection: connection, address: address, codec: HatchRestCodec(), emitter: emitter)
        transport.setReports(reports)
    }

    /// Performs a desired state while time passes in steps of `step` whenever somebody pauses; time limits are no
    /// pauses.
    func perform(_ desired: DesiredState, asTimePassesBy step: Duration) async -> DeliveryOutcome {
        await whilePausesPass(by: step) { [sender] in await sender.perform(desired).outcome }
    }

    /// Does `body` while time passes by `step`, or by the pause between two looks, whenever somebody pauses.
    func whilePausesPass<Value: Sendable>(
        by step: Duration? = nil, _ body: @escaping @Sendable () async throws -> Value
    ) async rethrows -> Value {
        let driver = Task { [clock, policy] in
            while !Task.isCancelled {
                await clock.waitForSleeper(within: policy.settlePause)
                clock.advance(by: step ?? policy.settlePause)
            }
        }
        defer { driver.cancel() }
        return try await body()
    }

    /// Does `body` while time passes whenever nobody has anything to do.
    func whileTimePasses<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await SimulatedClock(clock).run { try await body() }
    }

    /// Runs the connection's own loop until `body` has ended.
    func whileRunning<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [connection] in await connection.run() }
            defer { group.cancelAll() }
            return try await body()
        }
    }
}
