// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import Logging
import SimulatedDevice
import SleepModel
import Testing

@testable import HatchRest

/// The device modules of one simulated Rest with a profile, a lag and faults, on a clock that is driven by hand.
struct SuiteHouse {
    static let start = Instant(secondsSince1970: 1_800_000_000)
    let clock = ManualClock(wall: start, boot: .seconds(1000))
    let journal = SimulationJournal()
    let peripheral: SimulatedPeripheral
    let emitter: DeviceStateEmitter
    let connection: DeviceConnection
    let sender: IoTActionSender
    let codec: HatchRestCodec
    private let address: MacAddress

    init(
        _ profile: RestProfile = RestProfile(), lag: Duration = .milliseconds(300), faults: RestFaultPlan? = nil
    ) throws {
        address = try #require(MacAddress(rawValue: "DC:06:41:00:00:01"))
        peripheral = SimulatedPeripheral(
            name: "Suite", profile: profile, lag: lag, faults: faults, clock: clock, journal: journal)
        codec = HatchRestCodec(Self.dialect(of: profile))
        let factory = Self.factory(peripheral, address, clock, ConnectionPolicy())
        emitter = factory.makeEmitter(clock: clock)
        connection = factory.makeConnection(address: address, codec: codec, emitter: emitter)
        sender = factory.makeActionSender(connection: connection, address: address, codec: codec, emitter: emitter)
    }

    private static func factory(
        _ peripheral: SimulatedPeripheral, _ address: MacAddress, _ clock: ManualClock, _ policy: ConnectionPolicy
    ) -> DeviceConnectionStateFactory {
        DeviceConnectionStateFactory(
            transport: SimulatedTransport(devices: [address: peripheral], clock: clock), clock: clock, policy: policy,
            logger: Logger(label: "suite") { _ in SwiftLogNoOpLogHandler() }, jitter: { 0.5 })
    }

    /// The sender of another process that starts now.
    func successor(_ policy: ConnectionPolicy) -> IoTActionSender {
        let factory = Self.factory(peripheral, address, clock, policy)
        let emitter = factory.makeEmitter(clock: clock)
        let connection = factory.makeConnection(address: address, codec: codec, emitter: emitter)
        return factory.makeActionSender(connection: connection, address: address, codec: codec, emitter: emitter)
    }

    /// How the owner of such a unit has to read it.
    private static func dialect(of profile: RestProfile) -> HatchRestDialect {
        HatchRestDialect(
            zeroPowerByte: profile.has(.powerZeroOff) ? .off : .on,
            timerUnit: profile.has(.timerMinutes) ? .minutes : .seconds)
    }

    /// The commands that reached the device, as text.
    var commands: [String] {
        journal.entries().compactMap { entry in
            guard case .command(let bytes, _) = entry.event else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Does `body` while the device and its link live, and time passes whenever nobody has anything to do.
    func live<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await SimulatedClock(clock).run { [peripheral, connection] in
            try await withThrowingTaskGroup(of: Value?.self) { group in
                group.addTask {
                    try? await peripheral.run()
                    return nil
                }
                group.addTask {
                    await connection.run()
                    return nil
                }
                group.addTask { try await body() }
                defer { group.cancelAll() }
                while let ended = try await group.next() {
                    if let value = ended { return value }
                }
                throw CancellationError()
            }
        }
    }
}
