// SPDX-License-Identifier: Apache-2.0

/// The rules D-Bus has for the signatures of types.
enum BusSignature {
    /// The longest signature there can be, in bytes.
    static let longest = 255
    /// How deep containers may be nested, here and in values.
    static let deepest = 32

    /// Whether `text` is a signature: any number of complete types.
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= longest else { return false }
        var scanner = Scanner(remainder: text.utf8[...])
        while !scanner.remainder.isEmpty {
            guard scanner.takeType(depth: 0) else { return false }
        }
        return true
    }

    /// Whether `text` is one complete type, which elements of an array need.
    static func isSingle(_ text: String) -> Bool {
        var scanner = Scanner(remainder: text.utf8[...])
        return text.utf8.count <= longest && scanner.takeType(depth: 0) && scanner.remainder.isEmpty
    }

    /// Whether `text` is one type without parts, which the keys of a dictionary need.
    static func isBasic(_ text: String) -> Bool {
        guard let code = text.unicodeScalars.first else { return false }
        return text.utf8.count == 1 && isBasic(code)
    }

    private static func isBasic(_ code: Unicode.Scalar) -> Bool {
        switch code {
        case "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "h": true
        default: false
        }
    }

    private struct Scanner {
        var remainder: Substring.UTF8View

        mutating func takeType(depth: Int) -> Bool {
            guard depth <= deepest, let code = take() else { return false }
            switch code {
            case "v": return true
            case "a":
                return remainder.first == UInt8(ascii: "{") ? takeEntry(depth: depth + 1) : takeType(depth: depth + 1)
            case "(": return takeFields(depth: depth + 1)
            default: return isBasic(code)
            }
        }

        private mutating func takeEntry(depth: Int) -> Bool {
            remainder.removeFirst()
            guard let key = take(), isBasic(key) else { return false }
            return takeType(depth: depth + 1) && take() == "}"
        }

        private mutating func takeFields(depth: Int) -> Bool {
            repeat {
                guard takeType(depth: depth) else { return false }
            } while !remainder.isEmpty && remainder.first != UInt8(ascii: ")")
            return take() == ")"
        }

        private mutating func take() -> Unicode.Scalar? {
            remainder.popFirst().map { Unicode.Scalar($0) }
        }
    }
}
