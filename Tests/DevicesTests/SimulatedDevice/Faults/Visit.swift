// SPDX-License-Identifier: Apache-2.0

import GATT
import SimulatedDevice
import SleepModel
import Testing

/// A central that is connected to a simulated device and reads every notification.
final class Visit {
    let connection: any PeripheralConnection
    private var replies: AsyncStream<[UInt8]>.AsyncIterator
    private var reports: AsyncStream<[UInt8]>.AsyncIterator

    init(_ transport: any CentralTransport, _ address: MacAddress) async throws {
        connection = try await transport.connect(to: address)
        replies = try await connection.notifications(of: SimulatedUnit.reply).makeAsyncIterator()
        reports = try await connection.notifications(of: SimulatedUnit.feedback).makeAsyncIterator()
    }

    func write(_ command: String) async throws {
        try await connection.write(Array(command.utf8), to: SimulatedUnit.command, acknowledged: true)
    }

    /// The next reply as text; nil once the connection has ended.
    func reply() async -> String? {
        let bytes = await replies.next(isolation: nil)
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The next report between its clock and its last three bytes; nil once the connection has ended.
    func report() async -> String? {
        let bytes = await reports.next(isolation: nil)
        return bytes.map { Hexadecimal.text($0.dropFirst(5).dropLast(3)) }
    }

    func read() async throws -> [UInt8] {
        try await connection.read(SimulatedUnit.feedback)
    }
}

extension SimulatedUnit {
    /// A transport of a central of its own.
    var transport: SimulatedTransport { SimulatedTransport(devices: [address: peripheral], clock: clock) }

    /// What the journal has beside connections and states.
    var story: [String] {
        journal.entries().compactMap { entry in
            switch entry.event {
            case .connect, .disconnect, .state: nil
            case .fault(let name): "! \(name)"
            case .command(let bytes, let reply):
                String(decoding: bytes, as: UTF8.self) + " "
                    + (reply.map { String(decoding: $0, as: UTF8.self) } ?? "-")
            }
        }
    }
}
