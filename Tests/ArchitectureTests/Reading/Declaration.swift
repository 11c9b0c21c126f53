// SPDX-License-Identifier: Apache-2.0

/// A type, an extension or a function, as far as names go.
struct Declaration: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case type
        case `extension`
        case function
    }

    let kind: Kind
    /// One part, or several for an extension of a nested type.
    let name: [String]
    let line: Int

    private static let kinds: [String: Kind] = [
        "struct": .type, "class": .type, "enum": .type, "actor": .type, "protocol": .type, "typealias": .type,
        "macro": .type, "extension": .extension, "func": .function,
    ]

    static func all(in tokens: [Token]) -> [Declaration] {
        tokens.indices.compactMap { declared(in: tokens, at: $0) }
    }

    private static func declared(in tokens: [Token], at index: Int) -> Declaration? {
        guard let kind = kinds[tokens[index].text], ![".", "import"].contains(tokens.text(at: index - 1)) else {
            return nil
        }
        var position = index + 1
        guard position < tokens.count, tokens[position].kind == .word else { return nil }
        // Contextual keywords such as `actor` also name values; types start with a capital.
        if kind != .function, tokens[position].text.first?.isUppercase != true { return nil }
        var name = [tokens[position].text]
        while kind == .extension, tokens.text(at: position + 1) == "." {
            name.append(tokens.text(at: position + 2))
            position += 2
        }
        return Declaration(kind: kind, name: name, line: tokens[index].line)
    }
}
