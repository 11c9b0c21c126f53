// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

/// Several things under one type and key, and the children that give them.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct ContainerContributionTests {
    typealias Fixtures = ContainerFixtures
    typealias Service = Fixtures.Service

    /// A controller that collects what its children contribute, and does not know them.
    @MainActor
    final class Controller {
        let features: [any Feature]

        init(features: [any Feature]) {
            self.features = features
        }
    }

    @MainActor
    protocol Feature: AnyObject {
        var name: String { get }
    }

    final class NamedFeature: Feature {
        let name: String
        let service: Service

        init(name: String, service: Service) {
            self.name = name
            self.service = service
        }
    }

    struct FirstDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let requirements = [Requirement(Service.self)]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.mainActor.registerSingleton(NamedFeature.self, using: Dependency(Service.self)) {
                NamedFeature(name: "first", service: $0)
            }
            try builder.mainActor.contribute((any Feature).self, using: IsolatedDependency(NamedFeature.self)) { $0 }
        }
    }

    struct SecondDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let requirements = [Requirement(Service.self)]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.mainActor.contribute((any Feature).self) { container in
                NamedFeature(name: "second", service: Self(container).container.dependency(0, Service.self))
            }
            try builder.local.mainActor.contribute((any Feature).self) { _ in
                NamedFeature(name: "private", service: Service())
            }
        }
    }

    /// Contributes nothing, and cannot be built without an input.
    struct AsideDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let inputRequirements = [InputRequirement(Fixtures.Address.self)]
    }

    struct DeviceDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let requirements = [Requirement(Service.self)]
        static let children: [any DependencyRequirements.Type] = [
            FirstDependencies.self, AsideDependencies.self, SecondDependencies.self,
        ]
        static let childInputs = [InputRequirement(Fixtures.Address.self)]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.mainActor.registerSingleton(
                Controller.self, using: IsolatedDependency(all: (any Feature).self)
            ) { Controller(features: $0) }
        }
    }

    private func root() throws -> DependencyContainer<Fixtures.AppRoot> {
        try Fixtures.root { try $0.registerSingleton(Service.self) { Service("root") } }
    }

    @Test func resolveAll_collectsFromTheChildren_inTheOrderTheyAreListed() throws {
        let device = try root().buildChild(DeviceDependencies.self)
        let controller = try device.container.resolveMainActor(Controller.self)
        #expect(controller.features.map(\.name) == ["first", "second"])
    }

    @Test func resolveAll_givesWhatTheKeptChildHas() throws {
        let device = try root().buildChild(DeviceDependencies.self)
        let controller = try device.container.resolveMainActor(Controller.self)
        let first = try device.container.child(FirstDependencies.self).container.resolveMainActor(NamedFeature.self)
        #expect(controller.features.first === first)
    }

    @Test func resolveAll_sharesNothing_betweenTwoParents() throws {
        let root = try root()
        let features = try (1...2).flatMap { _ in
            try root.buildChild(DeviceDependencies.self).container.resolveAllMainActor((any Feature).self)
        }
        #expect(Set(features.map { ObjectIdentifier($0) }).count == 4)
    }

    @Test func resolveAll_beginsWithTheModulesAbove_andLeavesTheirLocalOnesOut() throws {
        struct ContributingDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.contribute(Service.self) { Service("child") }
                try builder.local.contribute(Service.self) { Service("child's own") }
            }
        }
        let root = try Fixtures.root { builder in
            try builder.local.contribute(Service.self) { Service("root's own") }
            try builder.contribute(Service.self) { Service("root") }
            try builder.contribute(Service.self, key: 1) { Service("keyed") }
            try builder.registerSingleton(Service.self) { Service("no contribution") }
        }
        let child = try root.buildChild(ContributingDependencies.self)
        #expect(try root.resolveAll(Service.self).map(\.name) == ["root's own", "root"])
        #expect(try child.container.resolveAll(Service.self).map(\.name) == ["root", "child", "child's own"])
        #expect(try child.container.resolveAll(Service.self, key: 1).map(\.name) == ["keyed"])
        #expect(try child.container.resolveAll(Int.self) == [])
        #expect(try root.resolve(Service.self).name == "no contribution")
    }

    @Test func contribution_isBuiltOnce_forAllWhoCollectIt() throws {
        let root = try Fixtures.root { try $0.contribute(Service.self) { Service() } }
        let child = try root.buildChild(Fixtures.EmptyDependencies.self)
        #expect(try root.resolveAll(Service.self).first === child.container.resolveAll(Service.self).first)
    }

    @Test func resolveAll_throwsIsolationMismatch_forWhatIsContributedWithTheOther() throws {
        let device = try root().buildChild(DeviceDependencies.self)
        struct PlainFeature: Sendable {}
        let root = try Fixtures.root { try $0.mainActor.contribute(PlainFeature.self) { PlainFeature() } }
        #expect(Fixtures.error { try root.resolveAll(PlainFeature.self) }?.code == .isolationMismatch)
        #expect(throws: Never.self) { try device.container.resolveAllMainActor((any Feature).self) }
    }

    @Test func keptChildren_endWithTheirParent() async throws {
        let journal = Fixtures.Journal()
        struct TornDownDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let requirements = [Requirement(Fixtures.Journal.self)]
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.contribute(
                    Service.self, using: Dependency(Fixtures.Journal.self), teardown: { $0.end() }
                ) { journal in Service(journal) }
            }
            final class Service: Sendable {
                let journal: Fixtures.Journal
                init(_ journal: Fixtures.Journal) { self.journal = journal }
                func end() { journal.append("ended") }
            }
        }
        struct ParentDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let children: [any DependencyRequirements.Type] = [TornDownDependencies.self]
        }
        let root = try Fixtures.root { try $0.registerSingleton(Fixtures.Journal.self) { journal } }
        let parent = try await root.buildChild(ParentDependencies.self)
        #expect(try parent.container.resolveAll(TornDownDependencies.Service.self).count == 1)
        await parent.container.shutdown()
        #expect(journal.entries == ["ended"])
        #expect(
            Fixtures.error { try parent.container.resolveAll(TornDownDependencies.Service.self) }?.code
                == .containerClosed)
        #expect(Fixtures.error { try parent.container.child(TornDownDependencies.self) }?.code == .containerClosed)
    }

    @Test func keptChild_isTheSameEachTime_andBuiltChildrenAreOthers() throws {
        let root = try root()
        let device = try root.buildChild(DeviceDependencies.self)
        let kept = try device.container.child(FirstDependencies.self).container.resolveMainActor(NamedFeature.self)
        let again = try device.container.child(FirstDependencies.self).container.resolveMainActor(NamedFeature.self)
        let other = try device.buildChild(FirstDependencies.self).container.resolveMainActor(NamedFeature.self)
        #expect(kept === again)
        #expect(kept !== other)
    }

    @Test func keptChild_isOne_howeverManyThreadsAskFirst() async throws {
        struct JournalDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.registerSingleton(Fixtures.Journal.self) { Fixtures.Journal() }
            }
        }
        for _ in 0..<50 {
            let root = try Fixtures.root()
            let journals = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let child = try root.child(JournalDependencies.self)
                        return ObjectIdentifier(try child.container.resolve(Fixtures.Journal.self))
                    }
                }
                var journals: Set<ObjectIdentifier> = []
                for try await journal in group { journals.insert(journal) }
                return journals
            }
            #expect(journals.count == 1)
        }
    }

    // MARK: Before anything is built

    /// Contributes something that needs what collects it.
    struct CircularDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let mainActorRequirements = [Requirement(Controller.self)]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.mainActor.contribute(
                (any Feature).self, using: IsolatedDependency(Controller.self), fileID: "A/Circular.swift", line: 1
            ) { _ in NamedFeature(name: "circular", service: Service()) }
        }
    }

    struct CircularDeviceDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>
        init(_ container: DependencyContainer<Self>) { self.container = container }
        static let children: [any DependencyRequirements.Type] = [CircularDependencies.self]
        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.mainActor.registerSingleton(
                Controller.self, using: IsolatedDependency(all: (any Feature).self), fileID: "A/Device.swift", line: 1
            ) { Controller(features: $0) }
        }
    }

    @Test func validation_findsACycle_throughTheContributionsOfAChild() throws {
        let path = [
            "ContainerContributionTests.Controller", "ContainerContributionTests.Feature",
            "ContainerContributionTests.Controller",
        ].joined(separator: " -> ")
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        let error = try #require(builder.validate(CircularDeviceDependencies.self).errors.first)
        #expect(error.code == .cycle)
        #expect(error.path.description == path)
        let device = try Fixtures.root().buildChild(CircularDeviceDependencies.self)
        let thrown = Fixtures.error { try device.container.resolveMainActor(Controller.self) }
        #expect(thrown?.code == .cycle)
        #expect(thrown?.path.description == path)
    }

    @Test func validation_findsTheOtherIsolation_inAChild() throws {
        struct OtherDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.mainActor.contribute(Service.self) { Service() }
            }
        }
        struct CollectingDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let children: [any DependencyRequirements.Type] = [OtherDependencies.self]
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.registerSingleton(Int.self, using: Dependency(all: Service.self)) { $0.count }
            }
        }
        let errors = DependencyBuilder<Fixtures.AppRoot>().validate(CollectingDependencies.self).errors
        #expect(errors.map(\.code) == [.isolationMismatch])
    }

    @Test func validation_warnsOfAContribution_thatNothingIsDeclaredToCollect() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Service.self) { Service() }
        #expect(builder.validate(FirstDependencies.self).warnings.map(\.code) == [.unused])
        #expect(builder.validate(DeviceDependencies.self).errors.map(\.code) == [])
        #expect(
            builder.validate(DeviceDependencies.self).warnings.map(\.path.description) == [
                "ContainerContributionTests.Controller"
            ])
    }

    @Test func graph_showsOneEdgeForEachContribution() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Service.self) { Service() }
        let device = try #require(builder.graph(of: DeviceDependencies.self).modules.dropFirst().first)
        let edges = try #require(device.registrations.first).edges
        #expect(edges.map(\.kind) == [.contributions, .contributions])
        #expect(
            edges.map { $0.target?.id.split(separator: "/").last } == [
                "ContainerContributionTests.FirstDependencies:ContainerContributionTests.Feature",
                "ContainerContributionTests.SecondDependencies:ContainerContributionTests.Feature",
            ])
        #expect(device.children.first?.registrations.map(\.role) == [.provider, .contribution])
    }

    @Test func graph_showsNoEdge_toWhatAChildContributesThatIsNotListed() throws {
        struct ContributingDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.contribute(Service.self) { Service("unlisted") }
            }
        }
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(
            Int.self, using: Dependency(child: ContributingDependencies.self), Dependency(all: Service.self)
        ) { $1.count }
        let edges = try #require(builder.graph().root.registrations.first).edges
        #expect(edges.map(\.kind) == [.child, .contributions])
        #expect(edges.map { $0.target == nil } == [false, true])
        #expect(try builder.freeze().resolve(Int.self) == 0)
    }
}
