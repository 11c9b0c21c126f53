// SPDX-License-Identifier: Apache-2.0

import GATT
import SimulatedDevice
import Synchronization
import Testing
import TransportConformance

/// A transport that tells of writes behaves like what it rests on.
@Suite(.timeLimit(.minutes(1)))
struct WatchedTransportTests {
    private final class Count: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    @Test(arguments: TransportConformance.allCases)
    func transport_conforms(to requirement: TransportConformance) async throws {
        let unit = try SimulatedUnit()
        try await unit.inProcess { transport in
            var fixture = unit.fixture(transport)
            fixture.transport = WatchedTransport(transport) {}
            try await requirement.run(on: fixture)
        }
    }

    @Test func write_isToldOnce_andNothingElseIs() async throws {
        let unit = try SimulatedUnit()
        let writes = Count()
        try await unit.inProcess { transport in
            let fixture = unit.fixture(transport)
            let watched = WatchedTransport(transport) { writes.add() }
            let connection = try await watched.connect(to: fixture.address)
            _ = try await connection.read(fixture.readable)
            #expect(writes.value == 0)
            try await connection.write([0], to: fixture.writable, acknowledged: true)
            #expect(writes.value == 1)
            await connection.disconnect()
        }
    }
}
