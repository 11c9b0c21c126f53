// SPDX-License-Identifier: Apache-2.0

import GATT
import Testing

/// What every peripheral transport has to do, as cases to be run against a fixture of each.
public enum PeripheralConformance: String, CaseIterable, Sendable {
    case advertisements_carryTheContent
    case advertisements_followTheContent
    case advertisements_stop_whileThereIsNoContent
    case device_isToldOfEachConnectionOnce
    case central_isDisconnected_whenTurnedAway
    case read_givesThePresentValue
    case read_givesTheDefinedValue_whenItNeverChanges
    case writes_arriveInOrder_acknowledged
    case writes_arriveInOrder_unacknowledged
    case notifications_beginWithTheSubscription
    case notifications_arriveInOrder
    case central_isDisconnected_whenTheDeviceAsks
    case central_isDisconnected_whenServingIsCancelled
    case serve_offersTheDeviceAgain_afterCancellation

    /// Runs the case; what does not hold is recorded as an issue.
    public func run(on fixture: PeripheralFixture) async throws {
        let stage = Stage(fixture: fixture, device: ScriptedDevice())
        switch self {
        case .advertisements_carryTheContent:
            try await stage.serve { try await stage.waitUntilHeard([1, 2, 3]) }
        case .advertisements_followTheContent:
            try await stage.serve {
                for data in [[1, 2, 3], [4], [5, 6]] as [[UInt8]] {
                    await stage.device.advertise(data)
                    try await stage.waitUntilHeard(data)
                }
            }
        case .advertisements_stop_whileThereIsNoContent: try await stage.serve { try await stage.pause() }
        case .device_isToldOfEachConnectionOnce:
            try await stage.serve {
                for _ in 0..<2 { try await stage.visit { _ in } }
            }
            await stage.expect([.connected, .disconnected, .connected, .disconnected])
        case .central_isDisconnected_whenTurnedAway: try await stage.serve { try await stage.turnAway() }
        case .read_givesThePresentValue:
            try await stage.serve {
                try await stage.visit { connection in
                    for value in (1...3).map(ScriptedDevice.value) {
                        await stage.device.setChangingValue(value)
                        try await stage.expect(value, of: ScriptedDevice.changing, on: connection)
                    }
                }
            }
        case .read_givesTheDefinedValue_whenItNeverChanges:
            try await stage.serve {
                try await stage.visit { connection in
                    try await stage.expect(ScriptedDevice.value(0), of: ScriptedDevice.constant, on: connection)
                }
            }
        case .writes_arriveInOrder_acknowledged: try await stage.write(acknowledged: true)
        case .writes_arriveInOrder_unacknowledged: try await stage.write(acknowledged: false)
        case .notifications_beginWithTheSubscription:
            try await stage.serve {
                try await stage.visit { connection in
                    try await connection.write([1], to: ScriptedDevice.written, acknowledged: true)
                    await stage.device.wait(for: .wrote([1]))
                    var values = try await connection.notifications(of: ScriptedDevice.notified).makeAsyncIterator()
                    try await connection.write([2], to: ScriptedDevice.written, acknowledged: true)
                    #expect(await values.next() == [2])
                }
            }
        case .notifications_arriveInOrder:
            try await stage.serve {
                try await stage.visit { connection in
                    var values = try await connection.notifications(of: ScriptedDevice.notified).makeAsyncIterator()
                    for value in Stage.values {
                        try await connection.write(value, to: ScriptedDevice.written, acknowledged: true)
                    }
                    for value in Stage.values { #expect(await values.next() == value) }
                }
            }
        case .central_isDisconnected_whenTheDeviceAsks:
            try await stage.serve {
                try await stage.visit { connection in
                    await stage.device.disconnectCentral()
                    await connection.waitUntilDisconnected()
                    await stage.device.wait(for: .disconnected)
                }
                try await stage.visit { _ in }
            }
            await stage.expect([.connected, .disconnected, .connected, .disconnected])
        case .central_isDisconnected_whenServingIsCancelled:
            let connection = try await stage.serve { try await fixture.central.connect(to: fixture.address) }
            await stage.expect([.connected, .disconnected])
            await connection.waitUntilDisconnected()
        case .serve_offersTheDeviceAgain_afterCancellation:
            for _ in 0..<2 {
                try await stage.serve {
                    try await stage.waitUntilHeard([1, 2, 3])
                    try await stage.visit { _ in }
                }
            }
            await stage.expect([.connected, .disconnected, .connected, .disconnected])
        }
        let events = await stage.device.events
        #expect(!events.contains(.overlap))
        #expect(!events.contains(.stranger))
    }
}

/// A device, the transport that serves it, and the central that visits it.
private struct Stage: Sendable {
    static let values = (1...20).map(ScriptedDevice.value)

    let fixture: PeripheralFixture
    let device: ScriptedDevice

    /// Returns what `body` returns while the device is served, when that has been cancelled after it.
    @discardableResult
    func serve<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                try await fixture.peripheral.serve(device)
                return nil
            }
            group.addTask { try await body() }
            let value = try await group.next() ?? nil
            group.cancelAll()
            try await group.waitForAll()
            return try #require(value, "The transport stopped serving by itself.")
        }
    }

    /// Runs `body` on a connection, and waits until the device knows that it has ended.
    func visit(_ body: (any PeripheralConnection) async throws -> Void) async throws {
        let earlier = await device.events.count { $0 == .connected }
        try await fixture.central.withConnection(to: fixture.address, body)
        await device.wait(for: .disconnected, count: earlier + 1)
    }

    func expect(_ events: [ScriptedDevice.Event]) async {
        #expect(await device.events == events)
    }

    func expect(
        _ value: [UInt8], of characteristic: BluetoothUUID, on connection: any PeripheralConnection
    ) async throws {
        #expect(try await connection.read(characteristic) == value)
    }

    /// What the device advertises as the central hears it from now on.
    func advertisements() async throws(GATTError) -> some AsyncSequence<[UInt8]?, Never> & Sendable {
        try await fixture.central.advertisements(.attentive).filter { $0.address == fixture.address }
            .map { $0.manufacturerData[ScriptedDevice.company] }
    }

    func waitUntilHeard(_ data: [UInt8]) async throws {
        #expect(try await advertisements().contains(data))
    }

    /// Advertises, then nothing, then something else, which has to be the first that is heard from then on.
    func pause() async throws {
        try await waitUntilHeard([1, 2, 3])
        await device.advertise(nil)
        let before = try await advertisements()
        await withTaskGroup(of: Void.self) { group in
            // A transport need not ask while nobody listens.
            group.addTask { for await _ in before {} }
            await device.waitUntilAsked()
            group.cancelAll()
        }
        async let first = advertisements().first { _ in true }
        await device.waitUntilAsked()
        await device.advertise([4])
        #expect(try await first == [4])
    }

    func turnAway() async throws {
        await device.setTurnsCentralsAway(true)
        // The central may or may not get as far as a connection.
        try? await fixture.central.connect(to: fixture.address).waitUntilDisconnected()
        await device.wait(for: .turnedAway)
        await device.setTurnsCentralsAway(false)
        try await visit { _ in }
        #expect(await device.events.filter { $0 != .turnedAway } == [.connected, .disconnected])
    }

    func write(acknowledged: Bool) async throws {
        try await serve {
            try await visit { connection in
                for value in Self.values {
                    try await connection.write(value, to: ScriptedDevice.written, acknowledged: acknowledged)
                }
                await device.wait(for: .wrote(Self.values[19]))
            }
        }
        await expect([.connected] + Self.values.map { .wrote($0) } + [.disconnected])
    }
}
