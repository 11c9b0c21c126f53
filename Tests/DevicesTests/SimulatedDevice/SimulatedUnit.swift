// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SimulatedDevice
import SleepModel
import SystemClock
import Testing
import TransportConformance

/// A simulated device with the parts a test holds on to.
struct SimulatedUnit {
    static let command = BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let reply = BluetoothUUID(0x0224_0003, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    static let feedback = BluetoothUUID(0x0226_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    /// 2026-05-24T20:28:32Z, which the device shows as 6A135F70.
    static let start = Instant(secondsSince1970: 0x6A13_5F70)

    let clock = ManualClock(wall: start, boot: .milliseconds(12_345))
    let journal = SimulationJournal()
    let address: MacAddress
    let absentAddress: MacAddress
    let peripheral: SimulatedPeripheral

    init(
        state: DeviceState = SimulatedRest.initialState, profile: RestProfile = RestProfile(), lag: Duration = .zero,
        faults: RestFaultPlan? = nil
    ) throws {
        address = try #require(MacAddress(rawValue: "DC:06:41:DC:1A:B4"))
        absentAddress = try #require(MacAddress(rawValue: "DC:06:41:DC:1A:B5"))
        peripheral = SimulatedPeripheral(
            name: "Sophie", state: state, profile: profile, lag: lag, faults: faults, clock: clock, journal: journal)
    }

    /// Runs `body` with a transport to the device inside the process.
    func inProcess<Value: Sendable>(
        _ body: @Sendable (SimulatedTransport) async throws -> Value
    ) async throws -> Value {
        let peripheral = peripheral
        return try await alongside {
            try await peripheral.run()
        } body: {
            try await body(SimulatedTransport(devices: [address: peripheral], clock: clock))
        }
    }

    /// Runs `body` with a transport to the device through sockets.
    func overSockets<Value: Sendable>(
        _ body: @Sendable (SimulatedTransport, String) async throws -> Value
    ) async throws -> Value {
        let path = temporaryPath()
        let peripheral = peripheral
        let server = SimulatedDeviceServer(address: address, socketPath: path, clock: HostClock())
        return try await alongside {
            try await server.serve(peripheral)
        } body: {
            try await body(SimulatedTransport(socketPaths: [path], clock: HostClock()), path)
        }
    }

    func fixture(_ transport: any CentralTransport) -> TransportFixture {
        let peripheral = peripheral
        return TransportFixture(
            transport: transport, address: address, absentAddress: absentAddress, readable: BluetoothUUID(0x2A24),
            readableValue: Array("RestNoSD".utf8), writable: Self.command, command: Array("SV10".utf8),
            notifying: Self.reply, reply: Array("OK".utf8), absent: BluetoothUUID(0x2A00),
            reconnections: 50, dropConnection: { await peripheral.dropConnection() })
    }
}

/// Runs `service` until `body` has ended.
func alongside<Value: Sendable>(
    _ service: @escaping @Sendable () async throws -> Void, body: @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await service() }
        let value = try await body()
        group.cancelAll()
        while true {
            do {
                guard try await group.next() != nil else { return value }
            } catch is CancellationError {
                continue
            }
        }
    }
}

/// A path for a file or socket of this test alone, short enough for a socket.
func temporaryPath() -> String {
    "/tmp/lull-" + String(UInt64.random(in: .min ... .max), radix: 36)
}
