// SPDX-License-Identifier: Apache-2.0

import Yams

/// Reads YAML; whatever the text, in time and space proportional to its length.
///
/// Yams compares keys that are collections and copies what an alias repeats, so a few hundred bytes can keep it busy
/// for hours. A setup needs neither. Therefore the text is read twice. The first reading has a stand-in for each
/// character that begins such a thing. Inside a word or in quotation marks the stand-in changes nothing, and a value or
/// key that begins with it is refused. The second reading has the text as it is.
enum SetupYAML {
    /// The longest text that is read, in bytes.
    static let longest = 1 << 20
    /// How deep parts may be nested, twice what a setup needs.
    private static let deepest = 16
    /// What begins collections in one line, anchors, aliases, keys that are collections, and tags.
    private static let indicators: [Unicode.Scalar] = ["[", "]", "{", "}", "&", "*", "?", "!"]
    private static let standIn: Unicode.Scalar = "\u{FFFD}"

    /// The whole document; `beginning` is what to say of a text that is empty, as the end of a sentence.
    static func root(of text: String, beginning: String) throws(SetupError) -> SetupNode {
        guard text.utf8.count <= longest else {
            throw SetupError(.tooLarge, "it has more than \(longest >> 20) MiB, which no setup needs")
        }
        var harmless = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { harmless.append(indicators.contains(scalar) ? standIn : scalar) }
        try check(try compose(String(harmless), beginning), depth: 0)
        return try compose(text, beginning)
    }

    private static func compose(_ text: String, _ beginning: String) throws(SetupError) -> SetupNode {
        do {
            guard let node = try Yams.compose(yaml: text, .basic, .default, .utf8) else {
                throw SetupError(.invalid, "it is empty; \(beginning)")
            }
            return SetupNode(node)
        } catch let error as SetupError {
            throw error
        } catch {
            throw SetupError(error, in: text)
        }
    }

    /// Refuses keys and values that begin with a stand-in, but for `{}` and a list of words in one line.
    private static func check(_ part: SetupNode, depth: Int) throws(SetupError) {
        guard depth <= deepest else { throw part.error("parts are nested too deep") }
        for item in part.list ?? [] { try check(item, depth: depth + 1) }
        for pair in part.pairs ?? [] {
            try check(pair.value, depth: depth + 1)
            if begins(pair.key) { throw pair.key.error(refusal) }
        }
        if begins(part), !isList(part) { throw part.error(refusal) }
    }

    private static let refusal =
        "it begins with a character that means something else in YAML; put a text in quotation marks, and keys on "
        + "lines of their own"

    private static func begins(_ part: SetupNode) -> Bool {
        part.plainText?.unicodeScalars.first == standIn
    }

    /// Whether what stands between two stand-ins is a list and nothing more.
    private static func isList(_ part: SetupNode) -> Bool {
        guard let text = part.plainText?.unicodeScalars, text.count > 1, text.last == standIn else { return false }
        let inner = text.dropFirst().dropLast()
        return !inner.contains(standIn) && (try? Yams.compose(yaml: "[\(String(inner))]"))?.sequence != nil
    }
}

extension SetupError {
    /// What Yams says, with its place.
    fileprivate init(_ error: any Error, in text: String) {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            guard !problem.hasPrefix("Maximum nesting") else {
                self.init(.invalid, line: mark.line, "parts are nested too deep")
                return
            }
            self.init(
                .invalid, line: mark.line,
                "it is not YAML as a setup uses it, \(problem); put keys on lines of their own, and other texts in "
                    + "quotation marks")
        case YamlError.reader(let problem, let offset, _, _):
            let line = offset.map { text.utf8.prefix($0).count { $0 == UInt8(ascii: "\n") } + 1 }
            self.init(.invalid, line: line, "it is not YAML: \(problem)")
        case YamlError.duplicatedKeysInMapping(let keys, let context):
            self.init(.invalid, line: context.mark.line, "the key \((keys.first ?? "").quoted) is given twice")
        default:
            self.init(.invalid, "it is not YAML: \(error)")
        }
    }
}
