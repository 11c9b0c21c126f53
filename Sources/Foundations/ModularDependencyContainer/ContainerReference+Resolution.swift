// SPDX-License-Identifier: Apache-2.0

extension ContainerReference {
    /// A frame for something looked up here that need not be registered.
    private func lookUpFrame<Value>(
        _ type: Value.Type, _ identity: DependencyIdentity, _ isolation: DependencyIsolation
    ) -> ResolutionPath.Frame {
        ResolutionPath.Frame(
            module: core.module, type: readableName(of: type), key: identity.key?.description, scope: nil,
            isolation: isolation, source: nil)
    }

    /// Looks the type up and checks everything that can be checked before a factory runs.
    func binding<Value>(
        _ type: Value.Type, key: (any Hashable & Sendable)?, isolation: DependencyIsolation
    ) throws(DependencyError) -> ContainerCore.Binding {
        let identity = DependencyIdentity(type, key: key)
        let binding = core.visible[identity]
        guard !scope.isClosed.isSet else {
            let frame = binding?.registration.pathFrame ?? lookUpFrame(type, identity, isolation)
            throw scope.closedError(path: (ResolutionFrame.current?.path ?? []) + [frame])
        }
        guard let binding else {
            let frame = lookUpFrame(type, identity, isolation)
            throw core.missingError(
                identity, label: frame.description, path: (ResolutionFrame.current?.path ?? []) + [frame])
        }
        guard binding.registration.isolation == isolation else {
            throw core.isolationError(
                binding.registration, wanted: isolation,
                path: (ResolutionFrame.current?.path ?? []) + [binding.registration.pathFrame])
        }
        return binding
    }

    /// The frame for a factory about to run, unless its registration already runs on this call stack.
    private func enter(_ registration: Registration, scope: ContainerCore) throws(DependencyError) -> ResolutionFrame {
        let current = ResolutionFrame.current
        let isCycle = current?.chain.contains { $0.registration === registration } ?? false
        guard !isCycle, (current?.depth ?? 0) < ResolutionFrame.maximumDepth else {
            throw DependencyError(
                .cycle,
                isCycle
                    ? "\(registration.label) needs itself."
                    : "\(registration.label) is needed more than \(ResolutionFrame.maximumDepth) factories deep.",
                path: (current?.path ?? []) + [registration.pathFrame])
        }
        return ResolutionFrame(registration: registration, scope: scope, parent: current)
    }

    /// Refuses a scoped instance to the factory of a singleton that lives in or above the scope it would come from.
    private func checkCaptive(_ registration: Registration) throws(DependencyError) {
        let current = ResolutionFrame.current
        let running = current?.chain.first {
            $0.registration.scope == .singleton && scope.isSelfOrAncestor(of: $0.scope)
        }
        guard let captor = singleton ?? running else { return }
        let path = singleton == nil || current != nil ? current?.path ?? [] : captor.path
        throw DependencyError(
            .captive,
            "\(captor.registration.label) is a singleton and must not keep \(registration.label), "
                + "which is scoped at \(registration.source).",
            path: path + [registration.pathFrame])
    }

    /// Where the instance goes, and the container that owns it; `nil` if it is new each time.
    private func place(
        _ binding: ContainerCore.Binding
    ) throws(DependencyError) -> (slot: ContainerCore.AnySlot, home: ContainerCore)? {
        let registration = binding.registration
        switch registration.scope {
        case .singleton:
            return binding.slot.map { ($0, core.owner(of: binding)) }
        case .scoped:
            try checkCaptive(registration)
            return (scope.scopedSlot(for: registration), scope)
        case .instance:
            return nil
        }
    }

    /// The handle a factory gets: names of the container that registered it, scoped instances of the one that asks.
    private func handle(for binding: ContainerCore.Binding, frame: ResolutionFrame) -> ContainerReference {
        let owner = core.owner(of: binding)
        return switch binding.registration.scope {
        case .singleton: ContainerReference(core: owner, scope: owner, singleton: frame)
        case .scoped: ContainerReference(core: owner, scope: scope, singleton: nil)
        case .instance: ContainerReference(core: owner, scope: scope, singleton: singleton)
        }
    }

    /// The value of a nonisolated binding.
    func value<Value: Sendable>(of type: Value.Type, _ binding: ContainerCore.Binding) throws(DependencyError) -> Value
    {
        let registration = binding.registration
        guard case .nonisolated(let factory) = registration.factory else {
            throw core.isolationError(registration, wanted: .nonisolated, path: [registration.pathFrame])
        }
        let box: any ValueBox
        if let place = try place(binding) {
            guard case .nonisolated(let slot) = place.slot else {
                throw core.isolationError(registration, wanted: .nonisolated, path: [registration.pathFrame])
            }
            box = try fill(slot, binding, home: place.home, factory: factory)
        } else {
            let frame = try enter(registration, scope: scope)
            defer { frame.finish() }
            let handle = handle(for: binding, frame: frame)
            box = try frame.run { try factory(handle) }
        }
        guard let typed = box as? TypedBox<Value> else { throw typeError(type, registration) }
        return typed.value
    }

    private func typeError<Value>(_ type: Value.Type, _ registration: Registration) -> DependencyError {
        DependencyError(
            .typeMismatch, "\(registration.label) holds something that is no \(String(reflecting: type)).",
            path: [registration.pathFrame])
    }

    /// Reads the slot, builds into it or waits for whoever does; nobody else's slot is touched.
    private func fill(
        _ slot: Slot,
        _ binding: ContainerCore.Binding,
        home: ContainerCore,
        factory: @Sendable (ContainerReference) throws -> any ValueBox
    ) throws(DependencyError) -> any ValueBox {
        let registration = binding.registration
        while true {
            switch slot.current {
            case .ready(let box):
                return box
            case .closed:
                throw home.closedError(path: (ResolutionFrame.current?.path ?? []) + [registration.pathFrame])
            case .building(let other):
                // Entering reports a cycle if the other is on this very call stack.
                let frame = try enter(registration, scope: home)
                if let blocked = WaitForGraph.wait(for: other, as: frame.parent) {
                    throw DependencyError(
                        .deadlockAvoided,
                        "\(registration.label) is being built by another thread, which waits for "
                            + "\(blocked.registration.label), which is being built here.",
                        path: frame.path,
                        nearMisses: ["the other thread resolves \(ResolutionPath(frames: other.path))"])
                }
            case .empty:
                let frame = try enter(registration, scope: home)
                let handle = handle(for: binding, frame: frame)
                let built = try frame.holdLatch { () throws(DependencyError) -> (any ValueBox)? in
                    try build(slot, frame, home: home) { try factory(handle) }
                }
                if let built { return built }
            }
        }
    }

    /// Builds into an empty slot; `nil` if somebody else was faster.
    private func build(
        _ slot: Slot, _ frame: ResolutionFrame, home: ContainerCore, factory: () throws -> any ValueBox
    ) throws(DependencyError) -> (any ValueBox)? {
        guard home.beginBuild() else { throw home.closedError(path: frame.path) }
        var created: Lifecycle.Created?
        defer { home.endBuild(created: created) }
        guard slot.claim(for: frame) else { return nil }
        defer { frame.finish() }
        do throws(DependencyError) {
            let box = try frame.run(factory)
            if case .nonisolated(let teardown) = frame.registration.teardown {
                created = Lifecycle.Created(
                    registration: frame.registration, teardown: .nonisolated { try await teardown(box) })
            }
            slot.finish(with: box)
            return box
        } catch {
            slot.finish(with: nil)
            throw error
        }
    }

    /// The value of a main-actor binding.
    @MainActor
    func mainActorValue<Value>(of type: Value.Type, _ binding: ContainerCore.Binding) throws(DependencyError) -> Value {
        let registration = binding.registration
        guard case .mainActor(let factory) = registration.factory else {
            throw core.isolationError(registration, wanted: .mainActor, path: [registration.pathFrame])
        }
        let value: Any
        if let place = try place(binding) {
            guard case .mainActor(let slot) = place.slot else {
                throw core.isolationError(registration, wanted: .mainActor, path: [registration.pathFrame])
            }
            value = try fill(slot, binding, home: place.home, factory: factory)
        } else {
            let frame = try enter(registration, scope: scope)
            defer { frame.finish() }
            let handle = handle(for: binding, frame: frame)
            value = try frame.run { try factory(handle) }
        }
        guard let typed = value as? Value else { throw typeError(type, registration) }
        return typed
    }

    @MainActor
    private func fill(
        _ slot: MainActorSlot,
        _ binding: ContainerCore.Binding,
        home: ContainerCore,
        factory: @MainActor @Sendable (ContainerReference) throws -> Any
    ) throws(DependencyError) -> Any {
        let registration = binding.registration
        switch slot.state {
        case .ready(let value):
            return value
        case .closed:
            throw home.closedError(path: (ResolutionFrame.current?.path ?? []) + [registration.pathFrame])
        case .empty, .building:
            break
        }
        let frame = try enter(registration, scope: home)
        guard home.beginBuild() else { throw home.closedError(path: frame.path) }
        var created: Lifecycle.Created?
        defer {
            frame.finish()
            home.endBuild(created: created)
        }
        let handle = handle(for: binding, frame: frame)
        slot.state = .building
        do throws(DependencyError) {
            let value = try frame.run { try factory(handle) }
            slot.state = .ready(value)
            if case .mainActor(let teardown) = registration.teardown {
                created = Lifecycle.Created(
                    registration: registration,
                    teardown: .mainActor {
                        if case .ready(let value) = slot.state { try await teardown(value) }
                    })
            }
            return value
        } catch {
            slot.state = .empty
            throw error
        }
    }

    /// The value of an input the module declares.
    func input<Value: Sendable>(
        _ type: Value.Type, key: (any Hashable & Sendable)?
    ) throws(DependencyError) -> Value {
        let identity = DependencyIdentity(type, key: key)
        let path = { (ResolutionFrame.current?.path ?? []) + [lookUpFrame(type, identity, .nonisolated)] }
        guard !scope.isClosed.isSet else { throw scope.closedError(path: path()) }
        let label = labelled(readableName(of: type), identity.key?.description)
        if let declared = core.declaredInputs, !declared.contains(identity) {
            throw DependencyError(
                .missingInput, "\(core.module) does not declare the input \(label) and so does not see it.",
                path: path(), nearMisses: core.inputNearMisses(identity))
        }
        guard let input = core.inputs[identity] else {
            throw DependencyError(
                .missingInput, "Nobody provided the input \(label) to \(core.modulePath).", path: path(),
                nearMisses: core.inputNearMisses(identity))
        }
        guard let value = input.value as? Value else {
            throw DependencyError(.typeMismatch, "The input \(label) is of another type.", path: path())
        }
        return value
    }
}
