// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import Logging
import SecondProduct
import SimulatedDevice
import SleepModel
import Testing

/// The device modules of one lamp, the very ones that speak to a Rest, on a clock that is driven by hand.
struct GlowLampHouse {
    static let red = RGBColor(red: 255, green: 20, blue: 3)

    let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000), boot: .seconds(1000))
    let lamp = GlowLamp()
    let transport: SimulatedTransport
    let emitter: DeviceStateEmitter
    let connection: DeviceConnection
    let sender: IoTActionSender

    init() throws {
        let address = try #require(MacAddress(rawValue: "C4:64:E3:00:00:07"))
        let codec = GlowLampCodec()
        transport = SimulatedTransport(devices: [address: lamp], clock: clock)
        let factory = DeviceConnectionStateFactory(
            transport: transport, clock: clock, policy: ConnectionPolicy(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, jitter: { 0.5 })
        emitter = factory.makeEmitter(clock: clock)
        connection = factory.makeConnection(address: address, codec: codec, emitter: emitter)
        sender = factory.makeActionSender(connection: connection, address: address, codec: codec, emitter: emitter)
    }

    /// Asks for actions that are to be verified.
    func perform(_ actions: [DeviceAction], ifOff: [DeviceAction] = []) async -> DeliveryReport {
        await sender.perform(DesiredState(sequence: 1, actions: actions, actionsIfOff: ifOff))
    }

    /// Does `body` while time passes by as much as somebody pauses; time limits are no pauses.
    func whilePausesPass<Value: Sendable>(_ body: @Sendable () async throws -> Value) async rethrows -> Value {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in
                while !Task.isCancelled {
                    await clock.waitForSleeper(within: .milliseconds(350))
                    clock.advance(by: .milliseconds(50))
                }
            }
            defer { group.cancelAll() }
            return try await body()
        }
    }

    /// Waits until what is known of the lamp is as `condition` says.
    func waitUntilKnown(_ condition: (ObservedState) -> Bool) async {
        for await observed in emitter.updates() where condition(observed) { return }
    }
}
