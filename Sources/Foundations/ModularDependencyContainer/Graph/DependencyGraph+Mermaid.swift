// SPDX-License-Identifier: Apache-2.0

extension DependencyGraph {
    /// The graph as a Mermaid flowchart: a subgraph per module, solid arrows where declared, dotted where observed.
    var mermaid: String {
        let drawing = GraphDrawing(self)
        let arrows = drawing.arrows.map { arrow in
            "    \(arrow.start) \(arrow.origin == .declared ? "-->" : "-.->") \(arrow.end)"
        }
        return (["flowchart LR"] + Self.lines(of: drawing.root, indent: "    ") + arrows).joined(separator: "\n")
    }

    private static func lines(of cluster: GraphDrawing.Cluster, indent: String) -> [String] {
        let inner = indent + "    "
        return ["\(indent)subgraph \(cluster.name)[\(quoted([cluster.title]))]"]
            + cluster.nodes.map { inner + statement($0) }
            + cluster.clusters.flatMap { lines(of: $0, indent: inner) }
            + ["\(indent)end"]
    }

    private static func statement(_ node: GraphDrawing.Node) -> String {
        switch node.kind {
        case .registration: "\(node.name)[\(quoted(node.lines))]"
        case .input: "\(node.name)([\(quoted(node.lines))])"
        case .missing: "\(node.name){{\(quoted(node.lines))}}"
        }
    }

    /// A label in which only letters, digits and a few marks stand for themselves; Mermaid reads the rest as codes.
    private static func quoted(_ lines: [String]) -> String {
        let plain: Set<Character> = [" ", ".", ",", "_"]
        let texts = lines.map { line in
            line.onOneLine.unicodeScalars.map { scalar in
                let character = Character(scalar)
                return character.isLetter || character.isNumber || plain.contains(character)
                    ? String(character) : "#\(scalar.value);"
            }.joined()
        }
        return "\"\(texts.joined(separator: "<br/>"))\""
    }
}
