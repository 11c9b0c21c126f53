// SPDX-License-Identifier: Apache-2.0

/// What a container must know to end: its children, its running factories and what they made.
struct Lifecycle: Sendable {
    enum Phase: Sendable {
        case open
        case closing
        /// Everything created has been taken for teardown; what a late factory makes is torn down on its own.
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
        /// Tells children apart without a strong reference, which might be the last one to go, under a lock.
        let identifier: ObjectIdentifier
        weak var core: ContainerCore?
        /// The child itself once it has something to tear down: its owner may drop it, its instances are not lost.
        var kept: ContainerCore?

        init(_ core: ContainerCore) {
            identifier = ObjectIdentifier(core)
            self.core = core
        }
    }

    var phase = Phase.open
    var children: [Child] = []
    /// How many children there are when those that are gone are next looked for.
    var nextSweep = 16
    /// The container this one is a child of.
    var adopter: ContainerCore?
    /// The container that keeps this one alive until it is shut down.
    var keeper: ContainerCore?
    /// The factories that run now.
    var building: [Registration] = []
    var created: [Created] = []
    /// The main-actor teardowns that have not begun, and for whose sake no slot may be emptied yet.
    var unbegun: [FirstAnswer<Bool>] = []
    var idleWaiter: FirstAnswer<Bool?>?
    /// What a shutdown that is under way has done.
    var entries: [ShutdownReport.Entry] = []
    /// What that shutdown waits for at the moment.
    var unfinished: (@Sendable () -> [ShutdownReport.Entry])?
    var reportWaiters: [FirstAnswer<ShutdownReport?>] = []

    var isOpen: Bool {
        guard case .open = phase else { return false }
        return true
    }
}
