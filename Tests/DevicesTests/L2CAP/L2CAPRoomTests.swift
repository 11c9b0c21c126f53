// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import Glibc
import SimulatedDevice
import SleepModel
import Testing

@testable import L2CAPTransport

/// An adapter that has no room for another link, of which the kernel says `EMLINK`.
@Suite(.timeLimit(.minutes(1)))
struct L2CAPRoomTests {
    private let rest: SimulatedUnit
    private let kernel: ScriptedKernel
    private let neighbour: MacAddress
    private let stranger: MacAddress
    private let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000), boot: .seconds(1000))

    init() throws {
        rest = try SimulatedUnit()
        kernel = ScriptedKernel(rest.peripheral, at: PeripheralAddress(rest.address, .random))
        neighbour = try #require(MacAddress(rawValue: "D1:6E:00:00:00:02"))
        stranger = try #require(MacAddress(rawValue: "D1:6E:00:00:00:03"))
        kernel.serve(PeripheralAddress(neighbour, .random))
    }

    @Test func connect_endsTheIdlestConnection_whenTheAdapterHasNoRoom() async throws {
        let (kernel, rest, neighbour, clock) = (kernel, rest, neighbour, clock)
        let central = L2CAPCentral(kernel, adapter: "hci2", companies: [0x0434], clock: clock)
        try await alongside {
            try await kernel.run()
        } body: {
            let idle = try await central.connect(to: neighbour, kind: .random)
            clock.advance(by: ConnectionRoom.idleTime)
            kernel.failConnections(with: [EMLINK])
            async let connection = central.connect(to: rest.address, kind: .random)
            await idle.waitUntilDisconnected()
            // The device may need another attempt until it knows that the link before has ended.
            let driver = Task {
                while !Task.isCancelled {
                    await clock.waitForSleeper(within: ConnectionAttempts.roomPause)
                    clock.advance(by: ConnectionAttempts.roomPause)
                }
            }
            defer { driver.cancel() }
            #expect(try await connection.read(BluetoothUUID(0x2A24)) == Array("RestNoSD".utf8))
        }
        #expect(kernel.called.prefix(3).map(\.address) == [neighbour, rest.address, rest.address])
    }

    @Test func connect_saysWhoHoldsTheConnections_whenNoneIsIdle() async throws {
        let (kernel, rest, neighbour, clock) = (kernel, rest, neighbour, clock)
        kernel.setForeign(PeripheralAddress(stranger, .random), PeripheralAddress(neighbour, .random))
        let central = L2CAPCentral(
            kernel, adapter: "hci2", companies: [0x0434], clock: clock, budget: ConnectionAttempts.roomPause)
        try await alongside {
            try await kernel.run()
        } body: {
            let used = try await central.connect(to: neighbour, kind: .random)
            clock.advance(by: ConnectionRoom.idleTime)
            _ = try await used.read(BluetoothUUID(0x2A24))
            clock.advance(by: ConnectionRoom.idleTime - .seconds(1))
            kernel.failConnections(with: [EMLINK])
            let error = await #expect(throws: GATTError.self) {
                _ = try await central.connect(to: rest.address, kind: .random)
            }
            #expect(
                error
                    == GATTError(
                        .noRoom,
                        "Lull cannot connect to \(rest.address): The Bluetooth adapter hci2 has no room for another "
                            + "connection; it is connected to \(neighbour), \(stranger).",
                        advice: "Disconnect another device: `sudo btmgmt --index hci2 con` lists them."))
            #expect(try await used.read(BluetoothUUID(0x2A24)) == Array("RestNoSD".utf8))
        }
    }
}
