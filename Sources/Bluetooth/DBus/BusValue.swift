// SPDX-License-Identifier: Apache-2.0

/// A value of D-Bus's type system, copied out of its message.
public indirect enum BusValue: Hashable, Sendable {
    /// A number from 0 to 255.
    case byte(UInt8)
    /// True or false.
    case boolean(Bool)
    /// A signed number of 16 bits.
    case int16(Int16)
    /// An unsigned number of 16 bits.
    case uint16(UInt16)
    /// A signed number of 32 bits.
    case int32(Int32)
    /// An unsigned number of 32 bits.
    case uint32(UInt32)
    /// A signed number of 64 bits.
    case int64(Int64)
    /// An unsigned number of 64 bits.
    case uint64(UInt64)
    /// A floating-point number.
    case double(Double)
    /// A text.
    case string(String)
    /// The path of an object.
    case objectPath(ObjectPath)
    /// The signature of types.
    case signature(String)
    /// An array of bytes.
    case bytes([UInt8])
    /// An array of anything else, with the signature of its elements.
    case array([BusValue], of: String)
    /// An array of entries, with the signatures of keys and values.
    case dictionary([BusValue: BusValue], key: String, value: String)
    /// Values that belong together, in order.
    case structure([BusValue])
    /// A value that carries its type.
    case variant(BusValue)
    /// A value of a type that is not supported, such as a file descriptor; it cannot be sent.
    case unknown

    /// A dictionary of named values of any type (`a{sv}`).
    public static func properties(_ values: [String: BusValue]) -> BusValue {
        var entries: [BusValue: BusValue] = [:]
        for (name, value) in values { entries[.string(name)] = .variant(value) }
        return .dictionary(entries, key: "s", value: "v")
    }

    /// The text that keys of a dictionary are sorted by.
    var text: String {
        switch self {
        case .string(let text), .signature(let text): text
        case .objectPath(let path): path.text
        default: "\(self)"
        }
    }

    /// Its type in D-Bus's notation; empty for what is unknown.
    var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .bytes: "ay"
        case .array(_, let element): "a" + element
        case .dictionary(_, let key, let value): "a{\(key)\(value)}"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .variant: "v"
        case .unknown: ""
        }
    }
}
