// SPDX-License-Identifier: Apache-2.0

/// Writes the items of a query.
enum QueryString {
    /// `?name=value&…`, sorted by name, or nothing if there are no items.
    static func encode(_ items: [String: String]) -> String {
        guard !items.isEmpty else { return "" }
        let pairs = items.sorted { $0.key < $1.key }.map { percentEncode($0.key) + "=" + percentEncode($0.value) }
        return "?" + pairs.joined(separator: "&")
    }

    /// Keeps letters, digits and `-._~`, and writes every other byte of the UTF-8 as `%` and two hexadecimal digits.
    private static func percentEncode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
