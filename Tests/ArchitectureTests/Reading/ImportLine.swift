// SPDX-License-Identifier: Apache-2.0

/// An `import`, whatever stands before it and whichever part of the module it names.
struct ImportLine: Hashable, Sendable {
    let module: String
    /// What follows the module, such as `Path` in `import struct System.Path`.
    var member: String?
    var accessLevel: String?
    /// Names without the sign, such as `testable`.
    var attributes: [String] = []
    let line: Int
}

extension ImportLine {
    private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]

    static func all(in tokens: [Token]) -> [ImportLine] {
        tokens.indices.compactMap { imported(in: tokens, at: $0) }
    }

    private static func imported(in tokens: [Token], at index: Int) -> ImportLine? {
        guard tokens[index].text == "import", ![".", "func", "case"].contains(tokens.text(at: index - 1)) else {
            return nil
        }
        var position = index + 1
        if kinds.contains(tokens.text(at: position)) { position += 1 }
        guard position < tokens.count, tokens[position].kind == .word, tokens[position].line == tokens[index].line
        else {
            return nil
        }
        let module = tokens[position].text
        var path: [String] = []
        while tokens.text(at: position + 1) == "." {
            path.append(tokens.text(at: position + 2))
            position += 2
        }
        let (accessLevel, attributes) = prefix(of: tokens, before: index)
        return ImportLine(
            module: module, member: path.isEmpty ? nil : path.joined(separator: "."), accessLevel: accessLevel,
            attributes: attributes, line: tokens[index].line)
    }

    private static func prefix(of tokens: [Token], before index: Int) -> (accessLevel: String?, attributes: [String]) {
        var accessLevel: String?
        var attributes: [String] = []
        var position = index - 1
        while position >= 0 {
            if accessLevels.contains(tokens[position].text) {
                accessLevel = tokens[position].text
                position -= 1
                continue
            }
            var name = position
            if tokens[position].text == ")" {
                while name > 0, tokens[name].text != "(" { name -= 1 }
                name -= 1
            }
            guard tokens.text(at: name - 1) == "@" else { break }
            attributes.insert(tokens[name].text, at: 0)
            position = name - 2
        }
        return (accessLevel, attributes)
    }
}
