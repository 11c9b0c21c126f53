// SPDX-License-Identifier: Apache-2.0

/// One registered factory; its object identity identifies the registration.
final class Registration: Sendable {
    enum Factory: Sendable {
        case nonisolated(@Sendable (ContainerReference) throws -> any AnyObject & Sendable)
        case mainActor(@MainActor @Sendable (ContainerReference) throws -> AnyObject)
    }

    enum Teardown: Sendable {
        case nonisolated(@Sendable (any AnyObject & Sendable) async throws -> Void)
        case mainActor(@MainActor @Sendable (AnyObject) async throws -> Void)
    }

    let identity: DependencyIdentity
    private let marker: any Any.Type
    let scope: DependencyScope
    let isLocal: Bool
    let source: DependencySourceLocation
    /// What the factory needs; `nil` if that is known only after it has run.
    let edges: [DependencyEdge]?
    let factory: Factory
    let teardown: Teardown?

    init(
        _ identity: DependencyIdentity,
        marker: any Any.Type,
        scope: DependencyScope,
        isLocal: Bool,
        source: DependencySourceLocation,
        edges: [DependencyEdge]?,
        factory: Factory,
        teardown: Teardown?
    ) {
        self.identity = identity
        self.marker = marker
        self.scope = scope
        self.isLocal = isLocal
        self.source = source
        self.edges = edges
        self.factory = factory
        self.teardown = teardown
    }

    var isolation: DependencyIsolation {
        switch factory {
        case .nonisolated: .nonisolated
        case .mainActor: .mainActor
        }
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
