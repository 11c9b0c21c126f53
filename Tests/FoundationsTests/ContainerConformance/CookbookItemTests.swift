// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// The items of the cookbook that need no macro, one test each; `CookbookMacroTests` has items 1, 3 and 5, and item 22,
/// who may import the container, is the rule `ContainerImports` of ArchitectureTests.
@Suite(.timeLimit(.minutes(1))) struct CookbookItemTests {
    typealias Fixtures = ContainerFixtures

    /// What a module has to write if it needs nothing, and a registration that handles its own errors.
    struct BareDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static func registerDependencies(in builder: DependencyBuilder<Self>) {
            do {
                try builder.registerSingleton(String.self) { _ in "bare" }
            } catch {
                Issue.record(error)
            }
        }
    }

    /// Lists an input under a key, beside one of the same type without.
    struct TwoInputsDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let inputRequirements = [
            InputRequirement(Cookbook.MacAddress.self),
            InputRequirement(Cookbook.MacAddress.self, key: 2, accessorName: "second"),
        ]

        var macAddress: Cookbook.MacAddress { container.input(0, Cookbook.MacAddress.self) }
        var second: Cookbook.MacAddress { container.input(1, Cookbook.MacAddress.self) }
    }

    /// A leaf: content, and something it makes of it.
    struct LeafDependencies: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static let requirements = [Requirement(Cookbook.ContentClient.self)]

        static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
            try builder.local.registerSingleton(String.self) { container in
                let dependencies = Self(container)
                return dependencies.contentClient.titles.joined(separator: ", ")
            }
        }

        var contentClient: Cookbook.ContentClient { container.dependency(0, Cookbook.ContentClient.self) }
    }

    @Test func item2RequirementsProtocol_asksForAContainerAlone_ofAModuleThatNeedsNothing() throws {
        let module = try Fixtures.root().buildChild(BareDependencies.self)
        #expect(BareDependencies.requirements.map(\.description) == [])
        #expect(BareDependencies.mainActorRequirements.map(\.description) == [])
        #expect(BareDependencies.inputRequirements.map(\.description) == [])
        #expect(BareDependencies.childInputs.map(\.description) == [])
        #expect(BareDependencies.children.isEmpty)
        #expect(try BareDependencies(module.container).container.resolve(String.self) == "bare")
    }

    @Test func item4InputRequirement_isMetByWhatBuildChildIsGiven_byTypeAndKey() throws {
        let module = try Fixtures.root().buildChild(TwoInputsDependencies.self) { childBuilder in
            childBuilder.provideInput(Cookbook.MacAddress.self, Cookbook.Tagged("AA"))
            childBuilder.provideInput(Cookbook.MacAddress.self, key: 2, Cookbook.Tagged("BB"))
        }
        #expect([module.macAddress.rawValue, module.second.rawValue] == ["AA", "BB"])
        #expect(
            Fixtures.error {
                try Fixtures.root().buildChild(TwoInputsDependencies.self) { childBuilder in
                    childBuilder.provideInput(Cookbook.MacAddress.self, Cookbook.Tagged("AA"))
                }
            }?.path.description == "Cookbook.Tagged<FoundationsTests.Cookbook.MacAddressTag, Swift.String>[2]")
    }

    @Test func item6Self_givesAFactoryTheAccessorsOfItsModule_insideIt() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(Cookbook.ContentClient.self) { _ in .init(titles: ["rain", "brook"]) }
        }
        #expect(try root.buildChild(LeafDependencies.self).container.resolve(String.self) == "rain, brook")
    }

    @Test func item7Resolve_looksUpTypeAndKey_fromAnyThread() async throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Cookbook.HatchAnalyticsClient.self) { _ in .init(backend: "none") }
            try builder.registerSingleton(
                Cookbook.HatchAnalyticsClient.self, key: Cookbook.AnalyticsKey.amplitude
            ) { _ in .init(backend: "amplitude") }
        }
        let found = await Fixtures.onThread {
            [
                try? root.resolve(Cookbook.HatchAnalyticsClient.self).backend,
                try? root.resolve(Cookbook.HatchAnalyticsClient.self, key: Cookbook.AnalyticsKey.amplitude).backend,
            ]
        }
        let error = Fixtures.error {
            try root.resolve(Cookbook.HatchAnalyticsClient.self, key: Cookbook.AnalyticsKey.console)
        }
        #expect(found == ["none", "amplitude"])
        #expect(error?.code == .missing)
        #expect(error?.path.description == "Cookbook.HatchAnalyticsClient[console]")
        #expect(error?.nearMisses.count == 2)
    }

    @MainActor
    @Test func item8ResolveMainActor_isTheLookUpForMainActorTypes_andTheWrongOneIsAnError() throws {
        let root = try Fixtures.root { builder in
            try builder.mainActor.registerSingleton(Cookbook.AdultRoutineCoordinator.self) { _ in
                Cookbook.AdultRoutineCoordinator(name: "night")
            }
            try builder.registerSingleton(Cookbook.VisualAssetsClient.self) { _ in .init(theme: "dark") }
        }
        let coordinator = try root.resolveMainActor(Cookbook.AdultRoutineCoordinator.self)
        #expect(try coordinator === root.resolveMainActor(Cookbook.AdultRoutineCoordinator.self))
        #expect(
            Fixtures.error { try root.resolve(Cookbook.AdultRoutineCoordinator.self) }?.code == .isolationMismatch)
        #expect(
            Fixtures.error { try root.resolveMainActor(Cookbook.VisualAssetsClient.self) }?.code
                == .isolationMismatch)
    }

    @Test func item9BuildChild_inheritsAllButLocalsAndRunsTheModulesRegistrations_onContainersAndModules() throws {
        struct ParentDependencies: DependencyRequirements {
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                try builder.registerSingleton(Cookbook.ContentClient.self) { _ in .init(titles: ["wind"]) }
                try builder.local.registerSingleton(Cookbook.VisualAssetsClient.self) { _ in .init(theme: "own") }
            }
        }
        let parent = try Fixtures.root().buildChild(ParentDependencies.self)
        let child = try parent.buildChild(LeafDependencies.self)
        let sameWay = try parent.container.buildChild(LeafDependencies.self)
        #expect(child.contentClient == Cookbook.ContentClient(titles: ["wind"]))
        #expect(try child.container.resolve(String.self) == "wind")
        #expect(try sameWay.container.resolve(String.self) == "wind")
        #expect(try parent.container.resolve(Cookbook.VisualAssetsClient.self).theme == "own")
        #expect(Fixtures.error { try child.container.resolve(Cookbook.VisualAssetsClient.self) }?.code == .missing)
        #expect(Fixtures.error { try parent.container.resolve(String.self) }?.code == .missing)
    }

    @Test func item10BuildChild_configuresFirst_andRegistersThen() throws {
        struct OrderedDependencies: DependencyRequirements {
            static let order = Fixtures.Journal()
            let container: DependencyContainer<Self>
            init(_ container: DependencyContainer<Self>) { self.container = container }
            static let inputRequirements = [InputRequirement(Cookbook.HardwareProduct.self)]
            static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
                order.append("register")
                try builder.registerSingleton(String.self) { container in
                    order.append("factory")
                    return "\(Self(container).hardwareProduct)"
                }
            }
            var hardwareProduct: Cookbook.HardwareProduct { container.input(0, Cookbook.HardwareProduct.self) }
        }
        let module = try Fixtures.root().buildChild(OrderedDependencies.self) { childBuilder in
            OrderedDependencies.order.append("configure")
            childBuilder.provideInput(Cookbook.HardwareProduct.self, .restore)
        }
        #expect(try module.container.resolve(String.self) == "restore")
        #expect(OrderedDependencies.order.entries == ["configure", "register", "factory"])
    }

    @Test func item11DependencyBuilder_needsNoParent_whateverItsMarkerIs() throws {
        let root = DependencyBuilder<Cookbook.AppRoot>()
        try root.registerSingleton(Int.self) { _ in 1 }
        let module = DependencyBuilder<LeafDependencies>()
        try module.registerSingleton(Cookbook.ContentClient.self) { _ in .init(titles: []) }
        #expect(try root.freeze().resolve(Int.self) == 1)
        #expect(try LeafDependencies(module.freeze()).contentClient.titles == [])
    }

    @Test func item12Freeze_returnsAContainer_andEndsTheBuilder() throws {
        let builder = DependencyBuilder<Cookbook.AppRoot>()
        try builder.registerSingleton(Int.self) { _ in 1 }
        let container = try builder.freeze()
        builder.provideInput(String.self, "late")
        let errors = [
            Fixtures.error { try builder.registerSingleton(Double.self) { _ in 2 } },
            Fixtures.error { try builder.registerScoped(Double.self) { _ in 2 } },
            Fixtures.error { try builder.local.registerInstance(Double.self) { _ in 2 } },
            Fixtures.error { try builder.mainActor.registerSingleton(Double.self) { _ in 2 } },
            Fixtures.error { try builder.local.mainActor.registerScoped(Double.self) { _ in 2 } },
            Fixtures.error { try builder.freeze() },
        ]
        #expect(errors.map { $0?.code } == Array(repeating: .frozen, count: 6))
        #expect(
            errors.first??.message
                == "The builder of Cookbook.AppRoot is frozen and cannot register Double.")
        #expect(try container.resolve(Int.self) == 1)
        #expect(Fixtures.error { try container.resolve(Double.self) }?.code == .missing)
        #expect(Fixtures.error { try container.resolveInput(String.self) }?.code == .missingInput)
    }

    @Test func item13Scopes_shareASingletonAndAScopeAndNothing_inThatOrder() throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Fixtures.Service.self, key: DependencyScope.singleton) { _ in .init() }
            try builder.registerScoped(Fixtures.Service.self, key: DependencyScope.scoped) { _ in .init() }
            try builder.registerInstance(Fixtures.Service.self, key: DependencyScope.instance) { _ in .init() }
        }
        let child = try root.buildChild(Fixtures.EmptyDependencies.self).container
        func isShared(
            _ scope: DependencyScope, _ first: () throws -> Fixtures.Service, _ second: () throws -> Fixtures.Service
        ) rethrows -> Bool { try first() === second() }
        let sharing = try DependencyScope.allCases.map { scope in
            [
                // The child asks first: a singleton lives with its registration even then.
                try isShared(
                    scope, { try child.resolve(Fixtures.Service.self, key: scope) },
                    { try child.resolve(Fixtures.Service.self, key: scope) }),
                try isShared(
                    scope, { try child.resolve(Fixtures.Service.self, key: scope) },
                    { try root.resolve(Fixtures.Service.self, key: scope) }),
            ]
        }
        #expect(DependencyScope.allCases == [.singleton, .scoped, .instance])
        #expect(sharing == [[true, true], [true, false], [false, false]])
    }

    @MainActor
    @Test(arguments: RegistrationForm.all)
    func item14Namespaces_combineWithEveryScope_keyedOrNot(form: RegistrationForm) throws {
        let root = try Fixtures.root { try form.register(Fixtures.Service.self, in: $0) { _ in .init() } }
        let child = try root.buildChild(Fixtures.EmptyDependencies.self).container
        let first = try form.resolve(Fixtures.Service.self, from: root)
        #expect(try (form.resolve(Fixtures.Service.self, from: root) === first) == (form.scope != .instance))
        if form.isLocal {
            #expect(
                Fixtures.error { try form.resolve(Fixtures.Service.self, from: child) }?.code == .missing)
        } else {
            #expect(
                try (form.resolve(Fixtures.Service.self, from: child) === first) == (form.scope == .singleton))
        }
    }

    @Test func item15Factories_runWhenResolved_inWhateverOrderTheyWereRegistered() throws {
        let runs = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(String.self) { container in
                runs.append("String")
                return "\(try container.resolve(Double.self))"
            }
            try builder.registerSingleton(Double.self) { container in
                runs.append("Double")
                return Double(try container.resolve(Int.self))
            }
            try builder.registerSingleton(Int.self) { _ in
                runs.append("Int")
                return 3
            }
        }
        #expect(runs.entries == [])
        #expect(try root.resolve(String.self) == "3.0")
        #expect(runs.entries == ["String", "Double", "Int"])
    }

    @Test func item16Registration_throwsADuplicateAtItsCall_andKeepsTheFirst() throws {
        let builder = DependencyBuilder<Cookbook.AppRoot>()
        try builder.registerSingleton(Int.self, key: 1, fileID: "App/First.swift", line: 1) { _ in 1 }
        let error = Fixtures.error {
            try builder.registerInstance(Int.self, key: 1, fileID: "App/Second.swift", line: 2) { _ in 2 }
        }
        #expect(error?.code == .duplicate)
        #expect(
            error?.message == "Int[1] is registered twice in Cookbook.AppRoot, "
                + "at App/First.swift:1 and at App/Second.swift:2.")
        #expect(try builder.freeze().resolve(Int.self, key: 1) == 1)
    }

    @Test func item17Override_isSeenByTheModuleAndThoseBelow_andNowhereElse() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service("root") }
        }
        let overriding = try root.buildChild(Fixtures.OverridingDependencies.self)
        let below = try overriding.buildChild(Fixtures.EmptyDependencies.self)
            .buildChild(Fixtures.ServiceDependencies.self)
        let beside = try root.buildChild(Fixtures.ServiceDependencies.self)
        #expect(
            [overriding.service.name, below.service.name, beside.service.name] == ["override", "override", "root"])
        #expect(below.service === overriding.service)
        #expect(try root.resolve(Fixtures.Service.self) === beside.service)
    }
}
