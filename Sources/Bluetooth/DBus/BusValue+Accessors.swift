// SPDX-License-Identifier: Apache-2.0

extension BusValue {
    /// The value without the variants around it.
    var unwrapped: BusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    // Each is nil for a value of another type, and looks through variants.

    var boolean: Bool? {
        if case .boolean(let value) = unwrapped { value } else { nil }
    }

    var byte: UInt8? {
        if case .byte(let value) = unwrapped { value } else { nil }
    }

    var int16: Int16? {
        if case .int16(let value) = unwrapped { value } else { nil }
    }

    var uint16: UInt16? {
        if case .uint16(let value) = unwrapped { value } else { nil }
    }

    var uint32: UInt32? {
        if case .uint32(let value) = unwrapped { value } else { nil }
    }

    var string: String? {
        if case .string(let value) = unwrapped { value } else { nil }
    }

    var objectPath: ObjectPath? {
        if case .objectPath(let value) = unwrapped { value } else { nil }
    }

    var bytes: [UInt8]? {
        if case .bytes(let value) = unwrapped { value } else { nil }
    }

    var array: [BusValue]? {
        if case .array(let value, _) = unwrapped { value } else { nil }
    }

    var dictionary: [BusValue: BusValue]? {
        if case .dictionary(let value, _, _) = unwrapped { value } else { nil }
    }

    /// A dictionary of named values (`a{sv}`), without the variants around them.
    var properties: [String: BusValue]? {
        guard case .dictionary(let entries, key: "s", value: "v") = unwrapped else { return nil }
        var properties: [String: BusValue] = [:]
        for (key, value) in entries {
            if case .string(let name) = key { properties[name] = value.unwrapped }
        }
        return properties
    }
}
