// SPDX-License-Identifier: Apache-2.0

extension ContainerReference {
    /// As `box(for:)`, on the main actor.
    @MainActor @usableFromInline
    func mainActorBox(for identity: DependencyIdentity) throws(DependencyError) -> AnyObject {
        try mainActorBox(for: try binding(identity, isolation: .mainActor))
    }

    /// The boxed value of that registration, whatever stands in front of it.
    @MainActor
    func mainActorBox(for binding: Binding) throws(DependencyError) -> AnyObject {
        let registration = binding.registration
        guard case .mainActor(let factory) = registration.factory else {
            throw core.isolationError(registration, wanted: .mainActor, path: [registration.pathFrame])
        }
        if let place = try place(binding) {
            guard case .mainActor(let slot) = place.slot else {
                throw core.isolationError(registration, wanted: .mainActor, path: [registration.pathFrame])
            }
            return try fill(slot, binding, home: place.home, factory: factory)
        }
        let frame = try enter(registration, scope: scope)
        defer { frame.finish() }
        let handle = handle(for: binding)
        return try frame.run { try factory(handle) }
    }

    @MainActor
    private func fill(
        _ slot: MainActorSlot,
        _ binding: Binding,
        home: ContainerCore,
        factory: @MainActor @Sendable (ContainerReference) throws -> AnyObject
    ) throws(DependencyError) -> AnyObject {
        let registration = binding.registration
        switch slot.state {
        case .ready(let box):
            return box
        case .closed:
            throw home.closedError(path: (ResolutionFrame.current?.path ?? []) + [registration.pathFrame])
        case .empty, .building:
            break
        }
        let frame = try enter(registration, scope: home)
        // Only code inside its factory can find it half-built: a run loop, or a task that started at once.
        if case .building = slot.state { throw cycleError(registration, after: frame.parent?.path ?? []) }
        guard home.beginBuild(of: registration) else { throw home.closedError(path: frame.path) }
        var created: Lifecycle.Created?
        defer {
            frame.finish()
            home.endBuild(of: registration, created: created)
        }
        let handle = handle(for: binding)
        slot.state = .building
        do throws(DependencyError) {
            let box = try frame.run { try factory(handle) }
            slot.state = .ready(box)
            if case .mainActor(let teardown) = registration.teardown {
                created = Lifecycle.Created(
                    registration: registration,
                    teardown: .mainActor {
                        if case .ready(let box) = slot.state { try await teardown(box) }
                    })
            }
            return box
        } catch {
            slot.state = .empty
            throw error
        }
    }
}
