// SPDX-License-Identifier: Apache-2.0

/// A graph as boxes and arrows, for drawing languages.
///
/// Leaves out requirements that a module provides: the arrows of the factories that use them show the same. Leaves out
/// edges to children too, whose boxes stand inside that of their module, and edges to the context.
struct GraphDrawing {
    struct Node {
        enum Kind {
            case registration
            case input
            case missing
        }

        let name: String
        let kind: Kind
        let lines: [String]
    }

    struct Cluster {
        let name: String
        let title: String
        let nodes: [Node]
        let clusters: [Cluster]
    }

    struct Arrow {
        let start: String
        let end: String
        let origin: DependencyGraph.Edge.Origin
    }

    let root: Cluster
    let arrows: [Arrow]

    init(_ graph: DependencyGraph) {
        var draughtsman = Draughtsman(graph: graph)
        root = draughtsman.cluster(graph.root)
        arrows = draughtsman.arrows
    }
}

/// Hands out names that contain none of the drawn text.
private struct Draughtsman {
    /// A dependency that no module provides.
    private struct Gap: Hashable {
        let module: String
        let label: String
    }

    let graph: DependencyGraph
    private var clusters = 0
    private var nodes = 0
    private var names: [String: String] = [:]
    private var gaps: [Gap: String] = [:]

    init(graph: DependencyGraph) {
        self.graph = graph
    }

    mutating func cluster(_ module: DependencyGraph.Module) -> GraphDrawing.Cluster {
        let name = "m\(clusters)"
        clusters += 1
        var nodes: [GraphDrawing.Node] = []
        for input in module.inputs where input.provider?.id == input.id {
            names[input.id] = next()
            nodes.append(node(names[input.id], .input, ["input \(labelled(input.type, input.key))"]))
        }
        for registration in module.registrations {
            names[registration.id] = next()
            let facts = [registration.scope.rawValue, registration.isolation.words] + registration.notes
            nodes.append(
                node(
                    names[registration.id], .registration,
                    [labelled(registration.type, registration.key), facts.joined(separator: ", ")]))
        }
        for gap in Self.gaps(in: module) where gaps[gap] == nil {
            gaps[gap] = next()
            nodes.append(node(gaps[gap], .missing, [gap.label, "nobody provides it"]))
        }
        return GraphDrawing.Cluster(
            name: name, title: module.caption(in: graph), nodes: nodes,
            clusters: module.children.map { cluster($0) })
    }

    var arrows: [GraphDrawing.Arrow] {
        graph.modules.flatMap { module in
            module.registrations.flatMap { registration in
                registration.edges.compactMap { edge in
                    let end = edge.target.map { names[$0.id] } ?? gaps[Self.gap(of: edge, in: module)]
                    guard let start = names[registration.id], let end else { return nil }
                    return GraphDrawing.Arrow(start: start, end: end, origin: edge.origin)
                }
            }
        }
    }

    private mutating func next() -> String {
        defer { nodes += 1 }
        return "n\(nodes)"
    }

    private func node(_ name: String?, _ kind: GraphDrawing.Node.Kind, _ lines: [String]) -> GraphDrawing.Node {
        GraphDrawing.Node(name: name ?? "", kind: kind, lines: lines)
    }

    private static func gap(of edge: DependencyGraph.Edge, in module: DependencyGraph.Module) -> Gap {
        Gap(module: module.path, label: edge.label)
    }

    private static func gaps(in module: DependencyGraph.Module) -> [Gap] {
        module.requirements.filter { $0.provider == nil }
            .map { Gap(module: module.path, label: labelled($0.type, $0.key)) }
            + module.inputs.filter { $0.provider == nil }
            .map { Gap(module: module.path, label: "input \(labelled($0.type, $0.key))") }
            + module.registrations.flatMap(\.edges).filter { $0.target == nil && $0.kind.needsTarget }.map {
                gap(of: $0, in: module)
            }
    }
}
