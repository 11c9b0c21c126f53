// SPDX-License-Identifier: Apache-2.0

/// Reads short ASCII texts byte by byte.
struct TextScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    var isAtEnd: Bool { position >= bytes.count }

    var next: UInt8? { isAtEnd ? nil : bytes[position] }

    mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == character.value else { return false }
        position += 1
        return true
    }

    mutating func acceptSign() -> Int? {
        if accept("+") { return 1 }
        return accept("-") ? -1 : nil
    }

    /// A number of `minimum` to `maximum` digits; nothing is consumed if there are fewer.
    mutating func number(digits minimum: Int, to maximum: Int) -> Int? {
        var value = 0
        var end = position
        while end < bytes.count, end - position < maximum, (0x30...0x39).contains(bytes[end]) {
            value = value * 10 + Int(bytes[end] - 0x30)
            end += 1
        }
        guard end - position >= minimum else { return nil }
        position = end
        return value
    }

    mutating func skipSpaces() {
        while accept(" ") {}
    }

    /// The longest run of bytes that satisfy the condition.
    mutating func run(while condition: (UInt8) -> Bool) -> String {
        let start = position
        while let next, condition(next) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }
}
