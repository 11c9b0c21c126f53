// SPDX-License-Identifier: Apache-2.0

// What a test library needs to know about builders. Production code uses none of it.

/// A type and key, or an input's.
package struct DependencyName: Hashable, Sendable, CustomStringConvertible {
    let identity: DependencyIdentity
    let isInput: Bool

    /// The type, followed by the key in brackets.
    package var description: String { identity.description }
}

extension Requirement {
    /// What is required.
    package var name: DependencyName { DependencyName(identity: identity, isInput: false) }
    /// Where it is required.
    package var location: DependencySourceLocation { source }
}

extension InputRequirement {
    /// What is required.
    package var name: DependencyName { DependencyName(identity: identity, isInput: true) }
    /// Where it is required.
    package var location: DependencySourceLocation { source }
}

/// The registrations of several builders, for one container; the first one of a type and key wins.
package struct RegistrationTable: Sendable {
    /// One registration.
    package struct Entry: Sendable {
        fileprivate let registration: Registration

        /// What is registered.
        package var name: DependencyName { DependencyName(identity: registration.identity, isInput: false) }
        /// Whether it is what others find under its name, and not one that decorates or contributes.
        package var isProvider: Bool { registration.role == .provider }
        /// Whether its factory needs what a module above has under the same name.
        package var needsItsOwnName: Bool {
            registration.role == .decorator || needs.contains(name)
        }
        /// Where it is built.
        package var isolation: DependencyIsolation { registration.isolation }
        /// Whether children do not inherit it.
        package var isLocal: Bool { registration.isLocal }
        /// Where it is registered.
        package var source: DependencySourceLocation { registration.source }
        /// The declared needs of its factory.
        package var needs: [DependencyName] {
            (registration.edges ?? []).flatMap { edge -> [DependencyName] in
                switch edge.kind {
                case .dependency, .contributions: [DependencyName(identity: edge.identity, isInput: false)]
                case .input: [DependencyName(identity: edge.identity, isInput: true)]
                // It may be either.
                case .parameter: [true, false].map { DependencyName(identity: edge.identity, isInput: $0) }
                case .child, .context: []
                }
            }
        }

        fileprivate var local: Entry {
            Entry(registration: registration.with(scope: registration.scope, isLocal: true))
        }
    }

    /// The registrations in their order.
    package private(set) var entries: [Entry]
    private var inputs: [DependencyIdentity: ContainerCore.Input]
    private var diagnostics: [DependencyError]

    /// Nothing.
    package init() {
        entries = []
        inputs = [:]
        diagnostics = []
    }

    fileprivate init(_ core: ContainerCore, diagnostics: [DependencyError]) {
        entries = core.own.map { Entry(registration: $0.registration) }
        inputs = core.inputs
        // The others concern a container of these registrations alone.
        self.diagnostics = diagnostics.filter { $0.code == .duplicate }
    }

    /// Adds what is not registered or provided yet.
    package mutating func add(_ other: RegistrationTable) {
        let names = Set(entries.map(\.name))
        entries += other.entries.filter { !names.contains($0.name) }
        inputs.merge(other.inputs) { own, _ in own }
        diagnostics += other.diagnostics
    }

    /// Makes the registrations local.
    package mutating func hide(_ names: Set<DependencyName>) {
        entries = entries.map { names.contains($0.name) ? $0.local : $0 }
    }

    /// A root container, usable only if there are no diagnostics.
    package func makeRoot<Marker>(
        _ marker: Marker.Type, context: DependencyContext
    ) -> (container: DependencyContainer<Marker>, diagnostics: [DependencyError]) {
        let core = ContainerCore(
            marker: marker, parent: nil, context: context, registrations: entries.map(\.registration), inputs: inputs)
        let container = DependencyContainer<Marker>(ContainerReference(core: core, scope: core, origin: nil))
        return (container, diagnostics + core.diagnostics(allowing: []))
    }
}

extension DependencyBuilder {
    /// What is registered after `body`, which may throw anything; its own errors become `registration_failed`.
    package func table(after body: () throws -> Void) throws(DependencyError) -> RegistrationTable {
        do {
            try body()
        } catch let error as DependencyError {
            throw error
        } catch {
            throw .registrationFailed(Marker.self, error)
        }
        let (core, diagnostics) = makeCore()
        return RegistrationTable(core, diagnostics: diagnostics)
    }
}

extension DependencyBuilder where Marker: DependencyRequirements {
    /// What the module's `registerDependencies` registers; none of it can be built.
    package static func rehearsal() throws(DependencyError) -> RegistrationTable {
        let nobody = ContainerCore(
            marker: Never.self, parent: nil, context: DependencyContext(.testing), registrations: [] as [Registration],
            inputs: [:])
        let builder = DependencyBuilder(rehearsingUnder: nobody, given: [])
        return try builder.table { try Marker.registerDependencies(in: builder) }
    }
}
