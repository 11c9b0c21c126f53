// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

@Suite(.timeLimit(.minutes(1)))
struct LinkTests {
    private static let read = ScriptedBluetoothd.read
    private static let written = ScriptedBluetoothd.written
    private static let notified = ScriptedBluetoothd.notified

    private static func path(_ characteristic: BluetoothUUID) -> ObjectPath {
        ScriptedBluetoothd.path(characteristic, of: .device(.rest))
    }

    @Test
    func read_givesTheValue() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("ReadValue", .reply([.bytes([1, 2, 3])]), .reply([.bytes([])]))
        let connection = try await stage.connect()
        #expect(try await connection.read(Self.read) == [1, 2, 3])
        #expect(try await connection.read(Self.read) == [])
        let call = try await stage.daemon.call("ReadValue")
        #expect(call.path == Self.path(Self.read))
        #expect(call.arguments == [.properties([:])])
    }

    @Test(arguments: [[], [.string("x")], [.array([], of: "s")], [.byte(1)]] as [[BusValue]])
    func read_throws_whenTheAnswerIsNoValue(answer: [BusValue]) async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("ReadValue", .reply(answer))
        let connection = try await stage.connect()
        #expect(await failure { _ = try await connection.read(Self.read) }?.code == .protocolViolation)
        #expect(try await connection.read(Self.read) == [7])
    }

    @Test(arguments: [(true, "request"), (false, "command")])
    func write_saysWhetherItIsToBeAcknowledged(acknowledged: Bool, type: String) async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        try await connection.write([0, 255], to: Self.written, acknowledged: acknowledged)
        let call = try await stage.daemon.call("WriteValue")
        #expect(call.path == Self.path(Self.written))
        #expect(call.arguments == [.bytes([0, 255]), .properties(["type": .string(type)])])
    }

    @Test(
        arguments: [
            ("org.bluez.Error.NotPermitted", "Write not permitted", .attributeError),
            ("org.bluez.Error.Failed", "Operation failed with ATT error: 0x80", .attributeError),
            ("org.bluez.Error.Failed", "Not connected", .disconnected),
            ("org.freedesktop.DBus.Error.UnknownObject", "", .disconnected),
        ] as [(String, String, GATTError.Code)])
    func write_throwsWhatBluetoothdSays(name: String, text: String, code: GATTError.Code) async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("WriteValue", .error(name, text))
        let connection = try await stage.connect()
        #expect(
            await failure { try await connection.write([1], to: Self.written, acknowledged: true) }?.code == code)
    }

    @Test
    func everything_throws_forACharacteristicThatIsAbsent() async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        let absent = BluetoothUUID(0x180F)
        let codes = [
            await failure { _ = try await connection.read(absent) }?.code,
            await failure { try await connection.write([], to: absent, acknowledged: true) }?.code,
            await failure { _ = try await connection.notifications(of: absent) }?.code,
        ]
        #expect(codes == [.noSuchCharacteristic, .noSuchCharacteristic, .noSuchCharacteristic])
        #expect(await stage.daemon.members == ["Connect"])
    }

    /// bluetoothd refuses a second write of a characteristic while one is under way, but not of another.
    @Test
    func writes_areSerial_forEachCharacteristic() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("WriteValue", .held, .held)
        let connection = try await stage.connect()
        async let first: Void = connection.write([1], to: Self.written, acknowledged: true)
        try await stage.daemon.call("WriteValue")
        async let second: Void = connection.write([2], to: Self.written, acknowledged: true)
        async let other: Void = connection.write([3], to: Self.notified, acknowledged: true)
        let beside = try await stage.daemon.call("WriteValue", count: 2)
        #expect(beside.path == Self.path(Self.notified))
        // Those that are not held are answered at once, so what waits would have come before this.
        #expect(try await connection.read(Self.read) == [7])
        #expect(await stage.daemon.calls.count { $0.member == "WriteValue" } == 2)
        await stage.daemon.release("WriteValue")
        _ = try await (first, second)
        await stage.daemon.release("WriteValue")
        try await other
        let values = await stage.daemon.calls.filter { $0.member == "WriteValue" }.map { $0.arguments[0] }
        #expect(values == [.bytes([1]), .bytes([3]), .bytes([2])])
    }

    @Test
    func notifications_reachTheirCharacteristic() async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        var first = try await connection.notifications(of: Self.notified).makeAsyncIterator()
        var second = try await connection.notifications(of: Self.read).makeAsyncIterator()
        await stage.daemon.notify([1], of: Self.notified)
        await stage.daemon.notify([2], of: Self.read)
        await stage.daemon.notify([9], of: Self.written)
        await stage.daemon.notify([3], of: Self.notified)
        #expect(await [first.next(), first.next(), second.next()] == [[1], [3], [2]])
        let calls = await stage.daemon.calls.filter { $0.member == "StartNotify" }
        #expect(calls.map(\.path) == [Self.path(Self.notified), Self.path(Self.read)])
    }

    @Test
    func notifications_beginBeforeTheAnswerToTheSubscription() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("StartNotify", .held)
        let connection = try await stage.connect()
        async let stream = connection.notifications(of: Self.notified)
        try await stage.daemon.call("StartNotify")
        await stage.daemon.run { daemon in
            daemon.notify([1], of: Self.notified)
            daemon.release("StartNotify")
        }
        #expect(try await stream.first { _ in true } == [1])
    }

    @Test
    func notifications_keepTheNewest64() async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        var values = try await connection.notifications(of: Self.notified).makeAsyncIterator()
        for number in 1...100 { await stage.daemon.notify([UInt8(number)], of: Self.notified) }
        _ = try await connection.read(Self.read)
        var received: [UInt8] = []
        while received.last != 100, let value = await values.next() { received += value }
        #expect(received == Array(37...100))
    }

    @Test(arguments: [.string("x"), .int32(1), .array([], of: "s"), .unknownVariant] as [BusValue])
    func notification_isIgnored_whenItIsNoValue(value: BusValue) async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        var values = try await connection.notifications(of: Self.notified).makeAsyncIterator()
        await stage.daemon.set(Self.path(Self.notified), BlueZName.gattCharacteristic, ["Value": value])
        await stage.daemon.set(Self.path(Self.notified), BlueZName.gattCharacteristic, ["Notifying": .boolean(true)])
        await stage.daemon.notify([1], of: Self.notified)
        #expect(await values.next() == [1])
    }

    @Test
    func notifications_succeed_whenTheyAreOnAlready() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("StartNotify", .error("org.bluez.Error.InProgress"))
        let connection = try await stage.connect()
        let stream = try await connection.notifications(of: Self.notified)
        await stage.daemon.notify([1], of: Self.notified)
        #expect(await stream.first { _ in true } == [1])
    }

    @Test
    func notifications_throw_whenTheyAreRefused() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.answer("StartNotify", .error("org.bluez.Error.NotSupported"))
        let connection = try await stage.connect()
        #expect(await failure { _ = try await connection.notifications(of: Self.notified) }?.code == .attributeError)
    }

    @Test
    func notifications_takeThePlaceOfTheStreamBefore() async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        let first = try await connection.notifications(of: Self.notified)
        let second = try await connection.notifications(of: Self.notified)
        for await _ in first {}
        await stage.daemon.notify([1], of: Self.notified)
        #expect(await second.first { _ in true } == [1])
    }
}

extension BusValue {
    fileprivate static var unknownVariant: BusValue { .variant(.variant(.double(.nan))) }
}
