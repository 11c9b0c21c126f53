// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// A module that is what the plan of the running test says about its place in the list.
struct PlannedModule<Number: ModuleNumber>: DependencyRequirements {
    let container: DependencyContainer<Self>

    init(_ container: DependencyContainer<Self>) {
        self.container = container
    }

    private static var plan: TreePlan.Module { PlannedRun.current.plan.modules[Number.index] }

    static var requirements: [Requirement] { plan.requirements.map(requirement) }
    static var mainActorRequirements: [Requirement] { plan.mainActorRequirements.map(requirement) }
    static var inputRequirements: [InputRequirement] { plan.inputRequirements.map(\.inputRequirement) }
    static var childInputs: [InputRequirement] {
        PlannedRun.current.childInputs(of: Number.index).map(\.inputRequirement)
    }
    static var children: [any DependencyRequirements.Type] {
        PlannedRun.current.children(of: Number.index).map(PlannedModules.type)
    }

    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try PlannedRun.current.register(Number.index, in: builder)
    }

    private static func requirement(_ planned: TreePlan.Identity) -> Requirement {
        planned.isBlue
            ? Requirement(Product<Blue>.self, key: planned.anyKey)
            : Requirement(Product<Red>.self, key: planned.anyKey)
    }
}

/// The root of a plan that declares nothing.
enum PlannedRoot {}

/// Which module of a plan a type stands for.
protocol ModuleNumber: Sendable {
    static var index: Int { get }
}

/// The module types, by index; types cannot be made while a test runs.
enum PlannedModules {
    enum Zero: ModuleNumber { static let index = 0 }
    enum One: ModuleNumber { static let index = 1 }
    enum Two: ModuleNumber { static let index = 2 }
    enum Three: ModuleNumber { static let index = 3 }
    enum Four: ModuleNumber { static let index = 4 }
    enum Five: ModuleNumber { static let index = 5 }
    enum Six: ModuleNumber { static let index = 6 }
    enum Seven: ModuleNumber { static let index = 7 }

    private static let all: [any DependencyRequirements.Type] = [
        PlannedModule<Zero>.self, PlannedModule<One>.self, PlannedModule<Two>.self, PlannedModule<Three>.self,
        PlannedModule<Four>.self, PlannedModule<Five>.self, PlannedModule<Six>.self, PlannedModule<Seven>.self,
    ]

    static func type(_ index: Int) -> any DependencyRequirements.Type { all[index] }

    /// The index of the module that an error calls by that name; `nil` for the marker of a root without declarations.
    static func index(named name: String) -> Int? {
        all.firstIndex { String(reflecting: $0).hasSuffix(name) }
    }
}

/// One of the two types everything in a plan is of, as dependency or as input.
final class Product<Color: Sendable>: NumberedProduct {
    let number: Int

    init(number: Int) {
        self.number = number
    }
}

enum Red {}
enum Blue {}

/// A product of either type.
protocol NumberedProduct: AnyObject, Sendable {
    /// What its run numbered it with.
    var number: Int { get }
}

/// A declared need of a factory that may run anywhere.
protocol NonisolatedNeed<Value>: DeclaredDependency where Value: Sendable {
    var dependency: Dependency<Value> { get }
}

extension Dependency: NonisolatedNeed {
    var dependency: Dependency<Value> { self }
}

extension TreePlan.Identity {
    var anyKey: (any Hashable & Sendable)? { key.map { $0 as any Hashable & Sendable } }

    var inputRequirement: InputRequirement {
        isBlue
            ? InputRequirement(Product<Blue>.self, key: anyKey)
            : InputRequirement(Product<Red>.self, key: anyKey)
    }

    func provide<Marker>(to builder: DependencyBuilder<Marker>) {
        if isBlue {
            builder.provideInput(Product<Blue>.self, key: anyKey, Product(number: -1))
        } else {
            builder.provideInput(Product<Red>.self, key: anyKey, Product(number: -1))
        }
    }

    func resolve<Marker>(in container: DependencyContainer<Marker>) throws -> any NumberedProduct {
        isBlue
            ? try container.resolve(Product<Blue>.self, key: anyKey)
            : try container.resolve(Product<Red>.self, key: anyKey)
    }

    func resolveInput<Marker>(in container: DependencyContainer<Marker>) throws -> any NumberedProduct {
        isBlue
            ? try container.resolveInput(Product<Blue>.self, key: anyKey)
            : try container.resolveInput(Product<Red>.self, key: anyKey)
    }

    @MainActor
    func resolveMainActor<Marker>(in container: DependencyContainer<Marker>) throws -> any NumberedProduct {
        isBlue
            ? try container.resolveMainActor(Product<Blue>.self, key: anyKey)
            : try container.resolveMainActor(Product<Red>.self, key: anyKey)
    }
}

extension TreePlan.Edge {
    /// The edge as a factory that may run anywhere declares it.
    var nonisolatedNeed: any NonisolatedNeed {
        func need<Module: DependencyRequirements>(_ module: Module.Type) -> any NonisolatedNeed {
            Dependency(child: module)
        }
        let key = identity.anyKey
        return switch (kind, identity.isBlue) {
        case (.child(let module), _): need(PlannedModules.type(module))
        case (.input, true): Dependency(input: Product<Blue>.self, key: key)
        case (.input, false): Dependency(input: Product<Red>.self, key: key)
        case (.all, true), (.allOnMainActor, true): Dependency(all: Product<Blue>.self, key: key)
        case (.all, false), (.allOnMainActor, false): Dependency(all: Product<Red>.self, key: key)
        case (.nonisolated, true), (.mainActor, true), (.parameter, true): Dependency(Product<Blue>.self, key: key)
        case (.nonisolated, false), (.mainActor, false), (.parameter, false): Dependency(Product<Red>.self, key: key)
        }
    }

    /// The edge as a main-actor factory declares it.
    var mainActorNeed: any DeclaredDependency {
        let key = identity.anyKey
        return switch (kind, identity.isBlue) {
        case (.mainActor, true): IsolatedDependency(Product<Blue>.self, key: key)
        case (.mainActor, false): IsolatedDependency(Product<Red>.self, key: key)
        case (.allOnMainActor, true): IsolatedDependency(all: Product<Blue>.self, key: key)
        case (.allOnMainActor, false): IsolatedDependency(all: Product<Red>.self, key: key)
        default: nonisolatedNeed
        }
    }

    /// What an opaque factory finds that follows the edge.
    func resolve<Marker>(in container: DependencyContainer<Marker>) throws -> [any NumberedProduct] {
        func keep<Module: DependencyRequirements>(_ module: Module.Type) throws { _ = try container.child(module) }
        switch kind {
        case .input:
            return [try identity.resolveInput(in: container)]
        case .nonisolated, .mainActor, .parameter:
            return [try identity.resolve(in: container)]
        case .all, .allOnMainActor:
            return identity.isBlue
                ? try container.resolveAll(Product<Blue>.self, key: identity.anyKey)
                : try container.resolveAll(Product<Red>.self, key: identity.anyKey)
        case .child(let module):
            try keep(PlannedModules.type(module))
            return []
        }
    }

    /// As `resolve`, in a factory on the main actor.
    @MainActor
    func resolveOnMainActor<Marker>(in container: DependencyContainer<Marker>) throws -> [any NumberedProduct] {
        switch kind {
        case .mainActor:
            return [try identity.resolveMainActor(in: container)]
        case .allOnMainActor:
            return identity.isBlue
                ? try container.resolveAllMainActor(Product<Blue>.self, key: identity.anyKey)
                : try container.resolveAllMainActor(Product<Red>.self, key: identity.anyKey)
        case .parameter:
            // It may be given either.
            do {
                return [try identity.resolveMainActor(in: container)]
            } catch let error as DependencyError
                where error.code == .isolationMismatch && error.path.frames.last.map(isNonisolated) ?? false
            {
                return try resolve(in: container)
            }
        case .input, .nonisolated, .all, .child:
            return try resolve(in: container)
        }
    }

    /// Whether the frame is that of something under this name that may be touched anywhere.
    private func isNonisolated(_ frame: ResolutionPath.Frame) -> Bool {
        let type = identity.isBlue ? String(reflecting: Product<Blue>.self) : String(reflecting: Product<Red>.self)
        return frame.isolation == .nonisolated && type.hasSuffix(frame.type)
            && frame.key == identity.key.map(String.init)
    }
}
