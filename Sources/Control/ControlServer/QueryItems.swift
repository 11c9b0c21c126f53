// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// The items of a query string.
enum QueryItems {
    /// Reads `name=value&…`, percent-encoded, with `+` for a space.
    ///
    /// Throws `invalid_argument` for text that is not UTF-8 after decoding, and for a name that is given twice.
    static func parse(_ query: String) throws(ControlError) -> [String: String] {
        var items: [String: String] = [:]
        for item in query.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first.flatMap(decode),
                let value = parts.count == 2 ? decode(parts[1]) : ""
            else {
                throw ControlError(
                    .invalidArgument, "The query is not UTF-8 in percent-encoding.",
                    advice: "Encode every byte that is not a letter or a digit as % and two hexadecimal digits.")
            }
            guard items.updateValue(value, forKey: name) == nil else {
                throw ControlError(
                    .invalidArgument, "The query gives “\(name)” more than once.", advice: "Give it once.")
            }
        }
        return items
    }

    private static func decode(_ text: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                guard digits.count == 2, let high = digits.first?.hexadecimalDigit,
                    let low = digits.last?.hexadecimalDigit
                else { return nil }
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
