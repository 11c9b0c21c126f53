// SPDX-License-Identifier: Apache-2.0

/// A part of a document, which knows where it stands.
struct SetupNode {
    enum Content {
        /// A key without a value.
        case nothing
        case text(String)
        case list([SetupNode])
        case mapping([(key: String, line: Int, value: SetupNode)])
    }

    let line: Int
    let path: String
    let content: Content

    /// The text; `expected` says what it should be, as in “a name”.
    func text(_ expected: String) throws(SetupError) -> String {
        guard case .text(let text) = content else {
            throw error("it is \(content.noun), and \(expected) is expected")
        }
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
        guard case .list(let items) = content else { throw error("it is \(content.noun), and a list is expected") }
        return items
    }

    /// The value of a key, whatever other keys there are.
    subscript(key: SetupKey) -> SetupNode? {
        guard case .mapping(let pairs) = content else { return nil }
        return pairs.first { $0.key == key.rawValue }?.value
    }

    /// The values of keys, none of which may be another than these.
    func mapping(_ known: [SetupKey]) throws(SetupError) -> SetupMapping {
        guard case .mapping(let pairs) = content else {
            let keys = known.prefix(3).map(\.rawValue).joined(separator: ", ")
            throw error("it is \(content.noun), and keys such as \(keys) are expected")
        }
        var values: [SetupKey: SetupNode] = [:]
        for pair in pairs {
            guard let key = SetupKey(rawValue: pair.key), known.contains(key) else {
                let nearest =
                    SetupKey.nearest(to: pair.key, among: known).map { "; did you mean \($0.rawValue)?" } ?? ""
                throw SetupError(
                    .invalid, line: pair.line, path: path, "\(pair.key.quoted) is not a key here\(nearest)")
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

extension SetupNode.Content {
    /// What it is, for an error.
    var noun: String {
        switch self {
        case .nothing: "empty"
        case .text(let text): "the text \(text.quoted)"
        case .list: "a list"
        case .mapping: "a part with keys of its own"
        }
    }
}
