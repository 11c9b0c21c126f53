// SPDX-License-Identifier: Apache-2.0

import Foundation
import ModularDependencyContainer
import Testing

/// What the drawings of one house look like.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ContainerGraphRenderingTests {
    private func graph() throws -> DependencyGraph {
        let house = try ContainerGraphTests.house()
        return withExtendedLifetime(house) { house.root.graph() }
    }

    @Test func tree_alignsItsColumns_andTellsObservedEdgesApart() throws {
        #expect(
            try graph().rendered(as: .tree) == #"""
                GraphExample.App
                  GraphExample.Sound                       singleton  nonisolated  House/App.swift:1
                  GraphExample.Box<Swift.Int>[a"b]         instance   nonisolated  House/App.swift:2
                  GraphExample.Panel                       singleton  main actor   House/App.swift:3
                  GraphExample.Room
                    needs GraphExample.Sound               from GraphExample.App/GraphExample.Room
                    needs GraphExample.Panel               from GraphExample.App
                    input GraphExample.Address             given here
                    GraphExample.Sound                     singleton  nonisolated  House/Room.swift:5   overrides GraphExample.App, built
                      -> input GraphExample.Address
                    GraphExample.Lamp                      singleton  nonisolated  House/Room.swift:6   local, built
                      ~> input GraphExample.Address
                      ~> GraphExample.Box<Swift.Int>[a"b]  in GraphExample.App
                      ~> GraphExample.Sound
                    GraphExample.Screen                    singleton  main actor   House/Room.swift:7   local
                      -> GraphExample.Lamp
                      -> GraphExample.Panel                in GraphExample.App
                    GraphExample.Shelf (not built)
                      needs GraphExample.Sound             from GraphExample.App/GraphExample.Room
                      input GraphExample.Address           from GraphExample.App/GraphExample.Room
                      GraphExample.Lamp                    scoped     nonisolated  House/Shelf.swift:3
                        -> GraphExample.Sound              in GraphExample.App/GraphExample.Room
                  GraphExample.Room#2
                    needs GraphExample.Sound               from GraphExample.App/GraphExample.Room#2
                    needs GraphExample.Panel               from GraphExample.App
                    input GraphExample.Address             given here
                    GraphExample.Sound                     singleton  nonisolated  House/Room.swift:5   overrides GraphExample.App
                      -> input GraphExample.Address
                    GraphExample.Lamp                      singleton  nonisolated  House/Room.swift:6   local
                    GraphExample.Screen                    singleton  main actor   House/Room.swift:7   local
                      -> GraphExample.Lamp
                      -> GraphExample.Panel                in GraphExample.App
                    GraphExample.Shelf (not built)
                      needs GraphExample.Sound             from GraphExample.App/GraphExample.Room#2
                      input GraphExample.Address           from GraphExample.App/GraphExample.Room#2
                      GraphExample.Lamp                    scoped     nonisolated  House/Shelf.swift:3
                        -> GraphExample.Sound              in GraphExample.App/GraphExample.Room#2

                -> declared, ~> observed
                """#)
    }

    @Test func tree_namesWhatNobodyProvides_andShowsNoStateWhereNothingIsBuilt() throws {
        let builder = DependencyBuilder<GraphExample.App>()
        #expect(
            try builder.graph(of: GraphExample.Shelf.self).rendered(as: .tree) == """
                GraphExample.App
                  GraphExample.Shelf
                    needs GraphExample.Sound    nobody provides it
                    input GraphExample.Address  nobody gives it
                    GraphExample.Lamp           scoped  nonisolated  House/Shelf.swift:3
                      -> GraphExample.Sound     nobody provides it

                -> declared, ~> observed
                """)
    }

    @Test func tree_saysWhatWasShutDown() async throws {
        let root = try await DependencyBuilder<GraphExample.App>().freeze()
        await root.shutdown()
        #expect(try root.graph().rendered(as: .tree) == "GraphExample.App (closed)")
    }

    @Test func mermaid_hasASubgraphPerModule_andDottedArrowsWhereObserved() throws {
        #expect(
            try graph().rendered(as: .mermaid) == #"""
                flowchart LR
                    subgraph m0["GraphExample.App"]
                        n0["GraphExample.Sound<br/>singleton, nonisolated"]
                        n1["GraphExample.Box#60;Swift.Int#62;#91;a#34;b#93;<br/>instance, nonisolated"]
                        n2["GraphExample.Panel<br/>singleton, main actor"]
                        subgraph m1["GraphExample.Room"]
                            n3(["input GraphExample.Address"])
                            n4["GraphExample.Sound<br/>singleton, nonisolated, overrides GraphExample.App, built"]
                            n5["GraphExample.Lamp<br/>singleton, nonisolated, local, built"]
                            n6["GraphExample.Screen<br/>singleton, main actor, local"]
                            subgraph m2["GraphExample.Shelf #40;not built#41;"]
                                n7["GraphExample.Lamp<br/>scoped, nonisolated"]
                            end
                        end
                        subgraph m3["GraphExample.Room#35;2"]
                            n8(["input GraphExample.Address"])
                            n9["GraphExample.Sound<br/>singleton, nonisolated, overrides GraphExample.App"]
                            n10["GraphExample.Lamp<br/>singleton, nonisolated, local"]
                            n11["GraphExample.Screen<br/>singleton, main actor, local"]
                            subgraph m4["GraphExample.Shelf #40;not built#41;"]
                                n12["GraphExample.Lamp<br/>scoped, nonisolated"]
                            end
                        end
                    end
                    n4 --> n3
                    n5 -.-> n3
                    n5 -.-> n1
                    n5 -.-> n4
                    n6 --> n5
                    n6 --> n2
                    n7 --> n4
                    n9 --> n8
                    n11 --> n10
                    n11 --> n2
                    n12 --> n9
                """#)
    }

    @Test func mermaid_drawsWhatNobodyProvides_oncePerModule() throws {
        let builder = DependencyBuilder<GraphExample.App>()
        #expect(
            try builder.graph(of: GraphExample.Shelf.self).rendered(as: .mermaid) == """
                flowchart LR
                    subgraph m0["GraphExample.App"]
                        subgraph m1["GraphExample.Shelf"]
                            n0["GraphExample.Lamp<br/>scoped, nonisolated"]
                            n1{{"GraphExample.Sound<br/>nobody provides it"}}
                            n2{{"input GraphExample.Address<br/>nobody provides it"}}
                        end
                    end
                    n0 --> n1
                """)
    }

    @Test func dot_hasAClusterPerModule_andDottedArrowsWhereObserved() throws {
        #expect(
            try graph().rendered(as: .dot) == #"""
                digraph dependencies {
                    rankdir=LR;
                    node [shape=box];
                    subgraph cluster_m0 {
                        label="GraphExample.App";
                        n0 [label="GraphExample.Sound\nsingleton, nonisolated"];
                        n1 [label="GraphExample.Box<Swift.Int>[a\"b]\ninstance, nonisolated"];
                        n2 [label="GraphExample.Panel\nsingleton, main actor"];
                        subgraph cluster_m1 {
                            label="GraphExample.Room";
                            n3 [label="input GraphExample.Address", shape=ellipse];
                            n4 [label="GraphExample.Sound\nsingleton, nonisolated, overrides GraphExample.App, built"];
                            n5 [label="GraphExample.Lamp\nsingleton, nonisolated, local, built"];
                            n6 [label="GraphExample.Screen\nsingleton, main actor, local"];
                            subgraph cluster_m2 {
                                label="GraphExample.Shelf (not built)";
                                n7 [label="GraphExample.Lamp\nscoped, nonisolated"];
                            }
                        }
                        subgraph cluster_m3 {
                            label="GraphExample.Room#2";
                            n8 [label="input GraphExample.Address", shape=ellipse];
                            n9 [label="GraphExample.Sound\nsingleton, nonisolated, overrides GraphExample.App"];
                            n10 [label="GraphExample.Lamp\nsingleton, nonisolated, local"];
                            n11 [label="GraphExample.Screen\nsingleton, main actor, local"];
                            subgraph cluster_m4 {
                                label="GraphExample.Shelf (not built)";
                                n12 [label="GraphExample.Lamp\nscoped, nonisolated"];
                            }
                        }
                    }
                    n4 -> n3;
                    n5 -> n3 [style=dotted];
                    n5 -> n1 [style=dotted];
                    n5 -> n4 [style=dotted];
                    n6 -> n5;
                    n6 -> n2;
                    n7 -> n4;
                    n9 -> n8;
                    n11 -> n10;
                    n11 -> n2;
                    n12 -> n9;
                }
                """#)
    }

    @Test func json_writesSortedKeys_andNullWhereThereIsNothing() throws {
        let builder = DependencyBuilder<GraphExample.App>()
        try builder.registerSingleton(
            GraphExample.Lamp.self, key: "a\"b", using: Dependency(GraphExample.Sound.self),
            fileID: "House/App.swift", line: 1
        ) { _ in GraphExample.Lamp() }
        #expect(
            try builder.graph().rendered(as: .json) == #"""
                {
                  "root" : {
                    "children" : [

                    ],
                    "inputs" : [

                    ],
                    "name" : "GraphExample.App",
                    "number" : 1,
                    "path" : "GraphExample.App",
                    "registrations" : [
                      {
                        "edges" : [
                          {
                            "key" : null,
                            "kind" : "dependency",
                            "origin" : "declared",
                            "target" : null,
                            "type" : "GraphExample.Sound"
                          }
                        ],
                        "id" : "GraphExample.App:GraphExample.Lamp[a\"b]",
                        "isBuilt" : null,
                        "isLocal" : false,
                        "isolation" : "nonisolated",
                        "key" : "a\"b",
                        "overrides" : null,
                        "place" : {
                          "file" : "House/App.swift",
                          "line" : 1
                        },
                        "role" : "provider",
                        "scope" : "singleton",
                        "type" : "GraphExample.Lamp"
                      }
                    ],
                    "requirements" : [

                    ],
                    "state" : "declared"
                  }
                }
                """#)
    }

    @Test func json_decodesToAnEqualGraph() throws {
        let graphs = try [graph(), GraphExample.builder().graph(of: GraphExample.Room.self)]
        for graph in graphs {
            let data = Data(try graph.rendered(as: .json).utf8)
            #expect(try JSONDecoder().decode(DependencyGraph.self, from: data) == graph)
        }
    }
}
