// SPDX-License-Identifier: Apache-2.0

extension DependencyGraph {
    /// The graph as aligned text, modules indented below the module that builds them.
    var tree: String {
        TreeRows(graph: self).text
    }
}

/// The rows of the tree, and how wide their columns are.
private struct TreeRows {
    private let graph: DependencyGraph
    private var rows: [[String]] = []

    init(graph: DependencyGraph) {
        self.graph = graph
        add(graph.root, indent: "")
    }

    private mutating func add(_ module: DependencyGraph.Module, indent: String) {
        rows.append([indent + module.caption(in: graph)])
        let inner = indent + "  "
        for requirement in module.requirements {
            let provider = requirement.provider.map { "from \($0.module)" } ?? "nobody provides it"
            rows.append([inner + "needs " + labelled(requirement.type, requirement.key), provider])
        }
        for input in module.inputs {
            let provider = input.provider.map { $0.module == module.path ? "given here" : "from \($0.module)" }
            rows.append([inner + "input " + labelled(input.type, input.key), provider ?? "nobody gives it"])
        }
        for registration in module.registrations {
            rows.append([
                inner + labelled(registration.type, registration.key), registration.scope.rawValue,
                registration.isolation.words, registration.place.description,
                registration.notes.joined(separator: ", "),
            ])
            for edge in registration.edges {
                let arrow = edge.origin == .declared ? "-> " : "~> "
                let module = edge.target.map { $0.module == module.path ? "" : "in \($0.module)" }
                rows.append([inner + "  " + arrow + edge.label, module ?? edge.words])
            }
        }
        for child in module.children { add(child, indent: inner) }
    }

    var text: String {
        let rows = rows.map { $0.map(\.onOneLine) }
        let full = rows.filter { $0.count > 2 }
        let widths = (0..<4).map { column in
            // What needs what may be long; only its beginning lines up with the rest.
            (column == 0 ? rows.filter { $0.count > 1 } : full).map { $0[column].count }.max() ?? 0
        }
        let lines = rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                let isLast = row.dropFirst(column + 1).allSatisfy(\.isEmpty)
                guard !isLast, column < widths.count else { break }
                line += String(repeating: " ", count: widths[column] - cell.count + 2)
            }
            return line
        }
        let hasEdges = graph.modules.contains { $0.registrations.contains { !$0.edges.isEmpty } }
        return (lines + (hasEdges ? ["", "-> declared, ~> observed"] : [])).joined(separator: "\n")
    }
}
