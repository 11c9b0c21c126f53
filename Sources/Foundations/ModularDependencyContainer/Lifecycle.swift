// SPDX-License-Identifier: Apache-2.0

/// What a container must know to end: its children, its running factories and what they made.
struct Lifecycle {
    enum Phase {
        case open
        case closing
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

    struct Child {
        weak var core: ContainerCore?
    }

    var phase = Phase.open
    var children: [Child] = []
    var running = 0
    var created: [Created] = []
    var idleWaiter: CheckedContinuation<Void, Never>?
    var reportWaiters: [CheckedContinuation<ShutdownReport, Never>] = []
}
