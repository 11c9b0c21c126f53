// SPDX-License-Identifier: Apache-2.0

import Yams

/// A part of a document, which knows where it stands.
struct SetupNode {
    let line: Int
    let path: String
    private let node: Node

    /// Takes the node of the whole document, or one at a path.
    init(_ node: Node, path: String = "") {
        self.node = node
        self.path = path
        line = node.mark?.line ?? 1
    }

    // MARK: - What it holds

    /// The text, if it has no quotation marks.
    var plainText: String? {
        guard case .scalar(let scalar) = node, scalar.style == .plain else { return nil }
        return scalar.string
    }

    /// The items of a list; nil when it is no list.
    var list: [SetupNode]? {
        guard case .sequence(let sequence) = node else { return nil }
        return sequence.enumerated().map { SetupNode($1, path: "\(path)[\($0)]") }
    }

    /// The keys and values; nil when it has none.
    var pairs: [(key: SetupNode, value: SetupNode)]? {
        guard case .mapping(let mapping) = node else { return nil }
        return mapping.map { key, value in
            let below = (path.isEmpty ? "" : path + ".") + (key.scalar?.string.prefix(40) ?? "")
            return (SetupNode(key, path: path), SetupNode(value, path: below))
        }
    }

    /// The text of a key.
    var keyText: String { node.scalar?.string ?? "" }

    /// What it is, for an error.
    private var noun: String {
        switch node {
        case .sequence: "a list"
        case .mapping: "a part with keys of its own"
        case .scalar(let scalar): isEmpty ? "empty" : "the text \(scalar.string.quoted)"
        case .alias: "an alias"
        }
    }

    /// Whether it is a key without a value.
    private var isEmpty: Bool { plainText.map { ["", "~", "null"].contains($0) } ?? false }

    // MARK: - What it should hold

    /// The text; `expected` says what it should be, as in “a name”.
    func text(_ expected: String) throws(SetupError) -> String {
        guard case .scalar(let scalar) = node, !isEmpty else {
            throw error("it is \(noun), and \(expected) is expected")
        }
        let text = scalar.string
        guard !text.utf8.contains(0) else { throw error("\(text.quoted) contains a NUL character; leave it out") }
        return text
    }

    /// The value that the text stands for; `expected` says what it should be, with an example.
    func value<Value>(_ expected: String, _ read: (String) -> Value?) throws(SetupError) -> Value {
        let text = try text(expected)
        guard let value = read(text) else { throw error("\(text.quoted) is not \(expected)") }
        return value
    }

    /// One of some words.
    func choice<Value: RawRepresentable<String> & CaseIterable>(
        of type: Value.Type = Value.self
    ) throws(SetupError) -> Value {
        let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return try value("one of \(words)", Value.init(rawValue:))
    }

    /// The items.
    func items() throws(SetupError) -> [SetupNode] {
        guard let list else { throw error("it is \(noun), and a list is expected") }
        return list
    }

    /// The value of a key, whatever other keys there are.
    subscript(key: SetupKey) -> SetupNode? {
        pairs?.first { $0.key.keyText == key.rawValue }?.value
    }

    /// The values of keys, none of which may be another than these.
    func mapping(_ known: [SetupKey]) throws(SetupError) -> SetupMapping {
        guard let pairs else {
            let keys = known.prefix(3).map(\.rawValue).joined(separator: ", ")
            throw error("it is \(noun), and keys such as \(keys) are expected")
        }
        var values: [SetupKey: SetupNode] = [:]
        for pair in pairs {
            let text = pair.key.keyText
            guard let key = SetupKey(rawValue: text), known.contains(key) else {
                let nearest = SetupKey.nearest(to: text, among: known).map { "; did you mean \($0.rawValue)?" } ?? ""
                throw pair.key.error("\(text.quoted) is not a key here\(nearest)")
            }
            values[key] = pair.value
        }
        return SetupMapping(node: self, values: values)
    }

    /// An error about this part.
    func error(_ what: String) -> SetupError {
        SetupError(.invalid, line: line, path: path, what)
    }
}

/// The values of known keys.
struct SetupMapping {
    let node: SetupNode
    private let values: [SetupKey: SetupNode]

    init(node: SetupNode, values: [SetupKey: SetupNode]) {
        self.node = node
        self.values = values
    }

    subscript(key: SetupKey) -> SetupNode? { values[key] }

    /// The value of a key that must be there; `expected` says what it should be.
    func required(_ key: SetupKey, _ expected: String) throws(SetupError) -> SetupNode {
        guard let value = values[key] else {
            throw node.error("\(key.rawValue) is missing; give \(expected)")
        }
        return value
    }

    /// What is made of the value of a key, if it is there.
    func optional<Value>(
        _ key: SetupKey, _ read: (SetupNode) throws(SetupError) -> Value
    ) throws(SetupError) -> Value? {
        guard let value = values[key] else { return nil }
        return try read(value)
    }
}
