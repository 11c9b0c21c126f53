// SPDX-License-Identifier: Apache-2.0

import CDBus
import SeededRandom
import Testing

@testable import DBus

struct BusMessageTests {
    static let call = BusCall(destination: "app.lull.Test", path: .test, interface: "app.lull.Test", member: "Echo")

    @Test(arguments: 0..<40)
    func arguments_areReadAsWritten_whateverTheyAre(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            let arguments = generator.arguments()
            let bytes = try Self.bytes(of: arguments)
            let message = try Self.parsed(bytes)
            #expect(try message.arguments() == arguments)
        }
    }

    /// Dictionaries of the same entries, each with an order of its own.
    @Test
    func dictionary_isWrittenInTheOrderOfItsKeys_howeverItWasMade() throws {
        let names = (0..<40).map { "/app/lull/service\($0 / 10)/char\($0 % 10)" }
        let messages = try (0..<8).map { turn in
            var entries: [BusValue: BusValue] = Dictionary(minimumCapacity: 64 << turn)
            for name in names { entries[.objectPath(try #require(ObjectPath(name)))] = .string(name) }
            return try Self.bytes(of: [.dictionary(entries, key: "o", value: "s")])
        }
        #expect(Set(messages).count == 1)
    }

    /// Most are refused by libdbus; what it lets through must be readable or refused.
    @Test(arguments: 0..<20)
    func reader_survives_whatAStrangerMightSend(seed: UInt64) throws {
        var generator = SeededGenerator(seed: 1000 + seed)
        var read = 0
        for _ in 0..<500 {
            var bytes = try Self.bytes(of: generator.arguments())
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            guard let message = Self.message(from: bytes) else { continue }
            _ = try? message.arguments()
            _ = message.signal(sequence: 1)
            _ = try? message.incomingCall()
            _ = message.answer(sequence: 1)
            read += 1
        }
        #expect(read > 10)
    }

    @Test(
        arguments: [
            [.string("a\0b")],
            [.signature("a")],
            [.signature(String(repeating: "s", count: 256))],
            [.array([], of: "")],
            [.array([], of: "ss")],
            [.array([], of: String(repeating: "a", count: 32) + "y")],
            [.array([.byte(1), .boolean(true)], of: "y")],
            [.array([.array([], of: "s")], of: "ai")],
            [.dictionary([:], key: "v", value: "s")],
            [.dictionary([:], key: "s", value: "")],
            [.dictionary([.string("a"): .string("b")], key: "s", value: "v")],
            [.structure([])],
            [.variant(.structure([]))],
            [.unknown],
            [.variant(.unknown)],
            [.variant(.structure(Array(repeating: .byte(0), count: 254)))],
            Array(repeating: .byte(0), count: 256),
            [Self.nested(33, in: { .variant($0) })],
            [Self.nested(33, in: { .structure([$0]) })],
        ] as [[BusValue]])
    func arguments_areRefused_whenTheyCannotBeSent(arguments: [BusValue]) {
        var call = Self.call
        call.arguments = arguments
        #expect(Self.refusal { () throws(BusError) in _ = try BusMessage.call(call) } == BusError.invalidMessage)
    }

    // A test of its own each: the arguments of a test are printed.
    @Test
    func bytes_areRefused_whenTheyAreTooMany() {
        var call = Self.call
        call.arguments = [.bytes(Array(repeating: 0, count: 5 << 20))]
        #expect(Self.refusal { () throws(BusError) in _ = try BusMessage.call(call) } == BusError.invalidMessage)
    }

    @Test
    func values_areRefused_whenTheyAreTooMany() {
        var call = Self.call
        call.arguments = [.array(Array(repeating: .byte(0), count: 100_001), of: "y")]
        #expect(Self.refusal { () throws(BusError) in _ = try BusMessage.call(call) } == BusError.invalidMessage)
    }

    @Test
    func arguments_areTaken_upToTheDeepest() throws {
        let deepest: [BusValue] = [
            Self.nested(32, in: { .variant($0) }), Self.nested(32, in: { .structure([$0]) }),
            Self.nested(31, in: { .array([$0], of: $0.signature) }),
        ]
        let message = try Self.parsed(try Self.bytes(of: deepest))
        #expect(try message.arguments() == deepest)
    }

    @Test(arguments: [
        BusCall(destination: "a", path: .test, interface: "a.b", member: "c"),
        BusCall(destination: "a.b\0", path: .test, interface: "a.b", member: "c"),
        BusCall(destination: "a.b", path: .test, interface: "a", member: "c"),
        BusCall(destination: "a.b", path: .test, interface: "a.b", member: "c.d"),
        BusCall(destination: "a.b", path: .test, interface: "a.b", member: ""),
        BusCall(destination: "a.b", path: .test, interface: "org.freedesktop.DBus.Local", member: "Disconnected"),
        BusCall(destination: "a.b", path: .local, interface: "a.b", member: "c"),
        BusCall(destination: "a.b", path: .long, interface: "a.b", member: "c"),
    ])
    func call_isRefused_withNamesThatBreakTheRules(call: BusCall) {
        #expect(Self.refusal { () throws(BusError) in _ = try BusMessage.call(call) } == BusError.invalidMessage)
    }

    @Test
    func refusal_isMadeFit_whateverTheErrorSays() throws {
        let message = try BusMessage.refusal(serial: 1, of: ":1.1", BusError(name: "no name", message: "a\0b"))
        #expect(message.errorName == BusError.failed)
        #expect(try message.arguments() == [.string("ab")])
    }

    @Test(arguments: [BusLimits(values: 3, bytes: 100), BusLimits(values: 100, bytes: 8)])
    func reader_refuses_whatExceedsItsLimits(limits: BusLimits) throws {
        let bytes = try Self.bytes(of: [.array([.string("abc"), .string("def"), .string("ghi")], of: "s")])
        let message = try Self.parsed(bytes)
        #expect(
            Self.refusal { () throws(BusError) in _ = try message.arguments(within: limits) } == BusError.invalidMessage
        )
        #expect(throws: Never.self) { try message.arguments(within: BusLimits(values: 4, bytes: 9)) }
    }

    @Test
    func reader_refusesBytes_beyondItsLimit() throws {
        let message = try Self.parsed(try Self.bytes(of: [.bytes(Array(repeating: 1, count: 9))]))
        let limits = BusLimits(values: 10, bytes: 8)
        #expect(
            Self.refusal { () throws(BusError) in _ = try message.arguments(within: limits) } == BusError.invalidMessage
        )
    }

    @Test
    func accessors_lookThroughVariants_andRefuseOtherTypes() {
        let value = BusValue.variant(.variant(.uint16(7)))
        #expect(value.uint16 == 7)
        #expect(value.int16 == nil)
        #expect(value.string == nil)
        #expect(value.unwrapped == .uint16(7))
    }

    @Test
    func properties_areReadByName_withoutVariants() {
        let options = BusValue.properties(["RSSI": .int16(-60), "Name": .string("Rest")])
        #expect(options.signature == "a{sv}")
        #expect(options.properties == ["RSSI": .int16(-60), "Name": .string("Rest")])
        #expect(BusValue.dictionary([:], key: "s", value: "s").properties == nil)
    }
}

extension BusMessageTests {
    static func nested(_ depth: Int, in container: (BusValue) -> BusValue) -> BusValue {
        (0..<depth).reduce(.int16(1)) { value, _ in container(value) }
    }

    /// The name of the error thrown.
    static func refusal(_ body: () throws(BusError) -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return error.name
        }
    }

    /// A call with these arguments as it stands on the wire.
    static func bytes(of arguments: [BusValue]) throws -> [UInt8] {
        var call = call
        call.arguments = arguments
        let message = try BusMessage.call(call)
        dbus_message_set_serial(message.pointer, 1)
        var start: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        try #require(dbus_message_marshal(message.pointer, &start, &count) != 0)
        defer { dbus_free(start) }
        return UnsafeRawBufferPointer(start: start, count: Int(count)).map { $0 }
    }

    /// What libdbus makes of bytes from the wire; nil for what it refuses.
    static func message(from bytes: [UInt8]) -> BusMessage? {
        let pointer = bytes.withUnsafeBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            return dbus_message_demarshal(start, Int32(buffer.count), nil)
        }
        return BusMessage(adopting: pointer)
    }

    static func parsed(_ bytes: [UInt8]) throws -> BusMessage {
        guard let message = message(from: bytes) else { throw Refused() }
        return message
    }

    struct Refused: Error {}
}

extension ObjectPath {
    static let local = ObjectPath("/org/freedesktop/DBus/Local") ?? .root
    static let long = ObjectPath("/" + String(repeating: "a", count: 5000)) ?? .root
}
