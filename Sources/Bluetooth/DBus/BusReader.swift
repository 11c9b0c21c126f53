// SPDX-License-Identifier: Apache-2.0

import CDBus

/// Copies the values out of a message, as many as its limits allow.
///
/// libdbus has checked that the message is valid. Its content is still the choice of a stranger, hence the limits.
struct BusReader {
    private var limits: BusLimits

    static func arguments(
        of message: borrowing BusMessage, within limits: BusLimits
    ) throws(BusError) -> [BusValue] {
        var reader = BusReader(limits: limits)
        var position = DBusMessageIter()
        guard dbus_message_iter_init(message.pointer, &position) != 0 else { return [] }
        return try reader.values(at: &position, depth: 0)
    }

    /// Reads from `position` to the end of the container it is in.
    private mutating func values(at position: inout DBusMessageIter, depth: Int) throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while let type = Self.type(at: &position) {
            values.append(try value(of: type, at: &position, depth: depth))
            dbus_message_iter_next(&position)
        }
        return values
    }

    private mutating func value(
        of type: Unicode.Scalar, at position: inout DBusMessageIter, depth: Int
    ) throws(BusError) -> BusValue {
        try limits.takeValue(depth: depth)
        switch type {
        case "y": return .byte(Self.basic(0, at: &position))
        case "b": return .boolean(Self.basic(dbus_bool_t(0), at: &position) != 0)
        case "n": return .int16(Self.basic(0, at: &position))
        case "q": return .uint16(Self.basic(0, at: &position))
        case "i": return .int32(Self.basic(0, at: &position))
        case "u": return .uint32(Self.basic(0, at: &position))
        case "x": return .int64(Self.basic(0, at: &position))
        case "t": return .uint64(Self.basic(0, at: &position))
        case "d": return .double(Self.basic(0, at: &position))
        case "s": return .string(try text(at: &position))
        case "g": return .signature(try text(at: &position))
        case "o": return ObjectPath(try text(at: &position)).map { .objectPath($0) } ?? .unknown
        case "a": return try array(at: &position, depth: depth + 1)
        case "r": return .structure(try parts(of: &position, depth: depth + 1))
        case "v": return .variant(try parts(of: &position, depth: depth + 1).first ?? .unknown)
        default: return .unknown
        }
    }

    private mutating func array(at position: inout DBusMessageIter, depth: Int) throws(BusError) -> BusValue {
        let element = try Self.signature(at: &position).dropFirst()
        switch element.unicodeScalars.first {
        case "y":
            return .bytes(try bytes(at: &position))
        case "{":
            return try dictionary(at: &position, signature: element.dropFirst().dropLast(), depth: depth)
        default:
            let values = try parts(of: &position, depth: depth)
            return .array(values, of: String(element))
        }
    }

    private mutating func dictionary(
        at position: inout DBusMessageIter, signature: Substring, depth: Int
    ) throws(BusError) -> BusValue {
        var entries: [BusValue: BusValue] = [:]
        var entry = DBusMessageIter()
        dbus_message_iter_recurse(&position, &entry)
        while Self.type(at: &entry) != nil {
            let pair = try parts(of: &entry, depth: depth)
            if pair.count == 2 { entries[pair[0]] = pair[1] }
            dbus_message_iter_next(&entry)
        }
        return .dictionary(entries, key: String(signature.prefix(1)), value: String(signature.dropFirst()))
    }

    private mutating func parts(of position: inout DBusMessageIter, depth: Int) throws(BusError) -> [BusValue] {
        var part = DBusMessageIter()
        dbus_message_iter_recurse(&position, &part)
        return try values(at: &part, depth: depth)
    }

    private mutating func bytes(at position: inout DBusMessageIter) throws(BusError) -> [UInt8] {
        var part = DBusMessageIter()
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        dbus_message_iter_recurse(&position, &part)
        dbus_message_iter_get_fixed_array(&part, &start, &count)
        guard let start, count > 0 else { return [] }
        try limits.takeBytes(Int(count))
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    private mutating func text(at position: inout DBusMessageIter) throws(BusError) -> String {
        guard let start = Self.basic(UnsafePointer<CChar>?.none, at: &position) else { return "" }
        let text = String(cString: start)
        try limits.takeBytes(text.utf8.count)
        return text
    }

    /// The code of the type at `position`; nil at the end.
    private static func type(at position: inout DBusMessageIter) -> Unicode.Scalar? {
        let code = dbus_message_iter_get_arg_type(&position)
        return code == 0 ? nil : Unicode.Scalar(UInt8(truncatingIfNeeded: code))
    }

    private static func signature(at position: inout DBusMessageIter) throws(BusError) -> String {
        guard let text = dbus_message_iter_get_signature(&position) else { throw .outOfMemory }
        defer { dbus_free(text) }
        return String(cString: text)
    }

    /// Reads a value without parts over `initial`, whose type it must have.
    private static func basic<Value: BitwiseCopyable>(_ initial: Value, at position: inout DBusMessageIter) -> Value {
        var value = initial
        dbus_message_iter_get_basic(&position, &value)
        return value
    }
}
