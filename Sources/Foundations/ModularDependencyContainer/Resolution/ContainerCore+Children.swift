// SPDX-License-Identifier: Apache-2.0

// The children that a container keeps: one of each module, built when it is first needed.
extension ContainerCore {
    /// The modules whose children this one can have: those it lists, then those that its factories declare.
    var knownChildren: [any DependencyRequirements.Type] {
        let listed = declarations?.children ?? []
        return listed + edgeChildren(besides: listed)
    }

    /// The modules that edges declare and that are not known already, in the order of the registrations.
    func edgeChildren(besides known: [any DependencyRequirements.Type]) -> [any DependencyRequirements.Type] {
        var known = Set(known.map { ObjectIdentifier($0) })
        return own.flatMap(needs).compactMap { edge in
            guard case .child = edge.kind, let module = edge.identity.type as? any DependencyRequirements.Type,
                known.insert(ObjectIdentifier(module)).inserted
            else { return nil }
            return module
        }
    }

    /// The child of that module; builds it, without inputs of its own, if there is none yet.
    ///
    /// Throws `needs_await` if the child has asynchronous singletons, because nobody waits here. If several threads build
    /// it, one of the children is kept. That is safe, because building runs no factory.
    func keptChild<Module: DependencyRequirements>(_ module: Module.Type) throws(DependencyError) -> ContainerCore {
        let identifier = ObjectIdentifier(module)
        if let kept = keptChildren.withLock({ $0[identifier] }) { return kept }
        let container = DependencyContainer<Never>(ContainerReference(core: self, scope: self, origin: nil))
        let built = try container.makeChild(module).container.reference.core
        try built.checkThatNothingWaits()
        let kept = keptChildren.withLock { children in
            let kept = children[identifier] ?? built
            children[identifier] = kept
            return kept
        }
        // A shutdown that began meanwhile may have let go of the others already.
        if isClosed.isSet { releaseChildren() }
        return kept
    }

    /// What a listed child gives to collections of this container; a rehearsal tells, once.
    func contributions(ofChild module: any DependencyRequirements.Type) -> Set<DependencyIdentity> {
        let identifier = ObjectIdentifier(module)
        if let known = childContributions.withLock({ $0[identifier] }) { return known }
        let core = Rehearsal.rehearse(module, under: self, given: declarations?.childInputs ?? []).core
        let identities = Set(
            core.own.map(\.registration).filter { $0.role == .contribution && !$0.isLocal }.map(\.identity))
        childContributions.withLock { $0[identifier] = identities }
        return identities
    }

    /// Lets go of the children outside the lock, because that may end them.
    func releaseChildren() {
        let released = keptChildren.withLock { children in
            defer { children = [:] }
            return children
        }
        withExtendedLifetime(released) {}
    }
}

extension ContainerReference {
    /// The child of that module that the container keeps.
    func child<Module: DependencyRequirements>(_ module: Module.Type) throws(DependencyError) -> Module {
        guard !scope.isClosed.isSet else { throw scope.closedError(path: ResolutionFrame.current?.path ?? []) }
        note(DependencyEdge(identity: DependencyIdentity(module, key: nil), kind: .child))
        let child = try core.keptChild(module)
        return Module(DependencyContainer(ContainerReference(core: child, scope: child, origin: nil)))
    }

    /// As `child`, for a parameter whose type is a module.
    func childBox(_ identity: DependencyIdentity) throws(DependencyError) -> any AnyObject & Sendable {
        func box<Module: DependencyRequirements>(
            _ module: Module.Type
        ) throws(DependencyError) -> any AnyObject & Sendable {
            TypedBox(try child(module))
        }
        guard let module = identity.type as? any DependencyRequirements.Type else {
            throw typeError(identity.type, nil)
        }
        return try box(module)
    }
}

extension DependencyContainer {
    /// The child of that module that this container keeps: one, built when it is first asked for, until shutdown.
    ///
    /// The declared edge `Dependency(child:)` and `resolveAll` give the same child. Nothing but the modules above gives
    /// it inputs. `buildChild` builds another one each time. Throws what `buildChild` throws.
    public func child<Module: DependencyRequirements>(_ module: Module.Type) throws(DependencyError) -> Module {
        try reference.core.checkChild(module)
        return try reference.child(module)
    }
}
