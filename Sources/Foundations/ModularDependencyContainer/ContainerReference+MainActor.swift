// SPDX-License-Identifier: Apache-2.0

extension ContainerReference {
    /// The value of a main-actor binding.
    @MainActor
    func mainActorValue<Value>(of type: Value.Type, _ binding: ContainerCore.Binding) throws(DependencyError) -> Value {
        let registration = binding.registration
        guard case .mainActor(let factory) = registration.factory else {
            throw core.isolationError(registration, wanted: .mainActor, path: [registration.pathFrame])
        }
        let box: AnyObject
        if let place = try place(binding) {
            guard case .mainActor(let slot) = place.slot else {
                throw core.isolationError(registration, wanted: .mainActor, path: [registration.pathFrame])
            }
            box = try fill(slot, binding, home: place.home, factory: factory)
        } else {
            let frame = try enter(registration, scope: scope)
            defer { frame.finish() }
            let handle = handle(for: binding)
            box = try frame.run { try factory(handle) }
        }
        guard let value = MainActorBox<Value>.value(in: box) else { throw typeError(type, registration) }
        return value
    }

    @MainActor
    private func fill(
        _ slot: MainActorSlot,
        _ binding: ContainerCore.Binding,
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
        guard home.beginBuild() else { throw home.closedError(path: frame.path) }
        var created: Lifecycle.Created?
        defer {
            frame.finish()
            home.endBuild(created: created)
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
