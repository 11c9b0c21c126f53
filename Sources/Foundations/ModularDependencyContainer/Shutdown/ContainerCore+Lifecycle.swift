// SPDX-License-Identifier: Apache-2.0

extension ContainerCore {
    func closedError(path: [ResolutionPath.Frame]) -> DependencyError {
        DependencyError(.containerClosed, "The container of \(modulePath) was shut down.", path: path)
    }

    /// Registers a child for shutdown without keeping it alive.
    func adopt(_ child: ContainerCore) throws(DependencyError) {
        child.lifecycle.withLock { $0.adopter = self }
        let (isOpen, swept) = lifecycle.withLock { lifecycle -> (Bool, [ContainerCore]) in
            guard lifecycle.isOpen else { return (false, []) }
            var swept: [ContainerCore] = []
            if lifecycle.children.count >= lifecycle.nextSweep {
                swept = lifecycle.children.compactMap(\.core)
                lifecycle.children.removeAll { $0.core == nil }
                lifecycle.nextSweep = max(16, lifecycle.children.count * 2)
            }
            lifecycle.children.append(Lifecycle.Child(child))
            return (true, swept)
        }
        // The sweep may hold the last reference to a child, which must not be released under the lock.
        withExtendedLifetime(swept) {}
        guard isOpen else { throw closedError(path: ResolutionFrame.current?.path ?? []) }
    }

    /// Keeps alive a child that has something to tear down.
    private func keep(_ child: ContainerCore) -> Bool {
        lifecycle.withLock { lifecycle in
            // A running shutdown has already taken its children, including this one.
            guard lifecycle.isOpen else { return false }
            let identifier = ObjectIdentifier(child)
            let known = lifecycle.children.lastIndex { $0.identifier == identifier }
            if known == nil { lifecycle.children.append(Lifecycle.Child(child)) }
            lifecycle.children[known ?? lifecycle.children.count - 1].kept = child
            return true
        }
    }

    /// Releases a child that was shut down.
    func forget(_ child: ContainerCore) {
        let forgotten = lifecycle.withLock { lifecycle -> ContainerCore? in
            let identifier = ObjectIdentifier(child)
            guard let index = lifecycle.children.lastIndex(where: { $0.identifier == identifier }) else { return nil }
            return lifecycle.children.remove(at: index).kept
        }
        withExtendedLifetime(forgotten) {}
    }

    /// Announces a factory whose instance this container will own; `false` once shutdown has begun.
    ///
    /// If the factory outlasts the deadline, the report names it by its registration.
    func beginBuild(of registration: Registration) -> Bool {
        lifecycle.withLock { lifecycle in
            guard lifecycle.isOpen else { return false }
            lifecycle.building.append(registration)
            return true
        }
    }

    /// Ends what `beginBuild` announced with the same registration.
    func endBuild(of registration: Registration, created: Lifecycle.Created?) {
        enum Next { case nothing, wake(FirstAnswer<Bool?>), keepAlive(by: ContainerCore?), tearDown }
        let next = lifecycle.withLock { lifecycle -> Next in
            if let index = lifecycle.building.lastIndex(where: { $0 === registration }) {
                lifecycle.building.remove(at: index)
            }
            switch lifecycle.phase {
            case .emptied, .closed:
                return .tearDown
            case .closing:
                if let created { lifecycle.created.append(created) }
                guard lifecycle.building.isEmpty, let waiter = lifecycle.idleWaiter else { return .nothing }
                return .wake(waiter)
            case .open:
                guard let created else { return .nothing }
                lifecycle.created.append(created)
                return lifecycle.keeper == nil ? .keepAlive(by: lifecycle.adopter) : .nothing
            }
        }
        switch next {
        case .nothing: break
        case .wake(let waiter): waiter.give(true)
        case .keepAlive(let adopter): beKept(by: adopter ?? ancestors.last)
        case .tearDown: tearDownLate(created)
        }
    }

    private func beKept(by keeper: ContainerCore?) {
        guard let keeper, keeper.keep(self) else { return }
        let isOpen = lifecycle.withLock { lifecycle in
            guard case .closed = lifecycle.phase else {
                lifecycle.keeper = keeper
                return true
            }
            return false
        }
        if !isOpen { keeper.forget(self) }
    }
}
