// SPDX-License-Identifier: Apache-2.0

// Asynchronous singletons are built before the container is handed out, so that nobody has to wait for one later.
extension ContainerCore {
    /// Its own asynchronous registrations, in their order.
    private var asynchronous: [Binding] { own.filter(\.registration.isAsynchronous) }

    /// Refuses a container that was made without waiting for what it has to wait for.
    func checkThatNothingWaits() throws(DependencyError) {
        if let error = needsAwaitError { throw error }
    }

    /// What is wrong with making the container without waiting; `nil` for nothing.
    var needsAwaitError: DependencyError? {
        asynchronous.first.map(\.registration).map { first in
            DependencyError(
                .needsAwait,
                "\(module) has an asynchronous singleton, \(first.label) at \(first.source); build it with try await.",
                path: ResolutionFrame.current?.path ?? [])
        }
    }

    /// Builds every asynchronous singleton, each after those that it leads to by declared edges.
    nonisolated(nonsending) func prepare() async throws(DependencyError) {
        var seen: Set<ObjectIdentifier> = []
        var ordered: [Binding] = []
        func visit(_ binding: Binding, of core: ContainerCore) throws(DependencyError) {
            // What stands above is ready, and cycles were found when the container was made.
            guard binding.depth >= ancestors.count, seen.insert(ObjectIdentifier(binding)).inserted else { return }
            for edge in core.needs(of: binding) {
                for target in core.targets(of: edge, from: binding) {
                    try visit(target, of: core.owner(of: target))
                }
                guard case .contributions = edge.kind else { continue }
                for child in try core.contributingChildren(of: edge.identity) {
                    for contribution in child.contributionsToParent(of: edge.identity) {
                        try visit(contribution, of: child)
                    }
                }
            }
            if core === self, binding.registration.isAsynchronous { ordered.append(binding) }
        }
        for binding in asynchronous { try visit(binding, of: self) }
        for binding in ordered { try await build(binding) }
    }

    private nonisolated(nonsending) func build(_ binding: Binding) async throws(DependencyError) {
        let registration = binding.registration
        guard case .asynchronous(let factory) = registration.factory, case .nonisolated(let slot) = binding.slot else {
            return
        }
        let reference = ContainerReference(core: self, scope: self, origin: nil)
        let frame = try reference.enter(registration, scope: self)
        guard beginBuild(of: registration) else { throw closedError(path: frame.path) }
        var created: Lifecycle.Created?
        defer {
            frame.finish()
            endBuild(of: registration, created: created)
        }
        let box = try await frame.run(factory, with: reference.handle(for: binding))
        if case .nonisolated(let teardown) = registration.teardown {
            created = Lifecycle.Created(registration: registration, teardown: .nonisolated { try await teardown(box) })
        }
        slot.fill(with: box)
    }

    func notReadyError(_ registration: Registration, after path: [ResolutionPath.Frame]) -> DependencyError {
        DependencyError(
            .notReady,
            "\(registration.label) is an asynchronous singleton of \(registration.module) and is not built yet; declare "
                + "with using that you need it.",
            path: path + [registration.pathFrame])
    }
}
