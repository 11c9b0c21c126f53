// SPDX-License-Identifier: Apache-2.0

/// Collects what a container provides, until it is frozen.
///
/// `Marker` names the module: a `DependencyRequirements` type, or any type of the caller's for the root.
public final class DependencyBuilder<Marker> {
    private let parent: ContainerReference?
    private var registrations: [DependencyIdentity: Registration] = [:]
    private var inputs: [DependencyIdentity: ContainerCore.Input] = [:]
    private var inputFindings: [DependencyError] = []
    private var isFrozen = false
    private let module = readableName(of: Marker.self)

    /// An empty builder of a root container.
    public init() {
        parent = nil
    }

    init(childOf parent: ContainerReference) {
        self.parent = parent
    }

    /// Registrations that children do not inherit.
    public var local: LocalRegistrar<Marker> { LocalRegistrar(builder: self) }

    /// Registrations built and used on the main actor only.
    public var mainActor: MainActorRegistrar<Marker> { MainActorRegistrar(builder: self, isLocal: false) }

    /// Registers one instance for this container and everything below it; its factory sees this container only.
    ///
    /// The factory runs at the first resolution, once however many threads ask; what it throws is not remembered.
    /// `teardown` runs at shutdown if the instance was built. Throws `duplicate` and `frozen`.
    public func registerSingleton<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try register(type, key, .singleton, isLocal: false, source, teardown, factory)
    }

    /// Registers one instance per container that asks; its factory sees the names of this container.
    ///
    /// `teardown` runs when the container that asked shuts down. Throws `duplicate` and `frozen`.
    public func registerScoped<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        teardown: (@Sendable (Value) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try register(type, key, .scoped, isLocal: false, source, teardown, factory)
    }

    /// Registers a factory that runs at every resolution.
    ///
    /// Throws `duplicate` and `frozen`.
    public func registerInstance<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let source = DependencySourceLocation(fileID: fileID, line: line)
        try register(type, key, .instance, isLocal: false, source, nil, factory)
    }

    /// Provides a run-time value to this module and those below that declare it; hides one of the parent's.
    ///
    /// Providing the same type and key twice is reported by `buildChild` or `freeze`; after those it has no effect.
    public func provideInput<Value: Sendable>(
        _ type: Value.Type,
        key: (any Hashable & Sendable)? = nil,
        _ value: Value
    ) {
        guard !isFrozen else { return }
        let identity = DependencyIdentity(type, key: key)
        let input = ContainerCore.Input(
            value: value, typeName: readableName(of: type), keyName: identity.key?.description, module: module)
        let label = labelled(input.typeName, input.keyName)
        if inputs.updateValue(input, forKey: identity) != nil {
            inputFindings.append(DependencyError(.duplicate, "The input \(label) was provided twice to \(module)."))
        }
    }

    /// Makes the root container; the builder takes no more registrations.
    ///
    /// Throws `frozen` if called twice or on the builder of a child, which `buildChild` freezes, and every finding at
    /// once if `Marker` declares requirements that are not met.
    public func freeze() throws(DependencyError) -> DependencyContainer<Marker> {
        guard parent == nil else { throw frozenError("is frozen by buildChild") }
        return try build()
    }

    func build() throws(DependencyError) -> DependencyContainer<Marker> {
        guard !isFrozen else { throw frozenError("is frozen already") }
        isFrozen = true
        let declarations = Marker.self as? any DependencyRequirements.Type
        let core = ContainerCore(
            module: module,
            parent: parent?.core,
            registrations: Array(registrations.values),
            inputs: inputs,
            declaredInputs: declarations.map { Set($0.inputRequirements.map(\.identity)) })
        let findings = inputFindings + (declarations.map(core.findings(of:)) ?? [])
        if let error = DependencyError(module: core.modulePath, findings: findings) { throw error }
        try parent?.scope.adopt(core)
        return DependencyContainer(ContainerReference(core: core, scope: core, singleton: nil))
    }

    func register<Value: Sendable>(
        _ type: Value.Type,
        _ key: (any Hashable & Sendable)?,
        _ scope: DependencyScope,
        isLocal: Bool,
        _ source: DependencySourceLocation,
        _ teardown: (@Sendable (Value) async throws -> Void)?,
        _ factory: @escaping @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let boxedTeardown = teardown.map { teardown in
            Registration.Teardown.nonisolated { box in
                guard let typed = box as? TypedBox<Value> else { return }
                try await teardown(typed.value)
            }
        }
        try add(
            Registration(
                type, key: key, module: module, scope: scope, isLocal: isLocal, source: source,
                factory: .nonisolated { TypedBox(try factory(DependencyContainer($0))) },
                teardown: boxedTeardown))
    }

    func registerMainActor<Value>(
        _ type: Value.Type,
        _ key: (any Hashable & Sendable)?,
        _ scope: DependencyScope,
        isLocal: Bool,
        _ source: DependencySourceLocation,
        _ teardown: (@MainActor @Sendable (Value) async throws -> Void)?,
        _ factory: @escaping @MainActor @Sendable (DependencyContainer<Marker>) throws -> Value
    ) throws(DependencyError) {
        let erasedTeardown = teardown.map { teardown in
            Registration.Teardown.mainActor { value in
                guard let typed = value as? Value else { return }
                try await teardown(typed)
            }
        }
        try add(
            Registration(
                type, key: key, module: module, scope: scope, isLocal: isLocal, source: source,
                factory: .mainActor { try factory(DependencyContainer($0)) },
                teardown: erasedTeardown))
    }

    private func add(_ registration: Registration) throws(DependencyError) {
        guard !isFrozen else { throw frozenError("is frozen and cannot register \(registration.label)") }
        if let earlier = registrations[registration.identity] {
            throw DependencyError(
                .duplicate,
                "\(registration.label) is registered twice in \(module), "
                    + "at \(earlier.source) and at \(registration.source).")
        }
        registrations[registration.identity] = registration
    }

    private func frozenError(_ reason: String) -> DependencyError {
        DependencyError(.frozen, "The builder of \(module) \(reason).")
    }
}
