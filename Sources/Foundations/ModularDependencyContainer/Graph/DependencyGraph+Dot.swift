// SPDX-License-Identifier: Apache-2.0

extension DependencyGraph {
    /// The graph for Graphviz: a cluster per module, solid arrows where declared, dotted where observed.
    var dot: String {
        let drawing = GraphDrawing(self)
        let arrows = drawing.arrows.map { arrow in
            "    \(arrow.start) -> \(arrow.end)\(arrow.origin == .declared ? "" : " [style=dotted]");"
        }
        return
            (["digraph dependencies {", "    rankdir=LR;", "    node [shape=box];"]
            + Self.lines(of: drawing.root, indent: "    ") + arrows + ["}"]).joined(separator: "\n")
    }

    private static func lines(of cluster: GraphDrawing.Cluster, indent: String) -> [String] {
        let inner = indent + "    "
        return ["\(indent)subgraph cluster_\(cluster.name) {", "\(inner)label=\(quoted([cluster.title]));"]
            + cluster.nodes.map { inner + statement($0) }
            + cluster.clusters.flatMap { lines(of: $0, indent: inner) }
            + ["\(indent)}"]
    }

    private static func statement(_ node: GraphDrawing.Node) -> String {
        let shape =
            switch node.kind {
            case .registration: ""
            case .input: ", shape=ellipse"
            case .missing: ", shape=octagon"
            }
        return "\(node.name) [label=\(quoted(node.lines))\(shape)];"
    }

    /// A quoted string; Graphviz reads backslashes, quotes and the codes of HTML in it.
    private static func quoted(_ lines: [String]) -> String {
        let texts = lines.map { line in
            line.onOneLine.unicodeScalars.map { scalar in
                switch scalar {
                case "\\": "\\\\"
                case "\"": "\\\""
                case "&": "&amp;"
                default: String(scalar)
                }
            }.joined()
        }
        return "\"\(texts.joined(separator: "\\n"))\""
    }
}
