// SPDX-License-Identifier: Apache-2.0

extension ContainerCore {
    func closedError(path: [ResolutionPath.Frame]) -> DependencyError {
        DependencyError(.containerClosed, "The container of \(modulePath) was shut down.", path: path)
    }

    /// Registers a child for shutdown without keeping it alive.
    func adopt(_ child: ContainerCore) throws(DependencyError) {
        let isOpen = lifecycle.withLock { lifecycle in
            guard case .open = lifecycle.phase else { return false }
            lifecycle.children.removeAll { $0.core == nil }
            lifecycle.children.append(Lifecycle.Child(core: child))
            return true
        }
        guard isOpen else { throw closedError(path: ResolutionFrame.current?.path ?? []) }
    }

    /// Announces a factory whose instance this container will own; `false` once shutdown has begun.
    func beginBuild() -> Bool {
        lifecycle.withLock { lifecycle in
            guard case .open = lifecycle.phase else { return false }
            lifecycle.running += 1
            return true
        }
    }

    /// Ends what `beginBuild` announced.
    func endBuild(created: Lifecycle.Created?) {
        let waiter: CheckedContinuation<Void, Never>? = lifecycle.withLock { lifecycle in
            lifecycle.running -= 1
            if let created { lifecycle.created.append(created) }
            guard lifecycle.running == 0 else { return nil }
            defer { lifecycle.idleWaiter = nil }
            return lifecycle.idleWaiter
        }
        waiter?.resume()
    }

    /// Ends the container: see `DependencyContainer.shutdown()`.
    func shutdown() async -> ShutdownReport {
        let isFirst = lifecycle.withLock { lifecycle in
            guard case .open = lifecycle.phase else { return false }
            lifecycle.phase = .closing
            return true
        }
        guard isFirst else { return await finishedReport() }
        isClosed.set()

        var entries: [ShutdownReport.Entry] = []
        let children = lifecycle.withLock { $0.children.compactMap(\.core) }
        for child in children.reversed() {
            entries += await child.shutdown().entries
        }
        await untilIdle()
        let created = lifecycle.withLock { lifecycle in
            defer { lifecycle.created = [] }
            return lifecycle.created
        }
        for instance in created.reversed() {
            entries.append(await Self.tearDown(instance))
        }
        for slot in ownSlots {
            switch slot {
            case .nonisolated(let slot): slot.close()
            case .mainActor(let slot): await slot.close()
            }
        }
        let report = ShutdownReport(entries: entries)
        let waiters = lifecycle.withLock { lifecycle in
            lifecycle.phase = .closed(report)
            lifecycle.children = []
            defer { lifecycle.reportWaiters = [] }
            return lifecycle.reportWaiters
        }
        for waiter in waiters { waiter.resume(returning: report) }
        return report
    }

    private static func tearDown(_ created: Lifecycle.Created) async -> ShutdownReport.Entry {
        var failure: (any Error & Sendable)?
        do {
            switch created.teardown {
            case .nonisolated(let teardown): try await teardown()
            case .mainActor(let teardown): try await teardown()
            }
        } catch {
            failure = error
        }
        let registration = created.registration
        return ShutdownReport.Entry(
            module: registration.module, type: registration.typeName, key: registration.keyName, failure: failure)
    }

    /// Waits for the factories that were already running when shutdown began, so that their instances are torn down.
    private func untilIdle() async {
        await withCheckedContinuation { continuation in
            let isIdle = lifecycle.withLock { lifecycle in
                guard lifecycle.running > 0 else { return true }
                lifecycle.idleWaiter = continuation
                return false
            }
            if isIdle { continuation.resume() }
        }
    }

    private func finishedReport() async -> ShutdownReport {
        await withCheckedContinuation { continuation in
            let report: ShutdownReport? = lifecycle.withLock { lifecycle in
                if case .closed(let report) = lifecycle.phase { return report }
                lifecycle.reportWaiters.append(continuation)
                return nil
            }
            if let report { continuation.resume(returning: report) }
        }
    }
}

extension MainActorSlot {
    func close() {
        state = .closed
    }
}
