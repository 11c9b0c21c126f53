// SPDX-License-Identifier: Apache-2.0

import GATT
import Testing

/// What every central transport has to do, as cases to be run against a fixture of each.
public enum TransportConformance: String, CaseIterable, Sendable {
    case advertisements_showThePeripheral
    case advertisements_end_whenTheTaskIsCancelled
    case connect_isCancellable_whileNobodyAnswers
    case connect_throwsCancelled_inACancelledTask
    case connect_isRefused_whileAnotherCentralIsConnected
    case connect_succeedsAgain_afterEachDisconnect
    case forgetCharacteristics_leavesThePeripheralInReach
    case read_givesTheValue
    case read_givesEachCallerItsValue_whenManyReadAtOnce
    case read_throwsCancelled_inACancelledTask
    case write_leadsToANotification_acknowledged
    case write_leadsToANotification_unacknowledged
    case write_keepsOrder_whenUnacknowledged
    case everything_throwsNoSuchCharacteristic_forAnAbsentOne
    case disconnect_endsStreamsAndWaiters
    case disconnect_mayBeCalledTwice
    case everything_throwsDisconnected_afterDisconnect
    case peripheral_endsStreamsAndWaiters_byDisconnecting
    case waitUntilDisconnected_returns_whenTheTaskIsCancelled
    case advertisements_end_whenTheTransportIsClosed
    case close_endsConnections
    case close_endsAttemptsToConnect
    case everything_throws_afterClose

    /// Runs the case; what does not hold is recorded as an issue.
    public func run(on fixture: TransportFixture) async throws {
        switch self {
        case .advertisements_showThePeripheral: try await Self.showPeripheral(fixture)
        case .advertisements_end_whenTheTaskIsCancelled: try await Self.endAdvertisements(fixture)
        case .connect_isCancellable_whileNobodyAnswers: await Self.cancelConnecting(fixture)
        case .connect_throwsCancelled_inACancelledTask:
            let code = await inCancelledTask { try await fixture.transport.connect(to: fixture.address).disconnect() }
            #expect(code == .cancelled)
            try await connected(fixture) { _ in }
        case .connect_isRefused_whileAnotherCentralIsConnected: try await Self.refuseSecond(fixture)
        case .connect_succeedsAgain_afterEachDisconnect:
            for _ in 0..<fixture.reconnections { try await connected(fixture) { try await Self.read($0, fixture) } }
        case .forgetCharacteristics_leavesThePeripheralInReach:
            try await connected(fixture) { try await Self.read($0, fixture) }
            _ = await fixture.transport.forgetCharacteristics(of: fixture.address)
            try await connected(fixture) { try await Self.read($0, fixture) }
        case .read_givesTheValue: try await connected(fixture) { try await Self.read($0, fixture) }
        case .read_givesEachCallerItsValue_whenManyReadAtOnce:
            try await connected(fixture) { connection in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<20 { group.addTask { try await Self.read(connection, fixture) } }
                    try await group.waitForAll()
                }
            }
        case .read_throwsCancelled_inACancelledTask:
            try await connected(fixture) { connection in
                let code = await inCancelledTask { _ = try await connection.read(fixture.readable) }
                #expect(code == .cancelled)
            }
        case .write_leadsToANotification_acknowledged: try await Self.exchange(fixture, acknowledged: true)
        case .write_leadsToANotification_unacknowledged: try await Self.exchange(fixture, acknowledged: false)
        case .write_keepsOrder_whenUnacknowledged: try await Self.keepOrder(fixture)
        case .everything_throwsNoSuchCharacteristic_forAnAbsentOne:
            try await connected(fixture) { connection in
                #expect(
                    await Self.codes(connection, fixture.absent)
                        == Array(repeating: GATTError.Code.noSuchCharacteristic, count: 4))
                try await Self.read(connection, fixture)
            }
        case .disconnect_endsStreamsAndWaiters:
            try await Self.endStreams(fixture) { await $0.disconnect() }
        case .disconnect_mayBeCalledTwice:
            try await connected(fixture) { await $0.disconnect() }
        case .everything_throwsDisconnected_afterDisconnect:
            try await connected(fixture) { connection in
                await connection.disconnect()
                #expect(
                    await Self.codes(connection, fixture.readable)
                        == Array(repeating: GATTError.Code.disconnected, count: 4))
            }
        case .peripheral_endsStreamsAndWaiters_byDisconnecting:
            try await Self.endStreams(fixture) { _ in await fixture.dropConnection() }
        case .waitUntilDisconnected_returns_whenTheTaskIsCancelled:
            try await connected(fixture) { connection in
                await inCancelledTask { await connection.waitUntilDisconnected() }
                try await Self.read(connection, fixture)
            }
        case .advertisements_end_whenTheTransportIsClosed: try await Self.closeWhileListening(fixture)
        case .close_endsConnections:
            try await Self.endStreams(fixture) { _ in await fixture.transport.close() }
        case .close_endsAttemptsToConnect: await Self.closeWhileConnecting(fixture)
        case .everything_throws_afterClose:
            await fixture.transport.close()
            await fixture.transport.close()
            let codes = [
                await failure { _ = try await fixture.transport.connect(to: fixture.address) },
                await failure { _ = try await fixture.transport.advertisements(.attentive) },
                await failure { _ = try await fixture.transport.advertisements(.occasional) },
            ]
            #expect(codes == Array(repeating: GATTError.Code.unavailable, count: 3))
        }
    }

    private static func showPeripheral(_ fixture: TransportFixture) async throws {
        // There may be others on the air.
        let stream = try await fixture.transport.advertisements(.attentive)
        #expect(await stream.first { $0.address == fixture.address } != nil)
    }

    private static func endAdvertisements(_ fixture: TransportFixture) async throws {
        let stream = try await fixture.transport.advertisements(.attentive)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in stream {} }
            group.cancelAll()
        }
    }

    private static func cancelConnecting(_ fixture: TransportFixture) async {
        await withTaskGroup(of: GATTError.Code?.self) { group in
            group.addTask {
                await failure { _ = try await fixture.transport.connect(to: fixture.absentAddress) }
            }
            group.cancelAll()
            for await code in group { #expect(code == .cancelled) }
        }
    }

    private static func closeWhileListening(_ fixture: TransportFixture) async throws {
        let stream = try await fixture.transport.advertisements(.attentive)
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in stream { arrival.yield() }
                arrival.finish()
            }
            for await _ in arrivals { break }
            await fixture.transport.close()
        }
    }

    private static func closeWhileConnecting(_ fixture: TransportFixture) async {
        await withTaskGroup(of: GATTError.Code?.self) { group in
            group.addTask {
                await failure { _ = try await fixture.transport.connect(to: fixture.absentAddress) }
            }
            await fixture.transport.close()
            for await code in group { #expect(code == .cancelled || code == .unavailable) }
        }
    }

    private static func refuseSecond(_ fixture: TransportFixture) async throws {
        try await connected(fixture) { connection in
            let code = await failure { try await fixture.transport.connect(to: fixture.address).disconnect() }
            #expect(code == .connectionFailed)
            try await read(connection, fixture)
        }
    }

    private static func read(_ connection: any PeripheralConnection, _ fixture: TransportFixture) async throws {
        #expect(try await connection.read(fixture.readable) == fixture.readableValue)
    }

    private static func exchange(_ fixture: TransportFixture, acknowledged: Bool) async throws {
        try await connected(fixture) { connection in
            var replies = try await connection.notifications(of: fixture.notifying).makeAsyncIterator()
            for _ in 0..<3 {
                try await connection.write(fixture.command, to: fixture.writable, acknowledged: acknowledged)
                #expect(await replies.next() == fixture.reply)
            }
        }
    }

    private static func keepOrder(_ fixture: TransportFixture) async throws {
        try await connected(fixture) { connection in
            var replies = try await connection.notifications(of: fixture.notifying).makeAsyncIterator()
            for _ in 0..<20 {
                try await connection.write(fixture.command, to: fixture.writable, acknowledged: false)
                try await connection.write(fixture.command, to: fixture.writable, acknowledged: true)
            }
            for _ in 0..<40 { #expect(await replies.next() == fixture.reply) }
        }
    }

    private static func codes(
        _ connection: any PeripheralConnection, _ characteristic: BluetoothUUID
    ) async -> [GATTError.Code?] {
        [
            await failure { _ = try await connection.read(characteristic) },
            await failure { try await connection.write([0], to: characteristic, acknowledged: true) },
            await failure { try await connection.write([0], to: characteristic, acknowledged: false) },
            await failure { _ = try await connection.notifications(of: characteristic) },
        ]
    }

    private static func endStreams(
        _ fixture: TransportFixture, by end: @Sendable (any PeripheralConnection) async -> Void
    ) async throws {
        try await connected(fixture) { connection in
            let stream = try await connection.notifications(of: fixture.notifying)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in stream {} }
                group.addTask { await connection.waitUntilDisconnected() }
                await end(connection)
            }
            await connection.waitUntilDisconnected()
            #expect(await failure { _ = try await connection.read(fixture.readable) } == .disconnected)
        }
    }
}

/// Runs `body` on a connection that is ended after it.
private func connected(
    _ fixture: TransportFixture, _ body: (any PeripheralConnection) async throws -> Void
) async throws {
    try await fixture.transport.withConnection(to: fixture.address, body)
}

/// Runs `body` in a task that is cancelled before it starts.
@discardableResult
private func inCancelledTask(_ body: @escaping @Sendable () async throws -> Void) async -> GATTError.Code? {
    await withTaskGroup(of: GATTError.Code?.self) { group in
        group.cancelAll()
        group.addTask { await failure(body) }
        return await group.next() ?? nil
    }
}
