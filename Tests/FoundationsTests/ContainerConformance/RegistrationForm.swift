// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

/// One of the twenty-four ways to register: four namespaces, three scopes, with a key or without.
struct RegistrationForm: Hashable, Sendable, CustomTestStringConvertible {
    let isLocal: Bool
    let isMainActor: Bool
    let scope: DependencyScope
    let isKeyed: Bool

    static let all = [false, true].flatMap { isLocal in
        [false, true].flatMap { isMainActor in
            DependencyScope.allCases.flatMap { scope in
                [false, true].map { isKeyed in
                    RegistrationForm(isLocal: isLocal, isMainActor: isMainActor, scope: scope, isKeyed: isKeyed)
                }
            }
        }
    }

    var key: (any Hashable & Sendable)? { isKeyed ? ContainerFixtures.TrackerKey.night : nil }

    var testDescription: String {
        let namespaces = (isLocal ? ["local"] : []) + (isMainActor ? ["mainActor"] : [])
        return (namespaces + [scope.rawValue] + (isKeyed ? ["keyed"] : [])).joined(separator: " ")
    }

    /// Registers a factory that looks up what it wants.
    func register<Marker, Value: Sendable>(
        _ type: Value.Type, in builder: DependencyBuilder<Marker>,
        factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws {
        switch (isMainActor, isLocal) {
        case (false, false): try register(type, with: builder, factory)
        case (false, true): try register(type, with: builder.local, factory)
        case (true, false): try register(type, with: builder.mainActor, factory)
        case (true, true): try register(type, with: builder.local.mainActor, factory)
        }
    }

    /// Registers a factory that declares two dependencies and an input.
    func register<Marker, Value: Sendable, First: Sendable, Second: Sendable, Third: Sendable>(
        _ type: Value.Type, in builder: DependencyBuilder<Marker>,
        using first: Dependency<First>, _ second: Dependency<Second>, _ third: Dependency<Third>,
        factory: @escaping @Sendable (First, Second, Third) throws -> Value
    ) throws {
        switch (isMainActor, isLocal) {
        case (false, false): try register(type, with: builder, first, second, third, factory)
        case (false, true): try register(type, with: builder.local, first, second, third, factory)
        case (true, false): try register(type, with: builder.mainActor, first, second, third, factory)
        case (true, true): try register(type, with: builder.local.mainActor, first, second, third, factory)
        }
    }

    /// Resolves what was registered in this form.
    @MainActor
    func resolve<Marker, Value: Sendable>(
        _ type: Value.Type, from container: DependencyContainer<Marker>
    ) throws -> Value {
        isMainActor
            ? try container.resolveMainActor(type, key: key) : try container.resolve(type, key: key)
    }

    private func register<Registrar: DependencyRegistrar, Value: Sendable>(
        _ type: Value.Type, with registrar: Registrar,
        _ factory: @escaping @Sendable (DependencyContainer<Registrar.Marker>) throws -> Value
    ) throws {
        switch scope {
        case .singleton: try registrar.registerSingleton(type, key: key, factory: factory)
        case .scoped: try registrar.registerScoped(type, key: key, factory: factory)
        case .instance: try registrar.registerInstance(type, key: key, factory: factory)
        }
    }

    private func register<Marker, Value: Sendable>(
        _ type: Value.Type, with registrar: MainActorRegistrar<Marker>,
        _ factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws {
        switch scope {
        case .singleton: try registrar.registerSingleton(type, key: key, factory: factory)
        case .scoped: try registrar.registerScoped(type, key: key, factory: factory)
        case .instance: try registrar.registerInstance(type, key: key, factory: factory)
        }
    }

    private func register<Value: Sendable, First: Sendable, Second: Sendable, Third: Sendable>(
        _ type: Value.Type, with registrar: some DependencyRegistrar,
        _ first: Dependency<First>, _ second: Dependency<Second>, _ third: Dependency<Third>,
        _ factory: @escaping @Sendable (First, Second, Third) throws -> Value
    ) throws {
        switch scope {
        case .singleton:
            try registrar.registerSingleton(type, key: key, using: first, second, third, factory: factory)
        case .scoped:
            try registrar.registerScoped(type, key: key, using: first, second, third, factory: factory)
        case .instance:
            try registrar.registerInstance(type, key: key, using: first, second, third, factory: factory)
        }
    }

    private func register<Marker, Value: Sendable, First: Sendable, Second: Sendable, Third: Sendable>(
        _ type: Value.Type, with registrar: MainActorRegistrar<Marker>,
        _ first: Dependency<First>, _ second: Dependency<Second>, _ third: Dependency<Third>,
        _ factory: @escaping @Sendable (First, Second, Third) throws -> Value
    ) throws {
        switch scope {
        case .singleton:
            try registrar.registerSingleton(type, key: key, using: first, second, third, factory: factory)
        case .scoped:
            try registrar.registerScoped(type, key: key, using: first, second, third, factory: factory)
        case .instance:
            try registrar.registerInstance(type, key: key, using: first, second, third, factory: factory)
        }
    }
}
