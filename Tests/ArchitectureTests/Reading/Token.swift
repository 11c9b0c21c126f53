// SPDX-License-Identifier: Apache-2.0

/// One word of Swift source outside comments; a string literal is one token without its text.
struct Token: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case word
        case mark
        case literal
    }

    let kind: Kind
    let text: String
    let line: Int
}

extension [Token] {
    /// The text at `index`, empty outside the list, so that rules may look past both ends.
    func text(at index: Int) -> String {
        indices.contains(index) ? self[index].text : ""
    }

    func spells(_ words: [String], at index: Int) -> Bool {
        words.indices.allSatisfy { text(at: index + $0) == words[$0] }
    }

    /// The index after the bracket that closes the one at `index`.
    func indexAfterBrackets(at index: Int) -> Int {
        var depth = 0
        var position = index
        while position < count {
            switch self[position].text {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { break }
        }
        return position
    }

    /// The index after the generic arguments that open at `index`; the arrow of a function type closes nothing.
    func indexAfterGenericArguments(at index: Int) -> Int {
        var depth = 0
        var position = index
        while position < count {
            if self[position].text == "<" { depth += 1 }
            if self[position].text == ">", text(at: position - 1) != "-" { depth -= 1 }
            position += 1
            if depth == 0 { break }
        }
        return position
    }
}
