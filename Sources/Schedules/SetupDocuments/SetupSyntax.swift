// SPDX-License-Identifier: Apache-2.0

import Yams

/// Reads YAML into parts; whatever the text, in time and space proportional to its length.
enum SetupSyntax {
    /// The longest text that is read, in bytes.
    static let longest = 1 << 20
    /// How deep parts may be nested, twice what a setup needs.
    private static let deepest = 16

    /// The whole document.
    static func root(of text: String) throws(SetupError) -> SetupNode {
        guard text.utf8.count <= longest else {
            throw SetupError(.tooLarge, "it has more than \(longest >> 20) MiB, which no setup needs")
        }
        guard let hidden = HiddenCharacters(in: text) else {
            throw SetupError(.invalid, "it uses too many of Unicode's private characters; leave some out")
        }
        do {
            let node = try Yams.compose(yaml: hidden.hiding(in: text), .basic, .default, .utf8)
            guard let node else { throw SetupError(.invalid, "it is empty; it begins with a line “version: 1”") }
            return try part(node, path: "", depth: 0, hidden)
        } catch let error as SetupError {
            throw error
        } catch {
            throw SetupError(error, in: text, hidden)
        }
    }

    private static func part(
        _ node: Node, path: String, depth: Int, _ hidden: HiddenCharacters
    ) throws(SetupError) -> SetupNode {
        let line = node.mark?.line ?? 1
        func error(_ what: String) -> SetupError { SetupError(.invalid, line: line, path: path, what) }
        guard depth <= deepest else { throw error("parts are nested too deep") }
        switch node {
        case .scalar(let scalar):
            let text = hidden.showing(in: scalar.string)
            guard scalar.style == .plain else { return SetupNode(line: line, path: path, content: .text(text)) }
            return SetupNode(line: line, path: path, content: try plain(text, line: line, path: path))
        case .sequence(let sequence):
            var items: [SetupNode] = []
            for item in sequence {
                items.append(try part(item, path: "\(path)[\(items.count)]", depth: depth + 1, hidden))
            }
            return SetupNode(line: line, path: path, content: .list(items))
        case .mapping(let mapping):
            var pairs: [(key: String, line: Int, value: SetupNode)] = []
            for (key, value) in mapping {
                guard case .scalar(let scalar) = key else { throw error("a key must be one word") }
                let name = hidden.showing(in: scalar.string)
                let below = (path.isEmpty ? "" : path + ".") + String(name.prefix(40))
                pairs.append((name, scalar.mark?.line ?? line, try part(value, path: below, depth: depth + 1, hidden)))
            }
            return SetupNode(line: line, path: path, content: .mapping(pairs))
        case .alias:
            throw error("a setup repeats nothing by name")
        }
    }

    /// What a text without quotation marks stands for.
    private static func plain(_ text: String, line: Int, path: String) throws(SetupError) -> SetupNode.Content {
        if ["", "~", "null"].contains(text) { return .nothing }
        guard HiddenCharacters.begin(text) else { return .text(text) }
        if text == "{}" { return .mapping([]) }
        let inner = text.dropFirst().dropLast()
        guard text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count > 1, !inner.contains(where: "[]{}".contains)
        else {
            throw SetupError(
                .invalid, line: line, path: path,
                "\(text.quoted) begins with a character that means something else in YAML; put a text in quotation "
                    + "marks, and keys on lines of their own")
        }
        let words = inner.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed }
        // As in YAML, an empty list has no items, and the last one may be followed by a comma.
        let items = words.last?.isEmpty == true ? words.dropLast() : words[...]
        return .list(
            items.enumerated().map { number, word in
                SetupNode(line: line, path: "\(path)[\(number)]", content: word.isEmpty ? .nothing : .text(word))
            })
    }
}

extension Substring {
    /// Without the blanks and then the quotation marks around it.
    fileprivate var trimmed: String {
        let bare = drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        guard let first = bare.first, first == "\"" || first == "'", bare.count > 1, bare.last == first else {
            return String(bare)
        }
        return String(bare.dropFirst().dropLast())
    }
}

extension SetupError {
    /// What Yams says, with its place.
    fileprivate init(_ error: any Error, in text: String, _ hidden: HiddenCharacters) {
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
            let line = offset.map { text.prefix($0).count(where: \.isNewline) + 1 }
            self.init(.invalid, line: line, "it is not YAML: \(problem)")
        case YamlError.duplicatedKeysInMapping(let keys, let context):
            self.init(
                .invalid, line: context.mark.line,
                "the key \(hidden.showing(in: keys.first ?? "").quoted) stands there twice")
        default:
            self.init(.invalid, "it is not YAML: \(error)")
        }
    }
}
