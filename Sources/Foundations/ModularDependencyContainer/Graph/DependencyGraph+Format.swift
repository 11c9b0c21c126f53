// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension DependencyGraph {
    /// How a graph is written.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Aligned text for people.
        case tree
        /// A Mermaid flowchart.
        case mermaid
        /// Graphviz.
        case dot
        /// What `DependencyGraph` decodes from, with sorted keys.
        case json
    }

    /// The graph as text, the same for equal graphs; throws only what `JSONEncoder` throws.
    public func rendered(as format: Format) throws -> String {
        switch format {
        case .tree: tree
        case .mermaid: mermaid
        case .dot: dot
        case .json: try json
        }
    }
}

extension DependencyGraph.Module {
    /// The heading; "not built" is left out of a graph in which nothing is built.
    func caption(in graph: DependencyGraph) -> String {
        switch state {
        case .built: title
        case .closed: "\(title) (closed)"
        case .declared: graph.root.state == .declared ? title : "\(title) (not built)"
        }
    }
}

extension DependencyGraph.Registration {
    /// Whether it is local, and what it is to others of its type and key.
    var notes: [String] {
        let hidden = overrides.map { ["\(role == .decorator ? "decorates" : "overrides") \($0.module)"] }
        return (isLocal ? ["local"] : []) + (role == .contribution ? ["contributed"] : []) + (hidden ?? [])
            + (isBuilt == true ? ["built"] : [])
    }
}

extension DependencyGraph.Edge {
    /// What it leads to.
    var label: String {
        let prefix =
            switch kind {
            case .dependency: ""
            case .input: "input "
            case .child: "child "
            case .contributions: "all "
            case .context: "context "
            }
        return prefix + labelled(type, key)
    }

    /// What stands at its end where there is no target.
    var words: String {
        switch kind {
        case .dependency, .input: "nobody provides it"
        case .child: "not shown"
        case .contributions: "nobody contributes any"
        case .context: ""
        }
    }
}

extension DependencyIsolation {
    /// The isolation as people call it.
    var words: String {
        switch self {
        case .nonisolated: "nonisolated"
        case .mainActor: "main actor"
        }
    }
}

extension String {
    /// The text with line breaks and invisible characters written as codes.
    var onOneLine: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension DependencyGraph {
    /// The graph as JSON with sorted keys, which decodes to an equal graph.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
