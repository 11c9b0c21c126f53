// SPDX-License-Identifier: Apache-2.0

/// What a container needs for its shutdown: its children, its running factories and what they made.
struct Lifecycle: Sendable {
    enum Phase: Sendable {
        case open
        case closing
        /// All instances have been taken for teardown; the instance of a late factory is torn down separately.
        case emptied
        case closed(ShutdownReport)
    }

    enum Teardown: Sendable {
        case nonisolated(@Sendable () async throws -> Void)
        case mainActor(@MainActor @Sendable () async throws -> Void)
    }

    struct Created: Sendable {
        let registration: Registration
        let teardown: Teardown
    }

    struct Child: Sendable {
        /// Identifies the child without a strong reference, whose release could end the child under a lock.
        let identifier: ObjectIdentifier
        weak var core: ContainerCore?
        /// The child itself once it has something to tear down, so that its instances survive their owner.
        var kept: ContainerCore?

        init(_ core: ContainerCore) {
            identifier = ObjectIdentifier(core)
            self.core = core
        }
    }

    var phase = Phase.open
    var children: [Child] = []
    /// The number of children at which the next sweep removes those that are gone.
    var nextSweep = 16
    /// The container this one is a child of.
    var adopter: ContainerCore?
    /// The container that keeps this one alive until it is shut down.
    var keeper: ContainerCore?
    /// The factories that run now.
    var building: [Registration] = []
    var created: [Created] = []
    /// The main-actor teardowns that have not begun; until then no slot may be emptied.
    var unbegun: [FirstAnswer<Bool>] = []
    var idleWaiter: FirstAnswer<Bool?>?
    /// What the running shutdown has done.
    var entries: [ShutdownReport.Entry] = []
    /// What that shutdown waits for at the moment.
    var unfinished: (@Sendable () -> [ShutdownReport.Entry])?
    var reportWaiters: [FirstAnswer<ShutdownReport?>] = []

    var isOpen: Bool {
        guard case .open = phase else { return false }
        return true
    }
}
