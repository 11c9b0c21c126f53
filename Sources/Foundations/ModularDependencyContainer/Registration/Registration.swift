// SPDX-License-Identifier: Apache-2.0

/// One registered factory; its object identity identifies the registration.
@usableFromInline
final class Registration: Sendable {
    /// Starts on the thread that calls it.
    typealias AsynchronousFactory =
        nonisolated(nonsending) @Sendable (ContainerReference) async throws -> any AnyObject & Sendable

    enum Factory: Sendable {
        case nonisolated(@Sendable (ContainerReference) throws -> any AnyObject & Sendable)
        case mainActor(@MainActor @Sendable (ContainerReference) throws -> AnyObject)
        case asynchronous(AsynchronousFactory)
    }

    /// What a registration is to others of its type and key.
    @usableFromInline
    enum Role: Hashable, Sendable {
        /// The one that is resolved.
        case provider
        /// Stands in front of the one that would be resolved without it.
        case decorator
        /// One of many that are resolved together.
        case contribution
    }

    enum Teardown: Sendable {
        case nonisolated(@Sendable (any AnyObject & Sendable) async throws -> Void)
        case mainActor(@MainActor @Sendable (AnyObject) async throws -> Void)
    }

    let identity: DependencyIdentity
    let role: Role
    let marker: any Any.Type
    /// That of what it decorates, for a decorator in a container.
    let scope: DependencyScope
    let isLocal: Bool
    let source: DependencySourceLocation
    /// What the factory needs; `nil` if that is known only after it has run.
    let edges: [DependencyEdge]?
    let factory: Factory
    let teardown: Teardown?

    init(
        _ identity: DependencyIdentity,
        role: Role = .provider,
        marker: any Any.Type,
        scope: DependencyScope,
        isLocal: Bool,
        source: DependencySourceLocation,
        edges: [DependencyEdge]?,
        factory: Factory,
        teardown: Teardown?
    ) {
        self.identity = identity
        self.role = role
        self.marker = marker
        self.scope = scope
        self.isLocal = isLocal
        self.source = source
        self.edges = edges
        self.factory = factory
        self.teardown = teardown
    }

    /// Whether children see it under its type and key.
    var isInherited: Bool { role == .provider && !isLocal }

    /// The same factory under another scope, or for the module alone.
    func with(scope: DependencyScope, isLocal: Bool) -> Registration {
        guard scope != self.scope || isLocal != self.isLocal else { return self }
        return Registration(
            identity, role: role, marker: marker, scope: scope, isLocal: isLocal, source: source, edges: edges,
            factory: factory, teardown: teardown)
    }

    var isolation: DependencyIsolation {
        switch factory {
        case .nonisolated, .asynchronous: .nonisolated
        case .mainActor: .mainActor
        }
    }

    var isAsynchronous: Bool {
        if case .asynchronous = factory { true } else { false }
    }

    /// The source line that registers it, the same each time the module is built.
    struct Site: Hashable {
        let identity: DependencyIdentity
        let marker: ObjectIdentifier
        let source: DependencySourceLocation
    }

    var site: Site { Site(identity: identity, marker: ObjectIdentifier(marker), source: source) }

    // Names are computed when they are read: children are built far more often than errors are written.

    var typeName: String { identity.typeName }
    var keyName: String? { identity.keyName }
    var module: String { readableName(of: marker) }
    var label: String { identity.description }
    var place: String { "\(label) in \(module) at \(source)" }

    var pathFrame: ResolutionPath.Frame {
        ResolutionPath.Frame(
            module: module, type: typeName, key: keyName, scope: scope, isolation: isolation, source: source)
    }
}
