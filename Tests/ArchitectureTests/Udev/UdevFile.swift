// SPDX-License-Identifier: Apache-2.0

/// A file of rules for udev, as far as it can be read.
struct UdevFile: Sendable {
    /// A rule that is in force, or one in a comment that waits to be put to use.
    struct Rule: Hashable, Sendable {
        let line: Int
        var isExample = false
        var tokens: [UdevToken] = []
    }

    /// Relative to the package, such as `udev/80-lull-bluetooth.rules`.
    let path: String
    private(set) var rules: [Rule] = []
    /// What is no rule.
    private(set) var violations: [Violation] = []

    init(path: String, text: String) {
        self.path = path
        // Lines that are continued, joined: the rules, and those in comments.
        var pending: [Bool: (line: Int, text: String)] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var content = line.trimmingPrefix { $0 == " " || $0 == "\t" }
            let isComment = content.hasPrefix("#")
            if isComment { content = content.dropFirst().trimmingPrefix { $0 == " " } }
            if isComment, pending[true] == nil, !Self.looksLikeRule(content) { continue }
            let start = pending[isComment] ?? (index + 1, "")
            if content.hasSuffix("\\") {
                pending[isComment] = (start.line, start.text + content.dropLast())
            } else {
                pending[isComment] = nil
                read(start.text + content, line: start.line, isExample: isComment)
            }
        }
        for (isExample, open) in pending.sorted(by: { $0.value.line < $1.value.line }) {
            violations.append(Violation(path, line: open.line, "the last line is continued"))
            read(open.text, line: open.line, isExample: isExample)
        }
    }

    private static func looksLikeRule(_ comment: Substring) -> Bool {
        let word = comment.prefix { $0.isUppercase }
        return UdevToken.keys[String(word)] != nil && comment.dropFirst(word.count).contains("=")
            && ["=", "!", "{", "+", ":"].contains(comment.dropFirst(word.count).first)
    }

    private mutating func read(_ text: String, line: Int, isExample: Bool) {
        var rule = Rule(line: line, isExample: isExample)
        var rest = text[...]
        skipBlanks(&rest)
        guard !rest.isEmpty else { return }
        while true {
            guard let token = Self.token(&rest) else {
                violations.append(Violation(path, line: line, "not KEY, operator and quoted value: \(rest)"))
                break
            }
            rule.tokens.append(token)
            skipBlanks(&rest)
            guard !rest.isEmpty else { break }
            guard rest.first == "," else {
                violations.append(Violation(path, line: line, "no comma after \(token.name)"))
                break
            }
            rest.removeFirst()
            skipBlanks(&rest)
        }
        rules.append(rule)
    }

    private func skipBlanks(_ rest: inout Substring) {
        rest = rest.trimmingPrefix { $0 == " " || $0 == "\t" }
    }

    /// Takes one token from the front; nil, and the text as it was, if there is none.
    private static func token(_ rest: inout Substring) -> UdevToken? {
        var text = rest
        let key = text.prefix { $0.isUppercase || $0 == "_" }
        text.removeFirst(key.count)
        var attribute: String?
        if text.first == "{" {
            guard let end = text.firstIndex(of: "}") else { return nil }
            attribute = String(text[text.index(after: text.startIndex)..<end])
            text = text[end...].dropFirst()
        }
        let operation = text.prefix { "=!+-:".contains($0) }
        text.removeFirst(operation.count)
        // With an `e` in front, a value has escapes as in C; all that counts here is where it ends.
        if text.hasPrefix("e\"") { text.removeFirst() }
        guard !key.isEmpty, !operation.isEmpty, text.first == "\"" else { return nil }
        text.removeFirst()
        var value = ""
        while let character = text.popFirst() {
            if character == "\"" {
                rest = text
                return UdevToken(key: String(key), attribute: attribute, operation: String(operation), value: value)
            }
            value.append(character)
            if character == "\\", let escaped = text.popFirst() { value.append(escaped) }
        }
        return nil
    }
}
