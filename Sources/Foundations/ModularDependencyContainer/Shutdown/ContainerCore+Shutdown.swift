// SPDX-License-Identifier: Apache-2.0

extension ContainerCore {
    /// Shuts down the container: see `DependencyContainer.shutdown(deadline:clock:)`.
    func shutdown(within limit: ShutdownLimit) async -> ShutdownReport {
        let children = lifecycle.withLock { lifecycle -> [ContainerCore]? in
            guard lifecycle.isOpen else { return nil }
            lifecycle.phase = .closing
            return lifecycle.children.compactMap(\.core)
        }
        guard let children else { return await finishedReport(within: limit) }
        isClosed.set()
        for child in children.reversed() {
            begin { child.reportSoFar().entries }
            end(await child.shutdown(within: limit).entries)
        }
        await waitForFactories(within: limit)
        while let created = nextCreated() {
            await tearDown(created, within: limit)
        }
        _ = await limit.run { await self.closeSlots() }
        releaseChildren()
        return finish()
    }

    /// The answer to a second call whose time is up before the first call has ended.
    private func reportSoFar() -> ShutdownReport {
        let lifecycle = lifecycle.withLock { $0 }
        if case .closed(let report) = lifecycle.phase { return report }
        return ShutdownReport(entries: lifecycle.entries + (lifecycle.unfinished?() ?? []))
    }

    private func begin(_ unfinished: @escaping @Sendable () -> [ShutdownReport.Entry]) {
        lifecycle.withLock { $0.unfinished = unfinished }
    }

    private func end(_ entries: [ShutdownReport.Entry]) {
        lifecycle.withLock { lifecycle in
            lifecycle.unfinished = nil
            lifecycle.entries += entries
        }
    }

    /// Waits for factories that were running when the shutdown began, so that their instances are torn down.
    private func waitForFactories(within limit: ShutdownLimit) async {
        let start = limit.elapsed
        let unfinished: @Sendable () -> [ShutdownReport.Entry] = { [self] in
            lifecycle.withLock(\.building).map {
                entry($0, .factory, .timedOut, duration: limit.elapsed - start)
            }
        }
        let waiter = FirstAnswer<Bool?>()
        let isIdle = lifecycle.withLock { lifecycle in
            guard !lifecycle.building.isEmpty else { return true }
            lifecycle.idleWaiter = waiter
            return false
        }
        guard !isIdle else { return }
        begin(unfinished)
        let isInTime = await limit.value(of: waiter) ?? false
        end(isInTime ? [] : unfinished())
    }

    /// The newest instance that is not torn down; after the first `nil`, late instances are torn down elsewhere.
    private func nextCreated() -> Lifecycle.Created? {
        lifecycle.withLock { lifecycle in
            if let created = lifecycle.created.popLast() { return created }
            lifecycle.phase = .emptied
            return nil
        }
    }

    private func tearDown(_ created: Lifecycle.Created, within limit: ShutdownLimit) async {
        let start = limit.elapsed
        let entry: @Sendable (ShutdownReport.Outcome) -> ShutdownReport.Entry = { [self] outcome in
            self.entry(created.registration, .teardown, outcome, duration: limit.elapsed - start)
        }
        begin { [entry(.timedOut)] }
        let teardown = teardown(of: created)
        let outcome = await limit.run(teardown)
        end([entry(outcome ?? .timedOut)])
    }

    /// Tears down the instance of a factory that ended after the shutdown had abandoned it.
    func tearDownLate(_ created: Lifecycle.Created?) {
        let teardown = created.map(teardown(of:))
        OwnedTask.start(isCancelled: true) { [self] in
            _ = await teardown?()
            // The factory has filled its slot again.
            await closeSlots()
        }
    }

    /// The teardown on its own actor; no main-actor slot is emptied until it has begun.
    private func teardown(of created: Lifecycle.Created) -> @Sendable () async -> ShutdownReport.Outcome {
        switch created.teardown {
        case .nonisolated(let teardown):
            return { await Self.outcome(of: teardown) }
        case .mainActor(let teardown):
            let begun = FirstAnswer<Bool>()
            lifecycle.withLock { $0.unbegun.append(begun) }
            return { [self] in
                await Self.outcome { @MainActor in
                    lifecycle.withLock { $0.unbegun.removeAll { $0 === begun } }
                    begun.give(true)
                    try await teardown()
                }
            }
        }
    }

    private static func outcome(of teardown: @Sendable () async throws -> Void) async -> ShutdownReport.Outcome {
        do {
            try await teardown()
            return .ended
        } catch {
            return .failed(error)
        }
    }

    /// Releases every instance.
    private func closeSlots() async {
        let slots = ownSlots
        for case .nonisolated(let slot) in slots { slot.close() }
        let mainActorSlots = slots.compactMap { slot in
            if case .mainActor(let slot) = slot { slot } else { nil }
        }
        guard !mainActorSlots.isEmpty else { return }
        while let unbegun = await close(mainActorSlots) { _ = await unbegun.value }
    }

    /// Returns a teardown to wait for first, which will look for its instance in one of the slots.
    @MainActor
    private func close(_ slots: [MainActorSlot]) -> FirstAnswer<Bool>? {
        if let unbegun = lifecycle.withLock(\.unbegun.first) { return unbegun }
        for slot in slots { slot.close() }
        return nil
    }

    private func finish() -> ShutdownReport {
        // Taken out whole: it may hold the last references to containers, which must not be released under the lock.
        let (report, ended) = lifecycle.withLock { lifecycle in
            let ended = lifecycle
            let report = ShutdownReport(entries: ended.entries)
            lifecycle = Lifecycle()
            lifecycle.phase = .closed(report)
            lifecycle.building = ended.building
            lifecycle.unbegun = ended.unbegun
            return (report, ended)
        }
        (ended.keeper ?? ended.adopter)?.forget(self)
        for waiter in ended.reportWaiters { waiter.give(report) }
        return report
    }

    /// What a second call returns: the report of the first, or what is known of it when time is up.
    private func finishedReport(within limit: ShutdownLimit) async -> ShutdownReport {
        let waiter = FirstAnswer<ShutdownReport?>()
        let report = lifecycle.withLock { lifecycle -> ShutdownReport? in
            if case .closed(let report) = lifecycle.phase { return report }
            lifecycle.reportWaiters.append(waiter)
            return nil
        }
        if let report { return report }
        if let report = await limit.value(of: waiter) { return report }
        lifecycle.withLock { $0.reportWaiters.removeAll { $0 === waiter } }
        return reportSoFar()
    }

    private func entry(
        _ registration: Registration, _ work: ShutdownReport.Work, _ outcome: ShutdownReport.Outcome,
        duration: Duration
    ) -> ShutdownReport.Entry {
        ShutdownReport.Entry(
            key: registration.keyName, work: work, outcome: outcome, duration: duration, marker: registration.marker,
            value: registration.identity.type)
    }
}
