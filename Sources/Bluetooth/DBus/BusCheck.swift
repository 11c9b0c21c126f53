// SPDX-License-Identifier: Apache-2.0

/// Checks whether values can be the arguments of a message, before libdbus gets them.
struct BusCheck {
    private var limits = BusLimits.sent

    /// Throws `invalidMessage` unless they are valid together.
    mutating func arguments(_ values: [BusValue]) throws(BusError) {
        var signature = ""
        for value in values { signature += try self.signature(of: value, depth: 0) }
        guard BusSignature.isValid(signature) else { throw Self.unfit(signature) }
    }

    /// Checks one value and everything in it.
    private mutating func signature(of value: BusValue, depth: Int) throws(BusError) -> String {
        try limits.takeValue(depth: depth)
        switch value {
        case .string(let text):
            try limits.takeBytes(text.utf8.count)
            guard BusName.isText(text) else { throw .invalid("A string contains a zero byte.") }
        case .objectPath(let path):
            try limits.takeBytes(path.text.utf8.count)
        case .signature(let text):
            guard BusSignature.isValid(text) else { throw Self.unfit(text) }
        case .bytes(let bytes):
            try limits.takeBytes(bytes.count)
        case .array(let values, let element):
            guard BusSignature.isSingle(element) else { throw Self.unfit(element) }
            for value in values { try require(element, of: value, depth: depth + 1) }
        case .dictionary(let entries, let key, let contents):
            guard BusSignature.isBasic(key), BusSignature.isSingle(contents) else { throw Self.unfit(key + contents) }
            for entry in entries {
                try require(key, of: entry.key, depth: depth + 1)
                try require(contents, of: entry.value, depth: depth + 1)
            }
        case .structure(let fields):
            var signature = ""
            for field in fields { signature += try self.signature(of: field, depth: depth + 1) }
            return "(\(signature))"
        case .variant(let inner):
            let signature = try self.signature(of: inner, depth: depth + 1)
            guard BusSignature.isSingle(signature) else { throw Self.unfit(signature) }
        case .unknown:
            throw .invalid("A value of an unknown type cannot be sent.")
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double:
            break
        }
        return value.signature
    }

    private mutating func require(_ expected: String, of value: BusValue, depth: Int) throws(BusError) {
        let found = try signature(of: value, depth: depth)
        guard found == expected else {
            throw .invalid("A value of type \(found) is in a collection of type \(expected).")
        }
    }

    private static func unfit(_ signature: String) -> BusError {
        .invalid("\(signature.prefix(200).debugDescription) is not a valid signature here.")
    }
}
