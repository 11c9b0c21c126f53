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
            guard let name = parts.first.flatMap(Self.decode),
                let value = parts.count == 2 ? Self.decode(parts[1]) : ""
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

    /// In forms, `+` is a space.
    private static func decode(_ text: Substring.UTF8View) -> String? {
        PercentEncoding.decode(text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    }
}
