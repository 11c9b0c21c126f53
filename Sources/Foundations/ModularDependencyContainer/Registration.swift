// SPDX-License-Identifier: Apache-2.0

/// One registered factory; its object identity stands for the registration.
final class Registration: Sendable {
    enum Factory: Sendable {
        case nonisolated(@Sendable (ContainerReference) throws -> any ValueBox)
        case mainActor(@MainActor @Sendable (ContainerReference) throws -> Any)
    }

    enum Teardown: Sendable {
        case nonisolated(@Sendable (any ValueBox) async throws -> Void)
        case mainActor(@MainActor @Sendable (Any) async throws -> Void)
    }

    let identity: DependencyIdentity
    let typeName: String
    let keyName: String?
    let module: String
    let scope: DependencyScope
    let isLocal: Bool
    let source: DependencySourceLocation
    let factory: Factory
    let teardown: Teardown?

    init<Value>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)?,
        module: String,
        scope: DependencyScope,
        isLocal: Bool,
        source: DependencySourceLocation,
        factory: Factory,
        teardown: Teardown?
    ) {
        identity = DependencyIdentity(type, key: key)
        typeName = readableName(of: type)
        keyName = identity.key?.description
        self.module = module
        self.scope = scope
        self.isLocal = isLocal
        self.source = source
        self.factory = factory
        self.teardown = teardown
    }

    var isolation: DependencyIsolation {
        switch factory {
        case .nonisolated: .nonisolated
        case .mainActor: .mainActor
        }
    }

    var label: String { labelled(typeName, keyName) }

    var pathFrame: ResolutionPath.Frame {
        ResolutionPath.Frame(
            module: module, type: typeName, key: keyName, scope: scope, isolation: isolation, source: source)
    }
}
