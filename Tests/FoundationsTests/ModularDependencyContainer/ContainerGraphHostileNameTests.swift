// SPDX-License-Identifier: Apache-2.0

import Foundation
import SeededRandom
import Testing

@testable import ModularDependencyContainer

/// Names hold whatever a key says; no drawing may fall apart over them.
@Suite struct ContainerGraphHostileNameTests {
    private static let pieces = [
        "any P", "Box<Int>", "\"", "\\", "\n", "\r\n", "\t", "[", "]", "{", "}", "(", ")", "<", ">", "|", ";", "#", "&",
        "%%", "`", "end", "subgraph", "-->", "->", "style", "click", "#quot;", "&quot;", "\\n", "\\\"", "//", "/*", ":",
        "\u{2028}", "\u{85}", "\u{0}", "\u{202E}", "\u{301}", "é", "夜", "🌙", "\u{E0041}", " ",
    ]

    private struct Names {
        var generator: SeededGenerator

        mutating func next() -> String {
            (0..<Int.random(in: 1...6, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined()
        }
    }

    /// Two modules whose every name is hostile, with an edge of each kind.
    private static func graph(_ seed: UInt64) throws -> DependencyGraph {
        var names = Names(generator: SeededGenerator(seed: seed))
        let place = DependencyGraph.Place(DependencySourceLocation(fileID: names.next(), line: 1))
        func edge(
            _ target: DependencyGraph.Target?, _ origin: DependencyGraph.Edge.Origin
        ) -> DependencyGraph.Edge {
            DependencyGraph.Edge(
                type: names.next(), key: names.next(), kind: target == nil ? .input : .dependency, origin: origin,
                target: target)
        }
        func registration(_ id: String, _ edges: [DependencyGraph.Edge]) -> DependencyGraph.Registration {
            DependencyGraph.Registration(
                id: id, type: names.next(), key: names.next(), scope: .singleton, isolation: .nonisolated,
                isLocal: false, role: .provider, overrides: DependencyGraph.Target(module: names.next(), id: "r1"),
                place: place,
                isBuilt: nil, edges: edges)
        }
        let inner = DependencyGraph.Target(module: "inner", id: "r2")
        let input = DependencyGraph.Target(module: "inner", id: "i1")
        let child = DependencyGraph.Module(
            name: names.next(), number: 2, path: names.next(), state: .declared,
            requirements: [
                DependencyGraph.Requirement(
                    type: names.next(), key: names.next(), isolation: .nonisolated, place: place,
                    provider: nil)
            ],
            inputs: [
                DependencyGraph.Input(id: "i1", type: names.next(), key: names.next(), place: place, provider: input)
            ],
            registrations: [registration("r2", [edge(input, .observed)])], children: [])
        return DependencyGraph(
            root: DependencyGraph.Module(
                name: names.next(), number: 1, path: names.next(), state: .built, requirements: [], inputs: [],
                registrations: [registration("r1", [edge(inner, .declared), edge(nil, .observed)])],
                children: [child]))
    }

    /// The shapes of the lines, without what the labels say and without indentation.
    private func shapes(_ text: String, _ label: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
                .replacingOccurrences(of: label, with: "L", options: .regularExpression)
        }
    }

    private func isOnOneLine(_ text: String) -> Bool {
        text.split(separator: "\n").joined().unicodeScalars
            .allSatisfy { !$0.properties.isPatternWhitespace || $0 == " " }
    }

    @Test(arguments: UInt64(1)...200)
    func mermaid_keepsItsStructure_whateverNamesHold(_ seed: UInt64) throws {
        let text = try Self.graph(seed).rendered(as: .mermaid)
        // A label holds no mark that Mermaid reads, but codes and line breaks of our own.
        let label = ##""([^"#<>\[\](){}|;:&%`\\-]|#[0-9]+;|<br/>)*""##
        #expect(
            shapes(text, label) == [
                "flowchart LR", "subgraph m0[L]", "n0[L]", "n1{{L}}", "subgraph m1[L]", "n2([L])", "n3[L]", "n4{{L}}",
                "end", "end", "n0 --> n3", "n0 -.-> n1", "n3 -.-> n2",
            ])
        #expect(isOnOneLine(text))
    }

    @Test(arguments: UInt64(1)...200)
    func dot_keepsItsStructure_whateverNamesHold(_ seed: UInt64) throws {
        let text = try Self.graph(seed).rendered(as: .dot)
        let label = #""([^"\\]|\\.)*""#
        #expect(
            shapes(text, label) == [
                "digraph dependencies {", "rankdir=LR;", "node [shape=box];", "subgraph cluster_m0 {", "label=L;",
                "n0 [label=L];", "n1 [label=L, shape=octagon];", "subgraph cluster_m1 {", "label=L;",
                "n2 [label=L, shape=ellipse];", "n3 [label=L];", "n4 [label=L, shape=octagon];", "}", "}",
                "n0 -> n3;", "n0 -> n1 [style=dotted];", "n3 -> n2 [style=dotted];", "}",
            ])
        #expect(isOnOneLine(text))
    }

    @Test(arguments: UInt64(1)...200)
    func tree_hasALinePerThing_whateverNamesHold(_ seed: UInt64) throws {
        let text = try Self.graph(seed).rendered(as: .tree)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 11)
        #expect(isOnOneLine(text))
    }

    @Test(arguments: UInt64(1)...200)
    func json_decodesToAnEqualGraph_whateverNamesHold(_ seed: UInt64) throws {
        let graph = try Self.graph(seed)
        let data = Data(try graph.rendered(as: .json).utf8)
        #expect(try JSONDecoder().decode(DependencyGraph.self, from: data) == graph)
    }
}
