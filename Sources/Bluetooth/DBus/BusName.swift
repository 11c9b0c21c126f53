// SPDX-License-Identifier: Apache-2.0

/// The rules of D-Bus for names; libdbus ends the process if it gets an invalid name.
enum BusName {
    private static let longest = 255

    /// Whether `text` is an object path.
    static func isPath(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.first == UInt8(ascii: "/") else { return false }
        guard bytes.count > 1 else { return true }
        return elements(of: bytes.dropFirst(), by: "/").allSatisfy { isElement($0, mayStartWithDigit: true) }
    }

    /// Whether `text` is the name of an interface or of an error.
    static func isInterface(_ text: String) -> Bool {
        guard text.utf8.count <= longest else { return false }
        let elements = elements(of: text.utf8[...], by: ".")
        return elements.count > 1 && elements.allSatisfy { isElement($0) }
    }

    /// Whether `text` is the name of a method or of a signal.
    static func isMember(_ text: String) -> Bool {
        text.utf8.count <= longest && isElement(text.utf8[...])
    }

    /// Whether `text` is the name of a connection, unique or well known.
    static func isBusName(_ text: String) -> Bool {
        guard text.utf8.count <= longest else { return false }
        let isUnique = text.utf8.first == UInt8(ascii: ":")
        let elements = elements(of: isUnique ? text.utf8.dropFirst() : text.utf8[...], by: ".")
        return elements.count > 1
            && elements.allSatisfy { isElement($0, mayStartWithDigit: isUnique, mayHaveHyphen: true) }
    }

    /// Whether `text` can be a string of D-Bus: anything without the character zero, as Swift's strings are UTF-8.
    static func isText(_ text: String) -> Bool {
        !text.utf8.contains(0)
    }

    private static func elements(
        of bytes: Substring.UTF8View, by separator: Unicode.Scalar
    ) -> [Substring.UTF8View] {
        bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    }

    private static func isElement(
        _ bytes: Substring.UTF8View, mayStartWithDigit: Bool = false, mayHaveHyphen: Bool = false
    ) -> Bool {
        guard let first = bytes.first else { return false }
        guard mayStartWithDigit || !isDigit(first) else { return false }
        return bytes.allSatisfy { byte in
            isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "_")
                || (mayHaveHyphen && byte == UInt8(ascii: "-"))
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        // The two cases differ in one bit.
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
