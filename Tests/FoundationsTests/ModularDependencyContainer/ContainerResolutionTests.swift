// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

@Suite(.timeLimit(.minutes(1))) struct ContainerResolutionTests {
    typealias Fixtures = ContainerFixtures

    @Test func resolve_throwsMissingWithNearMisses_whenOnlyAnotherKeyIsRegistered() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(
                Int.self, key: Fixtures.TrackerKey.night, fileID: "A/File.swift", line: 4
            ) { _ in 1 }
        }
        let error = Fixtures.error { try root.resolve(Int.self) }
        #expect(error?.code == .missing)
        #expect(
            error?.nearMisses == ["Int[night] in ContainerFixtures.AppRoot at A/File.swift:4 has another key"])
        #expect(error?.path.description == "Int")
    }

    @Test func resolve_throwsCycleWithItsPath_whenSingletonsNeedEachOther() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(Int.self, fileID: "A/File.swift", line: 1) {
                Int(try $0.resolve(Double.self, key: 2))
            }
            try $0.registerSingleton(Double.self, key: 2, fileID: "A/File.swift", line: 2) {
                Double(try $0.resolve(Int.self))
            }
        }
        let error = Fixtures.error { try root.resolve(Int.self) }
        #expect(error?.code == .cycle)
        let place = "ContainerFixtures.AppRoot at A/File.swift"
        #expect(
            error?.description
                == "Int needs itself. Path: Int (singleton in \(place):1) -> "
                + "Double[2] (singleton in \(place):2) -> Int (singleton in \(place):1)")
        #expect(
            error?.path.frames.map { "\($0.source.map(\.description) ?? "")" }
                == ["A/File.swift:1", "A/File.swift:2", "A/File.swift:1"])
        #expect(error?.path.frames.first?.module == "ContainerFixtures.AppRoot")
    }

    @Test(arguments: DependencyScope.allCases)
    func resolve_throwsCycle_whenAFactoryAsksForItself(scope: DependencyScope) throws {
        let root = try Fixtures.root { builder in
            switch scope {
            case .singleton: try builder.registerSingleton(Int.self) { try $0.resolve(Int.self) }
            case .scoped: try builder.registerScoped(Int.self) { try $0.resolve(Int.self) }
            case .instance: try builder.registerInstance(Int.self) { try $0.resolve(Int.self) }
            }
        }
        let error = Fixtures.error { try root.resolve(Int.self) }
        #expect(error?.code == .cycle)
        #expect(error?.path.description == "Int -> Int")
    }

    @Test func resolve_throwsCycle_whenAModuleBuildsItselfWithoutEnd() throws {
        struct Endless: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.local.registerInstance(Int.self) { container in
                    try container.buildChild(Endless.self).container.resolve(Int.self)
                }
            }
        }
        let endless = try Fixtures.root().buildChild(Endless.self)
        #expect(Fixtures.error { try endless.container.resolve(Int.self) }?.code == .cycle)
    }

    @Test func resolve_throwsFactoryFailedWithPathAndCause_whenAFactoryDeepDownThrows() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(Fixtures.Client.self) {
                Fixtures.Client(service: try $0.resolve(Fixtures.Service.self))
            }
            try $0.registerSingleton(Fixtures.Service.self) { _ in throw Fixtures.Failure(reason: "no adapter") }
        }
        let error = Fixtures.error { try root.resolve(Fixtures.Client.self) }
        #expect(error?.code == .factoryFailed)
        #expect(error?.underlying as? Fixtures.Failure == Fixtures.Failure(reason: "no adapter"))
        #expect(error?.path.description == "ContainerFixtures.Client -> ContainerFixtures.Service")
    }

    @Test func resolve_runsTheFactoryAgain_afterItThrew() throws {
        let journal = Fixtures.Journal()
        let root = try Fixtures.root {
            try $0.registerSingleton(Int.self) { _ in
                journal.append("run")
                guard journal.entries.count > 1 else { throw Fixtures.Failure(reason: "first") }
                return 7
            }
        }
        #expect(Fixtures.error { try root.resolve(Int.self) }?.code == .factoryFailed)
        #expect(try root.resolve(Int.self) == 7)
        #expect(try root.resolve(Int.self) == 7)
        #expect(journal.entries.count == 2)
    }

    @Test func resolve_throwsCaptive_whenASingletonNeedsSomethingScoped() throws {
        let root = try Fixtures.root {
            try $0.registerScoped(Fixtures.Service.self) { _ in Fixtures.Service() }
            try $0.registerSingleton(Fixtures.Client.self) {
                Fixtures.Client(service: try $0.resolve(Fixtures.Service.self))
            }
        }
        // Built already or not makes no difference.
        _ = try root.resolve(Fixtures.Service.self)
        let error = Fixtures.error { try root.resolve(Fixtures.Client.self) }
        #expect(error?.code == .captive)
        #expect(error?.path.description == "ContainerFixtures.Client -> ContainerFixtures.Service")
    }

    @Test func resolve_throwsCaptive_throughAnInstanceInBetween() throws {
        let root = try Fixtures.root {
            try $0.registerScoped(Int.self) { _ in 1 }
            try $0.registerInstance(Double.self) { Double(try $0.resolve(Int.self)) }
            try $0.registerSingleton(String.self) { "\(try $0.resolve(Double.self))" }
        }
        let error = Fixtures.error { try root.resolve(String.self) }
        #expect(error?.code == .captive)
        #expect(error?.path.description == "String -> Double -> Int")
    }

    @Test func resolve_throwsCaptive_throughAHandleTheSingletonKept() throws {
        let root = try Fixtures.root {
            try $0.registerScoped(Int.self) { _ in 1 }
            try $0.registerSingleton(Fixtures.Lazily<Int>.self) { container in
                Fixtures.Lazily { try container.resolve(Int.self) }
            }
        }
        let lazily = try root.resolve(Fixtures.Lazily<Int>.self)
        let error = Fixtures.error { try lazily.make() }
        #expect(error?.code == .captive)
    }

    @Test func resolve_givesASingletonItsChildsScopedInstance_whenItBuiltTheChild() throws {
        let root = try Fixtures.root {
            try $0.registerScoped(Fixtures.Service.self) { _ in Fixtures.Service() }
            try $0.registerSingleton(Fixtures.Client.self) { container in
                Fixtures.Client(service: try container.buildChild(Fixtures.ServiceDependencies.self).service)
            }
        }
        #expect(try root.resolve(Fixtures.Client.self).service !== root.resolve(Fixtures.Service.self))
    }

    @Test func resolve_reportsNoCycle_throughAHandleKeptFromAFinishedFactory() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(Fixtures.Lazily<Fixtures.Client>.self) { container in
                Fixtures.Lazily { try container.resolve(Fixtures.Client.self) }
            }
            try $0.registerSingleton(Fixtures.Client.self) { container in
                _ = try container.resolve(Fixtures.Lazily<Fixtures.Client>.self)
                return Fixtures.Client(service: Fixtures.Service())
            }
        }
        let lazily = try root.resolve(Fixtures.Lazily<Fixtures.Client>.self)
        #expect(try lazily.make() === root.resolve(Fixtures.Client.self))
    }

    @Test func resolve_throwsCycle_whenTheFactoryUsesACapturedOuterContainer() throws {
        let outer = Fixtures.Late<DependencyContainer<Fixtures.AppRoot>>()
        let root = try Fixtures.root {
            try $0.registerSingleton(Int.self) { _ in try outer.get().resolve(Int.self) }
        }
        outer.set(root)
        #expect(Fixtures.error { try root.resolve(Int.self) }?.code == .cycle)
    }

    @Test func accessor_stopsTheProcessPrintingThePath_whenAFactoryThrows() async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let root = try ContainerFixtures.root {
                try $0.registerSingleton(ContainerFixtures.Service.self) { _ in
                    throw ContainerFixtures.Failure(reason: "no adapter")
                }
            }
            _ = try root.buildChild(ContainerFixtures.ServiceDependencies.self).service
        }
        let printed = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(printed.contains("no adapter"))
        #expect(printed.contains("Path: ContainerFixtures.Service"))
    }
}
