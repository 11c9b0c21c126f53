// SPDX-License-Identifier: Apache-2.0

extension BusValue {
    /// The value without the variants around it.
    public var unwrapped: BusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// The value as true or false, also in variants; nil for another type.
    public var boolean: Bool? {
        if case .boolean(let value) = unwrapped { value } else { nil }
    }

    /// The value as a signed number of 16 bits, also in variants; nil for another type.
    public var int16: Int16? {
        if case .int16(let value) = unwrapped { value } else { nil }
    }

    /// The value as an unsigned number of 16 bits, also in variants; nil for another type.
    public var uint16: UInt16? {
        if case .uint16(let value) = unwrapped { value } else { nil }
    }

    /// The value as a text, also in variants; nil for another type.
    public var string: String? {
        if case .string(let value) = unwrapped { value } else { nil }
    }

    /// The value as the path of an object, also in variants; nil for another type.
    public var objectPath: ObjectPath? {
        if case .objectPath(let value) = unwrapped { value } else { nil }
    }

    /// The value as bytes, also in variants; nil for another type.
    public var bytes: [UInt8]? {
        if case .bytes(let value) = unwrapped { value } else { nil }
    }

    /// The elements of an array that is not one of bytes, also in variants; nil for another type.
    public var array: [BusValue]? {
        if case .array(let value, _) = unwrapped { value } else { nil }
    }

    /// A dictionary of named values (`a{sv}`), without the variants around them.
    public var properties: [String: BusValue]? {
        guard case .dictionary(let entries, key: "s", value: "v") = unwrapped else { return nil }
        var properties: [String: BusValue] = [:]
        for (key, value) in entries {
            if case .string(let name) = key { properties[name] = value.unwrapped }
        }
        return properties
    }
}
