// SPDX-License-Identifier: Apache-2.0

// Contributions: those of the modules above, outermost first, then the module's own, then those of its children in the
// order it lists them.

extension ContainerCore {
    /// The contributions of this module and of those above that it sees.
    func contributions(of identity: DependencyIdentity) -> [Binding] {
        (ancestors + [self]).flatMap { core in
            core.own.filter { $0.isContribution(of: identity) && (core === self || !$0.registration.isLocal) }
        }
    }

    /// Whether it collects what a child of that module contributes: only from those it lists.
    func collects(from module: any Any.Type) -> Bool {
        declarations?.children.contains { $0 == module } ?? false
    }

    /// What a child gives to collections of its parent.
    func contributionsToParent(of identity: DependencyIdentity) -> [Binding] {
        own.filter { $0.isContribution(of: identity) && !$0.registration.isLocal }
    }

    /// The children that contribute something of that type and key, in the order they are listed.
    ///
    /// Only those are built: a rehearsal of each child tells whether it contributes.
    func contributingChildren(of identity: DependencyIdentity) throws(DependencyError) -> [ContainerCore] {
        var children: [ContainerCore] = []
        for module in declarations?.children ?? [] {
            guard contributions(ofChild: module).contains(identity) else { continue }
            children.append(try keptChild(module))
        }
        return children
    }
}

extension Binding {
    func isContribution(of identity: DependencyIdentity) -> Bool {
        registration.role == .contribution && self.identity == identity
    }
}

extension ContainerReference {
    /// Every contribution, with the handle of the container that sees it.
    private func contributors(
        of identity: DependencyIdentity, _ isolation: DependencyIsolation
    ) throws(DependencyError) -> [(handle: ContainerReference, binding: Binding)] {
        let path = { ResolutionFrame.current?.path ?? [] }
        guard !scope.isClosed.isSet else {
            throw scope.closedError(path: path() + [core.lookUpFrame(identity, isolation)])
        }
        note(DependencyEdge(identity: identity, kind: .contributions(isolation)))
        var contributors = core.contributions(of: identity).map { (handle: self, binding: $0) }
        for child in try core.contributingChildren(of: identity) {
            let handle = ContainerReference(core: child, scope: child, origin: nil)
            contributors += child.contributionsToParent(of: identity).map { (handle, $0) }
        }
        for (_, binding) in contributors where binding.registration.isolation != isolation {
            throw core.isolationError(
                binding.registration, wanted: isolation, path: path() + [binding.registration.pathFrame])
        }
        return contributors
    }

    func contributions<Element: Sendable>(
        _ type: Element.Type, _ identity: DependencyIdentity
    ) throws(DependencyError) -> [Element] {
        var elements: [Element] = []
        for (handle, binding) in try contributors(of: identity, .nonisolated) {
            guard let element = TypedBox<Element>.value(in: try handle.box(for: binding)) else {
                throw typeError(type, identity.key?.value)
            }
            elements.append(element)
        }
        return elements
    }

    @MainActor
    func mainActorContributions<Element>(
        _ type: Element.Type, _ identity: DependencyIdentity
    ) throws(DependencyError) -> [Element] {
        var elements: [Element] = []
        for (handle, binding) in try contributors(of: identity, .mainActor) {
            guard let element = TypedBox<Element>.value(in: try handle.mainActorBox(for: binding)) else {
                throw typeError(type, identity.key?.value)
            }
            elements.append(element)
        }
        return elements
    }
}

extension DependencyContainer {
    /// Every contribution of that type and key: those of the modules above, outermost first, then those of this module,
    /// then those of its children in the order it lists them.
    ///
    /// The container builds a child that contributes when it first asks for it, and keeps it; see `child(_:)`. Nothing
    /// contributed gives an empty list. Throws what `resolve` and `buildChild` throw.
    public func resolveAll<Element: Sendable>(
        _ type: Element.Type, key: (any Hashable & Sendable)? = nil
    ) throws(DependencyError) -> [Element] {
        try reference.contributions(type, DependencyIdentity(type, key: key))
    }

    /// Like `resolveAll`, for what is contributed on the main actor.
    @MainActor
    public func resolveAllMainActor<Element>(
        _ type: Element.Type, key: (any Hashable & Sendable)? = nil
    ) throws(DependencyError) -> [Element] {
        try reference.mainActorContributions(type, DependencyIdentity(type, key: key))
    }
}
