// SPDX-License-Identifier: Apache-2.0

/// One line of a calendar, unfolded: a property with its parameters and its value.
struct ICalendarLine: Hashable, Sendable {
    /// Where it begins, counted from 1.
    var number: Int
    /// The property, in capitals.
    var name: String
    /// The first value of each parameter in capitals, by its name in capitals.
    var parameters: [String: String] = [:]
    /// The value as it is written.
    var value: String

    /// Reads a property; nil for what is none.
    init?(_ bytes: [UInt8], number: Int) {
        var rest = bytes[...]
        guard let name = Self.word(from: &rest) else { return nil }
        while rest.first == UInt8(ascii: ";") {
            rest.removeFirst()
            guard let parameter = Self.word(from: &rest), rest.popFirst() == UInt8(ascii: "="),
                let values = Self.values(from: &rest)
            else { return nil }
            parameters[parameter] = parameters[parameter] ?? values.first
        }
        guard rest.popFirst() == UInt8(ascii: ":") else { return nil }
        self.number = number
        self.name = name
        value = String(decoding: rest, as: UTF8.self)
    }

    /// The lines of a text, whatever ends them; a line that begins with a space goes on the one before.
    static func unfolded(_ text: String) -> [(number: Int, bytes: [UInt8])] {
        var lines: [(number: Int, bytes: [UInt8])] = []
        var number = 0
        let bytes = Array(text.utf8)
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count {
            number += 1
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            let isContinued = start < end && (bytes[start] == 0x20 || bytes[start] == 0x09)
            if isContinued, !lines.isEmpty {
                lines[lines.count - 1].bytes += bytes[start + 1..<end]
            } else if start < end {
                lines.append((number, Array(bytes[start..<end])))
            }
            let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
            start = end + (isPair ? 2 : 1)
        }
        return lines
    }

    // MARK: - Parts

    /// Takes a name of letters, digits and hyphens off the front, in capitals; nil when there is none.
    private static func word(from rest: inout ArraySlice<UInt8>) -> String? {
        let word = rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        rest = rest[word.endIndex...]
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self).uppercased()
    }

    /// Takes the values of a parameter off the front, in capitals; nil for an open quotation mark.
    private static func values(from rest: inout ArraySlice<UInt8>) -> [String]? {
        var values: [String] = []
        while true {
            let isQuoted = rest.first == UInt8(ascii: "\"")
            if isQuoted { rest.removeFirst() }
            let value = rest.prefix { byte in
                isQuoted
                    ? byte != UInt8(ascii: "\"")
                    : byte != UInt8(ascii: ";") && byte != UInt8(ascii: ":") && byte != UInt8(ascii: ",")
            }
            rest = rest[value.endIndex...]
            if isQuoted, rest.popFirst() == nil { return nil }
            values.append(String(decoding: value, as: UTF8.self).uppercased())
            guard rest.first == UInt8(ascii: ",") else { return values }
            rest.removeFirst()
        }
    }
}
