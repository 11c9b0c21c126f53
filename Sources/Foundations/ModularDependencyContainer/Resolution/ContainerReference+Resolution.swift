// SPDX-License-Identifier: Apache-2.0

extension ContainerReference {
    /// Looks the type up and checks everything that can be checked before a factory runs.
    func binding(
        _ identity: DependencyIdentity, isolation: DependencyIsolation
    ) throws(DependencyError) -> Binding {
        try checked(lookUp(identity), identity, isolation: isolation)
    }

    /// The binding that a look-up found, when everything is checked that can be checked before a factory runs.
    private func checked(
        _ binding: Binding?, _ identity: @autoclosure () -> DependencyIdentity, isolation: DependencyIsolation
    ) throws(DependencyError) -> Binding {
        guard !scope.isClosed.isSet else {
            let identity = identity()
            let frame = binding?.registration.pathFrame ?? core.lookUpFrame(identity, isolation)
            throw scope.closedError(path: (ResolutionFrame.current?.path ?? []) + [frame])
        }
        guard let binding else {
            let identity = identity()
            let frame = core.lookUpFrame(identity, isolation)
            throw core.missingError(identity, path: (ResolutionFrame.current?.path ?? []) + [frame])
        }
        guard binding.registration.isolation == isolation else {
            throw core.isolationError(
                binding.registration, wanted: isolation,
                path: (ResolutionFrame.current?.path ?? []) + [binding.registration.pathFrame])
        }
        if origin != nil { note(DependencyEdge(identity: binding.identity, kind: .dependency(isolation))) }
        return binding
    }

    /// The frame for a factory about to run, unless its registration already runs on this call stack.
    func enter(_ registration: Registration, scope: ContainerCore) throws(DependencyError) -> ResolutionFrame {
        let current = ResolutionFrame.current
        let isCycle = current?.isBuilding(registration, for: scope) ?? false
        guard !isCycle, (current?.depth ?? 0) < ResolutionFrame.maximumDepth else {
            guard !isCycle else { throw cycleError(registration, after: current?.path ?? []) }
            throw DependencyError(
                .cycle, "\(registration.label) is needed more than \(ResolutionFrame.maximumDepth) factories deep.",
                path: (current?.path ?? []) + [registration.pathFrame])
        }
        return ResolutionFrame(registration: registration, scope: scope, parent: current)
    }

    func cycleError(_ registration: Registration, after path: [ResolutionPath.Frame]) -> DependencyError {
        DependencyError(.cycle, "\(registration.label) needs itself.", path: path + [registration.pathFrame])
    }

    /// Where the instance goes, and the container that owns it; `nil` if it is new each time.
    func place(
        _ binding: Binding
    ) throws(DependencyError) -> (slot: Binding.AnySlot, home: ContainerCore)? {
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

    /// Refuses a scoped instance to the factory of a singleton in or above the container that would own the instance.
    private func checkCaptive(_ registration: Registration) throws(DependencyError) {
        let current = ResolutionFrame.current
        let running = current?.chain.first {
            $0.registration.scope == .singleton && scope.isSelfOrAncestor(of: $0.scope)
        }
        guard let captor = origin?.captor ?? running?.registration else { return }
        throw core.captiveError(
            registration, in: captor, path: (current?.path ?? [captor.pathFrame]) + [registration.pathFrame])
    }

    /// The handle that a factory gets: it sees the registrations of its own container and the scoped instances of the
    /// container that asks.
    func handle(for binding: Binding) -> ContainerReference {
        let owner = core.owner(of: binding)
        let registration = binding.registration
        let captor: Registration? =
            switch registration.scope {
            case .singleton: registration
            case .scoped: nil
            case .instance: origin?.captor
            }
        // A factory that declares its needs has no handle, so there is nothing to record.
        let hasOrigin = registration.edges == nil || captor != nil || binding.overridden != nil
        return ContainerReference(
            core: owner, scope: registration.scope == .singleton ? owner : scope,
            origin: hasOrigin
                ? FactoryOrigin(registration: registration, overridden: binding.overridden, captor: captor) : nil)
    }

    /// The boxed value of what is registered there.
    @usableFromInline
    func box(for identity: DependencyIdentity) throws(DependencyError) -> any AnyObject & Sendable {
        let binding = lookUp(identity)
        if let box = ready(binding) { return box }
        return try box(for: try checked(binding, identity, isolation: .nonisolated))
    }

    /// As `box(for:)`, for what has no key.
    @usableFromInline
    func box(for type: any Any.Type) throws(DependencyError) -> any AnyObject & Sendable {
        guard origin == nil else { return try box(for: DependencyIdentity(type)) }
        let binding = core.visible[type]
        if let box = ready(binding) { return box }
        return try box(for: try checked(binding, DependencyIdentity(type), isolation: .nonisolated))
    }

    /// As `box(for:)`, for what has a key.
    @usableFromInline
    func box(for type: any Any.Type, _ key: any Hashable & Sendable) throws(DependencyError) -> any AnyObject & Sendable
    {
        guard origin == nil else { return try box(for: DependencyIdentity(type, key: key)) }
        let binding = core.visible[type, key]
        if let box = ready(binding) { return box }
        return try box(for: try checked(binding, DependencyIdentity(type, key: key), isolation: .nonisolated))
    }

    /// The instance of a singleton that is built already, if its use need not be recorded.
    private func ready(_ binding: Binding?) -> (any AnyObject & Sendable)? {
        guard origin == nil, !scope.isClosed.isSet else { return nil }
        return binding?.nonisolatedSlot?.ready
    }

    func box(for binding: Binding) throws(DependencyError) -> any AnyObject & Sendable {
        let registration = binding.registration
        let factory: @Sendable (ContainerReference) throws -> any AnyObject & Sendable
        switch registration.factory {
        case .nonisolated(let synchronous): factory = synchronous
        case .asynchronous: return try preparedBox(for: binding)
        case .mainActor: throw core.isolationError(registration, wanted: .nonisolated, path: [registration.pathFrame])
        }
        if binding.needsNoFrame, origin == nil { return try runWithoutFrame(binding, factory) }
        if let place = try place(binding) {
            guard case .nonisolated(let slot) = place.slot else {
                throw core.isolationError(registration, wanted: .nonisolated, path: [registration.pathFrame])
            }
            return try fill(slot, binding, home: place.home, factory: factory)
        }
        let frame = try enter(registration, scope: scope)
        defer { frame.finish() }
        let handle = handle(for: binding)
        return try frame.run { try factory(handle) }
    }

    /// Runs a factory that needs no frame; what it throws gets the step of the path that a frame would give.
    private func runWithoutFrame(
        _ binding: Binding, _ factory: (ContainerReference) throws -> any AnyObject & Sendable
    ) throws(DependencyError) -> any AnyObject & Sendable {
        do {
            return try factory(ContainerReference(core: core.owner(of: binding), scope: scope, origin: nil))
        } catch let error as DependencyError {
            throw error.inserting(binding.registration.pathFrame, after: ResolutionFrame.current?.depth ?? 0)
        } catch {
            throw DependencyError(
                error, thrownBy: binding.registration,
                path: (ResolutionFrame.current?.path ?? []) + [binding.registration.pathFrame])
        }
    }

    /// The value of an asynchronous singleton; leaves its place alone, so that it can still be filled.
    private func preparedBox(for binding: Binding) throws(DependencyError) -> any AnyObject & Sendable {
        // An asynchronous factory that has changed its thread has no frame any more, but its handle. Only an error needs
        // the names, which take more time than the value.
        let path = { ResolutionFrame.current?.path ?? origin.map { [$0.registration.pathFrame] } ?? [] }
        guard case .nonisolated(let slot) = binding.slot else {
            throw core.notReadyError(binding.registration, after: path())
        }
        switch slot.current {
        case .ready(let box):
            return box
        case .closed:
            throw core.owner(of: binding).closedError(path: path() + [binding.registration.pathFrame])
        case .empty, .building:
            throw core.notReadyError(binding.registration, after: path())
        }
    }

    @usableFromInline
    func typeError(_ type: any Any.Type, _ key: (any Hashable & Sendable)?) -> DependencyError {
        let identity = DependencyIdentity(type, key: key)
        return DependencyError(
            .typeMismatch, "\(identity) holds something of another type.",
            path: [core.lookUpFrame(identity, .nonisolated)])
    }

    /// Reads the slot, builds into it, or waits for the thread that builds into it; touches no other slot.
    private func fill(
        _ slot: Slot,
        _ binding: Binding,
        home: ContainerCore,
        factory: @Sendable (ContainerReference) throws -> any AnyObject & Sendable
    ) throws(DependencyError) -> any AnyObject & Sendable {
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
                if let blocked = WaitForGraph.wait(for: other) {
                    // On this thread, though not in this task: a run loop or a task inside the factory.
                    guard blocked !== other else { throw cycleError(registration, after: other.path) }
                    throw DependencyError(
                        .deadlockAvoided,
                        "\(registration.label) is being built by another thread, which waits for "
                            + "\(blocked.registration.label), which is being built here.",
                        path: frame.path,
                        nearMisses: ["the other thread resolves \(ResolutionPath(frames: other.path))"])
                }
            case .empty:
                let frame = try enter(registration, scope: home)
                let handle = handle(for: binding)
                let built = try frame.holdLatch { () throws(DependencyError) -> (any AnyObject & Sendable)? in
                    try build(slot, frame, home: home) { try factory(handle) }
                }
                if let built { return built }
            }
        }
    }

    /// Builds into an empty slot; `nil` if another thread was faster.
    private func build(
        _ slot: Slot, _ frame: ResolutionFrame, home: ContainerCore, factory: () throws -> any AnyObject & Sendable
    ) throws(DependencyError) -> (any AnyObject & Sendable)? {
        guard home.beginBuild(of: frame.registration) else { throw home.closedError(path: frame.path) }
        guard slot.claim(for: frame) else {
            home.endBuild(of: frame.registration, created: nil)
            return nil
        }
        defer { frame.finish() }
        do throws(DependencyError) {
            let box = try frame.run(factory)
            var created: Lifecycle.Created?
            if case .nonisolated(let teardown) = frame.registration.teardown {
                created = Lifecycle.Created(
                    registration: frame.registration, teardown: .nonisolated { try await teardown(box) })
            }
            // Before others can see the instance, build on it and be recorded first.
            home.endBuild(of: frame.registration, created: created)
            slot.finish(with: box)
            return box
        } catch {
            home.endBuild(of: frame.registration, created: nil)
            slot.finish(with: nil)
            throw error
        }
    }
}
