// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// What a graph says of the containers it was made of.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ContainerGraphTests {
    /// A house with two rooms; in the first the lamp and with it the sound is built.
    struct House {
        let root: DependencyContainer<GraphExample.App>
        let first: GraphExample.Room
        let second: GraphExample.Room
    }

    static func house() throws -> House {
        let root = try GraphExample.builder().freeze()
        let rooms = try ["AA", "BB"].map { text in
            try root.buildChild(GraphExample.Room.self) {
                $0.provideInput(GraphExample.Address.self, GraphExample.Address(text: text))
            }
        }
        _ = try rooms[0].container.resolve(GraphExample.Lamp.self)
        return House(root: root, first: rooms[0], second: rooms[1])
    }

    private func paths(_ graph: DependencyGraph) -> [String] {
        graph.modules.map { "\($0.path) \($0.state)" }
    }

    /// Every edge as `module: start -> end`, with the id of what it leads to.
    private func edges(_ graph: DependencyGraph) -> [String] {
        graph.modules.flatMap { module in
            module.registrations.flatMap { registration in
                registration.edges.map { "\(registration.id) -\($0.origin)-> \($0.target?.id ?? "nobody")" }
            }
        }
    }

    private func registration(_ id: String, in graph: DependencyGraph) throws -> DependencyGraph.Registration {
        try #require(graph.modules.flatMap(\.registrations).first { $0.id == id })
    }

    @Test func liveGraph_numbersChildrenOfOneType_andShowsDeclaredOnesThatAreNotBuilt() throws {
        let house = try Self.house()
        let shelf = try house.second.buildChild(GraphExample.Shelf.self)
        #expect(
            paths(house.root.graph()) == [
                "GraphExample.App built",
                "GraphExample.App/GraphExample.Room built",
                "GraphExample.App/GraphExample.Room/GraphExample.Shelf declared",
                "GraphExample.App/GraphExample.Room#2 built",
                "GraphExample.App/GraphExample.Room#2/GraphExample.Shelf built",
            ])
        withExtendedLifetime((house.first, shelf)) {}
    }

    @Test func liveGraph_isTheSame_fromEveryContainerOfTheTree() throws {
        let house = try Self.house()
        #expect(house.root.graph() == house.second.container.graph())
        withExtendedLifetime(house.first) {}
    }

    @Test func staticGraph_hasThePathsAndIDs_ofTheLiveOne() throws {
        let house = try Self.house()
        let expected = try GraphExample.builder().graph(of: GraphExample.Room.self, inputs: GraphExample.inputs)
        let live = house.root.graph().modules
        #expect(expected.modules.map(\.path) == live.prefix(3).map(\.path))
        #expect(expected.modules.map(\.requirements) == live.prefix(3).map(\.requirements))
        #expect(expected.modules.map(\.inputs) == live.prefix(3).map(\.inputs))
        #expect(
            expected.modules.map { $0.registrations.map(\.id) } == live.prefix(3).map { $0.registrations.map(\.id) })
        #expect(expected.modules.allSatisfy { $0.registrations.allSatisfy { $0.isBuilt == nil } })
        withExtendedLifetime((house.first, house.second)) {}
    }

    @Test func graph_isTheSame_whenMadeOfTheSameModulesAgain() throws {
        let houses = try [Self.house(), Self.house()]
        #expect(houses[0].root.graph() == houses[1].root.graph())
        withExtendedLifetime(houses) {}
    }

    @Test func edges_leadToWhatTheFactorySees_declaredOrObserved() throws {
        let house = try Self.house()
        let room = "GraphExample.App/GraphExample.Room"
        #expect(
            edges(house.root.graph()).filter { !$0.contains("#2") } == [
                "\(room):GraphExample.Sound -declared-> \(room):input GraphExample.Address",
                "\(room):GraphExample.Lamp -observed-> \(room):input GraphExample.Address",
                "\(room):GraphExample.Lamp -observed-> GraphExample.App:GraphExample.Box<Swift.Int>[a\"b]",
                "\(room):GraphExample.Lamp -observed-> \(room):GraphExample.Sound",
                "\(room):GraphExample.Screen -declared-> \(room):GraphExample.Lamp",
                "\(room):GraphExample.Screen -declared-> GraphExample.App:GraphExample.Panel",
                "\(room)/GraphExample.Shelf:GraphExample.Lamp -declared-> \(room):GraphExample.Sound",
            ])
        withExtendedLifetime((house.first, house.second)) {}
    }

    @Test func edge_leadsNowhere_whereNobodyProvidesIt() throws {
        let builder = DependencyBuilder<GraphExample.App>()
        try builder.registerSingleton(
            GraphExample.Lamp.self, using: Dependency(GraphExample.Sound.self),
            Dependency(input: GraphExample.Address.self)
        ) { _, _ in GraphExample.Lamp() }
        let edges = builder.graph().root.registrations.flatMap(\.edges)
        #expect(edges.map(\.type) == ["GraphExample.Sound", "GraphExample.Address"])
        #expect(edges.map(\.target) == [nil, nil])
    }

    @Test func requirement_namesItsProvider_orNobody() throws {
        let graph = try GraphExample.builder().graph(of: GraphExample.Room.self, inputs: GraphExample.inputs)
        let room = try #require(graph.root.children.first)
        #expect(room.requirements.map(\.provider?.module) == [room.path, "GraphExample.App"])
        #expect(room.requirements.map(\.isolation) == [.nonisolated, .mainActor])
        #expect(room.requirements.map(\.place.description) == [1, 3].map { "House/Room.swift:\($0)" })
        #expect(room.children.first?.requirements.map(\.provider?.module) == [room.path])
    }

    @Test func input_namesTheModuleThatWasGivenIt_orNobody() throws {
        let given = try GraphExample.builder().graph(of: GraphExample.Room.self, inputs: GraphExample.inputs)
        let room = "GraphExample.App/GraphExample.Room"
        #expect(given.modules.map { $0.inputs.map(\.provider?.module) } == [[], [room], [room]])
        let forgotten = try GraphExample.builder().graph(of: GraphExample.Room.self)
        #expect(forgotten.modules.map { $0.inputs.map(\.provider) } == [[], [nil], [nil]])
    }

    @Test func input_isShownWhereItWasGiven_declaredOrNot() throws {
        let builder = try GraphExample.builder()
        builder.provideInput(GraphExample.Address.self, GraphExample.Address(text: "AA"))
        let root = try builder.freeze()
        let room = try root.buildChild(GraphExample.Room.self)
        let inputs = root.graph().modules.map(\.inputs)
        #expect(inputs[0].map(\.id) == ["GraphExample.App:input GraphExample.Address"])
        #expect(inputs[0].map(\.place) == [nil])
        #expect(inputs[1].map(\.provider?.module) == ["GraphExample.App"])
        withExtendedLifetime(room) {}
    }

    @Test func registration_saysWhatItOverrides_andWhetherItIsLocal() throws {
        let house = try Self.house()
        let graph = house.root.graph()
        let sound = try registration("GraphExample.App/GraphExample.Room:GraphExample.Sound", in: graph)
        let lamp = try registration("GraphExample.App/GraphExample.Room:GraphExample.Lamp", in: graph)
        #expect(sound.overrides?.id == "GraphExample.App:GraphExample.Sound")
        #expect(!sound.isLocal)
        #expect(lamp.overrides == nil)
        #expect(lamp.isLocal)
        withExtendedLifetime((house.first, house.second)) {}
    }

    @Test func registration_saysWhetherItsSingletonIsBuilt() throws {
        let house = try Self.house()
        _ = try house.root.resolveMainActor(GraphExample.Panel.self)
        let graph = house.root.graph()
        #expect(graph.root.registrations.map(\.isBuilt) == [false, nil, true])
        #expect(graph.root.children[0].registrations.map(\.isBuilt) == [true, true, false])
        #expect(graph.root.children[1].registrations.map(\.isBuilt) == [false, false, false])
        withExtendedLifetime((house.first, house.second)) {}
    }

    @Test func registration_leavesOpenWhetherTheMainActorsSingletonIsBuilt_elsewhere() async throws {
        let root = try await GraphExample.builder().freeze()
        _ = try root.resolveMainActor(GraphExample.Panel.self)
        let built = await ContainerFixtures.onThread { root.graph().root.registrations.map(\.isBuilt) }
        #expect(built == [false, nil, nil])
    }

    @Test func graph_runsNoFactory() throws {
        let journal = ContainerFixtures.Journal()
        let builder = DependencyBuilder<GraphExample.App>()
        try builder.registerSingleton(GraphExample.Lamp.self) { _ in
            journal.append("lamp")
            return GraphExample.Lamp()
        }
        _ = builder.graph(of: GraphExample.Shelf.self)
        _ = try builder.freeze().graph()
        #expect(journal.entries == [])
    }

    @Test func graph_canBeMadeInsideAFactory() throws {
        let builder = DependencyBuilder<GraphExample.App>()
        try builder.registerSingleton(DependencyGraph.self) { $0.graph() }
        let graph = try builder.freeze().resolve(DependencyGraph.self)
        #expect(graph.root.registrations.map(\.isBuilt) == [false])
    }

    @Test func graph_stillShowsTheContainersOnTheWay_afterShutdown() async throws {
        let house = try Self.house()
        await house.root.shutdown()
        #expect(paths(house.root.graph()) == ["GraphExample.App closed"])
        #expect(
            paths(house.second.container.graph()) == [
                "GraphExample.App closed", "GraphExample.App/GraphExample.Room closed",
                "GraphExample.App/GraphExample.Room/GraphExample.Shelf declared",
            ])
        #expect(house.first.container.graph().modules.allSatisfy { $0.registrations.allSatisfy { $0.isBuilt != true } })
    }

    @Test func graph_isWhole_whileOthersResolveAndBuildChildren() async throws {
        let root = try await GraphExample.builder().freeze()
        let meeting = ContainerFixtures.Meeting(of: 4)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    await ContainerFixtures.onThread {
                        meeting.arriveAndAwait()
                        for _ in 0..<50 where number < 2 {
                            let room = try? root.buildChild(GraphExample.Room.self) {
                                $0.provideInput(GraphExample.Address.self, GraphExample.Address(text: "AA"))
                            }
                            #expect(throws: Never.self) { try room?.container.resolve(GraphExample.Lamp.self) }
                        }
                        for _ in 0..<50 where number >= 2 {
                            let rooms = root.graph().root.children
                            #expect(rooms.map(\.number) == rooms.indices.map { $0 + 1 })
                            #expect(rooms.allSatisfy { $0.registrations.count == 3 && $0.children.count == 1 })
                        }
                    }
                }
            }
        }
        #expect(meeting.wasComplete)
        #expect(root.graph().root.children == [])
    }

    /// A module that is a child of itself, as a folder in a folder.
    struct Folder: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static var children: [any DependencyRequirements.Type] { [Folder.self] }
    }

    @Test func graph_ends_whereAModuleIsItsOwnDescendant() throws {
        let name = "ContainerGraphTests.Folder"
        let builder = DependencyBuilder<GraphExample.App>()
        #expect(builder.graph(of: Folder.self).modules.map(\.path).last == "GraphExample.App/\(name)/\(name)")
        let root = try builder.freeze()
        let folder = try root.buildChild(Folder.self)
        #expect(paths(root.graph()).last == "GraphExample.App/\(name)/\(name) declared")
        withExtendedLifetime(folder) {}
    }

    private struct Hidden: Sendable {}

    @Test func ids_holdNoAddress_andTellEqualNamesApart() throws {
        struct Hidden: Sendable {}
        let builder = DependencyBuilder<GraphExample.App>()
        try builder.registerSingleton(Self.Hidden.self) { _ in Self.Hidden() }
        try builder.registerSingleton(GraphExample.Box<Hidden>.self, key: 1) { _ in GraphExample.Box() }
        try builder.registerSingleton(GraphExample.Box<Hidden>.self, key: "1") { _ in GraphExample.Box() }
        try builder.registerSingleton(
            GraphExample.Lamp.self, using: Dependency(GraphExample.Box<Hidden>.self, key: "1")
        ) { _ in GraphExample.Lamp() }
        let graph = builder.graph()
        let ids = graph.root.registrations.map(\.id)
        #expect(ids[0] == "GraphExample.App:ContainerGraphTests.Hidden")
        #expect(ids[2] == "\(ids[1])#2")
        #expect(!ids.contains { $0.contains("unknown context") })
        #expect(graph.root.registrations[3].edges.map(\.target?.id) == [ids[2]])
    }
}
