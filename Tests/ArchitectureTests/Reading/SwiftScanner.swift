// SPDX-License-Identifier: Apache-2.0

/// Reads Swift source into tokens without comments and without the text of string literals.
///
/// Code inside interpolations counts as code. Bare regular-expression literals are read as marks; a quote inside one ends
/// with its line, as every single-line literal does.
struct SwiftScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var tokens: [Token] = []

    private init(_ text: String) {
        bytes = Array(text.utf8)
    }

    static func tokens(of text: String) -> [Token] {
        var scanner = SwiftScanner(text)
        scanner.scan(insideInterpolation: false)
        return scanner.tokens
    }

    private func byte(_ offset: Int = 0) -> UInt8 {
        position + offset < bytes.count ? bytes[position + offset] : 0
    }

    private func follows(_ text: String) -> Bool {
        text.utf8.enumerated().allSatisfy { byte($0.offset) == $0.element }
    }

    private mutating func scan(insideInterpolation: Bool) {
        var depth = 0
        while position < bytes.count {
            switch byte() {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
            case UInt8(ascii: "/") where follows("//"):
                while position < bytes.count, byte() != UInt8(ascii: "\n") { position += 1 }
            case UInt8(ascii: "/") where follows("/*"):
                skipBlockComment()
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                scanLiteralOrHash()
            case UInt8(ascii: "`"):
                scanQuotedWord()
            case let byte where Self.isWordByte(byte):
                scanWord()
            default:
                if byte() == UInt8(ascii: "(") { depth += 1 }
                if byte() == UInt8(ascii: ")") { depth -= 1 }
                append(.mark, String(UnicodeScalar(byte())))
                position += 1
                if insideInterpolation, depth == 0 { return }
            }
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
        default: false
        }
    }

    private mutating func append(_ kind: Token.Kind, _ text: String) {
        tokens.append(Token(kind: kind, text: text, line: line))
    }

    private mutating func scanWord() {
        let start = position
        while position < bytes.count, Self.isWordByte(byte()) { position += 1 }
        append(.word, String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func scanQuotedWord() {
        let start = position + 1
        repeat { position += 1 } while position < bytes.count && byte() != UInt8(ascii: "`")
        append(.word, String(decoding: bytes[start..<position], as: UTF8.self))
        position += 1
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if follows("/*") {
                depth += 1
                position += 2
            } else if follows("*/") {
                depth -= 1
                position += 2
            } else {
                if byte() == UInt8(ascii: "\n") { line += 1 }
                position += 1
            }
        } while depth > 0 && position < bytes.count
    }

    private mutating func scanLiteralOrHash() {
        var hashes = 0
        while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
        guard byte(hashes) == UInt8(ascii: "\"") else {
            append(.mark, "#")
            position += 1
            return
        }
        append(.literal, "\"\"")
        position += hashes
        let isMultiLine = opensMultiLineLiteral()
        position += isMultiLine ? 3 : 1
        skipLiteral(isMultiLine: isMultiLine, hashes: String(repeating: "#", count: hashes))
    }

    /// Three quotes open a multi-line literal only if nothing else stands on their line.
    private func opensMultiLineLiteral() -> Bool {
        guard follows("\"\"\"") else { return false }
        let rest = bytes[(position + 3)...].prefix { $0 != UInt8(ascii: "\n") }
        return rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    }

    private mutating func skipLiteral(isMultiLine: Bool, hashes: String) {
        let closing = (isMultiLine ? "\"\"\"" : "\"") + hashes
        let escape = "\\" + hashes
        while position < bytes.count {
            if follows(closing) {
                position += closing.utf8.count
                return
            }
            if follows(escape) {
                position += escape.utf8.count
                if byte() == UInt8(ascii: "(") {
                    scan(insideInterpolation: true)
                } else if byte() != UInt8(ascii: "\n") {
                    position += 1
                }
            } else if byte() == UInt8(ascii: "\n") {
                if !isMultiLine { return }
                line += 1
                position += 1
            } else {
                position += 1
            }
        }
    }
}
