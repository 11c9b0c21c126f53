// SPDX-License-Identifier: Apache-2.0

/// Collects what a container provides, until it is frozen.
///
/// `Marker` names the module: a `DependencyRequirements` type, or any type for the root.
public final class DependencyBuilder<Marker>: DependencyRegistrar {
    private let parent: ContainerReference?
    private let isRehearsal: Bool
    private let context: DependencyContext
    private var registrations: [Registration] = []
    private var registered: [DependencyIdentity: Registration] = [:]
    private var inputs: [DependencyIdentity: ContainerCore.Input] = [:]
    private var diagnostics: [DependencyError] = []
    private var overrides: Set<DependencyIdentity>?
    private var isFrozen = false
    private var module: String { readableName(of: Marker.self) }

    /// An empty builder of a root container, whose modules get what they need from the world out of `context`.
    public init(context: DependencyContext = DependencyContext(.live)) {
        parent = nil
        isRehearsal = false
        self.context = context
    }

    init(childOf parent: ContainerReference, overriding overrides: [ContextOverride]) {
        self.parent = parent
        isRehearsal = false
        let context = parent.core.context
        self.context = overrides.isEmpty ? context : context.overriding(overrides)
    }

    /// A builder whose container is inspected and never used; it collects diagnostics instead of throwing them.
    init(rehearsingUnder parent: ContainerCore, given inputs: [DependencyIdentity]) {
        self.parent = ContainerReference(core: parent, scope: parent, origin: nil)
        isRehearsal = true
        context = parent.context
        for identity in inputs {
            self.inputs[identity] = ContainerCore.Input(box: nil, marker: parent.marker)
        }
    }

    /// Itself.
    public var builder: DependencyBuilder { self }

    /// Children inherit what is registered here.
    public var isLocal: Bool { false }

    /// Registrations that children do not inherit.
    public var local: LocalRegistrar<Marker> { LocalRegistrar(builder: self) }

    /// Registrations built and used on the main actor only.
    public var mainActor: MainActorRegistrar<Marker> { MainActorRegistrar(builder: self, isLocal: false) }

    /// Provides a run-time value to this module and to the modules below that declare it; hides the parent's value.
    ///
    /// `buildChild` or `freeze` reports a type and key that is provided twice; after that, this has no effect.
    public func provideInput<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        _ value: Value
    ) {
        guard !isFrozen else { return }
        let identity = DependencyIdentity(type, key: key)
        let input = ContainerCore.Input(box: TypedBox(value), marker: Marker.self)
        if inputs.updateValue(input, forKey: identity) != nil {
            diagnostics.append(DependencyError(.duplicate, "The input \(identity) was provided twice to \(module)."))
        }
    }

    /// Makes the root container; the builder takes no more registrations.
    ///
    /// Throws `frozen` on a second call, and on the builder of a child, which `buildChild` freezes. Throws all
    /// diagnostics at once if `Marker` declares requirements that are not met, and `needs_await` if there is an asynchronous
    /// singleton.
    public func freeze() throws(DependencyError) -> DependencyContainer<Marker> {
        let container = try freezeUnprepared()
        try container.reference.core.checkThatNothingWaits()
        return container
    }

    /// Makes the root container and builds its asynchronous singletons.
    ///
    /// Throws what the other `freeze()` throws but `needs_await`, and what the factories throw; what is built by then is
    /// torn down.
    public nonisolated(nonsending) func freeze() async throws(DependencyError) -> DependencyContainer<Marker> {
        try await freezeUnprepared().prepared()
    }

    private func freezeUnprepared() throws(DependencyError) -> DependencyContainer<Marker> {
        guard parent == nil else { throw frozenError("is frozen by buildChild") }
        return try build()
    }

    /// From now on, registrations replace earlier and inherited ones; for tests.
    package func beginOverriding() {
        overrides = []
    }

    func build() throws(DependencyError) -> DependencyContainer<Marker> {
        guard !isFrozen else { throw frozenError("is frozen already") }
        isFrozen = true
        let (core, diagnostics) = makeCore()
        if let error = DependencyError(module: core.modulePath, diagnostics: diagnostics) { throw error }
        try parent?.scope.adopt(core)
        return DependencyContainer(ContainerReference(core: core, scope: core, origin: nil))
    }

    /// The container as registered so far, usable only if there are no diagnostics.
    func makeCore() -> (core: ContainerCore, diagnostics: [DependencyError]) {
        let core = ContainerCore(
            marker: Marker.self, parent: parent?.core, context: context, registrations: registrations, inputs: inputs)
        return (core, diagnostics + core.diagnostics(allowing: overrides ?? []))
    }

    @usableFromInline
    func register(
        _ identity: DependencyIdentity,
        _ role: Registration.Role,
        _ scope: DependencyScope,
        _ isLocal: Bool,
        _ source: DependencySourceLocation,
        _ edges: [DependencyEdge]?,
        _ teardown: (@Sendable (any AnyObject & Sendable) async throws -> Void)?,
        _ factory: @escaping @Sendable (ContainerReference) throws -> any AnyObject & Sendable
    ) throws(DependencyError) {
        try add(
            Registration(
                identity, role: role, marker: Marker.self, scope: scope, isLocal: isLocal, source: source, edges: edges,
                factory: .nonisolated(factory), teardown: teardown.map(Registration.Teardown.nonisolated)))
    }

    @usableFromInline
    func registerMainActor(
        _ identity: DependencyIdentity,
        _ role: Registration.Role,
        _ scope: DependencyScope,
        _ isLocal: Bool,
        _ source: DependencySourceLocation,
        _ edges: [DependencyEdge]?,
        _ teardown: (@MainActor @Sendable (AnyObject) async throws -> Void)?,
        _ factory: @escaping @MainActor @Sendable (ContainerReference) throws -> AnyObject
    ) throws(DependencyError) {
        try add(
            Registration(
                identity, role: role, marker: Marker.self, scope: scope, isLocal: isLocal, source: source, edges: edges,
                factory: .mainActor(factory), teardown: teardown.map(Registration.Teardown.mainActor)))
    }

    func registerAsync(
        _ identity: DependencyIdentity,
        _ isLocal: Bool,
        _ source: DependencySourceLocation,
        _ edges: [DependencyEdge]?,
        _ teardown: (@Sendable (any AnyObject & Sendable) async throws -> Void)?,
        _ factory: @escaping Registration.AsynchronousFactory
    ) throws(DependencyError) {
        try add(
            Registration(
                identity, marker: Marker.self, scope: .singleton, isLocal: isLocal, source: source, edges: edges,
                factory: .asynchronous(factory), teardown: teardown.map(Registration.Teardown.nonisolated)))
    }

    private func add(_ registration: Registration) throws(DependencyError) {
        guard !isFrozen else { throw frozenError("is frozen and cannot register \(registration.label)") }
        guard registration.role == .provider else {
            registrations.append(registration)
            return
        }
        if overrides != nil {
            registrations.removeAll { $0.identity == registration.identity && $0.role != .contribution }
            overrides?.insert(registration.identity)
        } else if let earlier = registered[registration.identity] {
            let error = DependencyError(
                .duplicate,
                "\(registration.label) is registered twice in \(module), "
                    + "at \(earlier.source) and at \(registration.source).")
            guard isRehearsal else { throw error }
            diagnostics.append(error)
            return
        }
        registered[registration.identity] = registration
        registrations.append(registration)
    }

    private func frozenError(_ reason: String) -> DependencyError {
        DependencyError(.frozen, "The builder of \(module) \(reason).")
    }
}
