// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing
import Waiting

@Suite(.timeLimit(.minutes(1))) struct LifecycleTasksTests {
    typealias Journal = ContainerFixtures.Journal

    let journal = Journal()
    let tasks = LifecycleTasks<String>()

    /// Says when it starts, when it is cancelled and when it ends, and ends only when allowed.
    private func stubborn(
        _ name: String, started: Signal, mayEnd: Signal
    ) -> @Sendable (Int) async -> Void {
        { [journal] value in
            journal.append("\(name) \(value) started")
            started.give()
            await Signal.cancellation()
            journal.append("\(name) \(value) cancelled")
            await mayEnd.wait()
            journal.append("\(name) \(value) ended")
        }
    }

    /// Runs until it is cancelled.
    private func obedient(_ name: String) -> @Sendable (Int) async -> Void {
        { [journal] value in
            journal.append("\(name) \(value) started")
            await Signal.cancellation()
            journal.append("\(name) \(value) ended")
        }
    }

    /// Suspends until the journal has a line.
    private func wait(for line: String) async {
        await eventually { journal.entries.contains(line) }
    }

    @Test func run_doesNothing_whenTheValueIsEqual() async {
        #expect(await tasks.run("zone", value: 1, operation: obedient("zone")) == .started)
        #expect(await tasks.run("zone", value: 1, operation: obedient("other")) == .unchanged)
        await tasks.shutdown()
        #expect(journal.entries == ["zone 1 started", "zone 1 ended"])
    }

    @Test func run_startsTheNewOperation_onlyWhenTheOldOneHasEnded() async {
        let (started, mayEnd) = (Signal(), Signal())
        await tasks.run("zone", value: 1, operation: stubborn("old", started: started, mayEnd: mayEnd))
        await started.wait()
        async let outcome = tasks.run("zone", value: 2, operation: obedient("new"))
        await wait(for: "old 1 cancelled")
        #expect(journal.entries == ["old 1 started", "old 1 cancelled"])
        mayEnd.give()
        #expect(await outcome == .started)
        await wait(for: "new 2 started")
        #expect(journal.entries == ["old 1 started", "old 1 cancelled", "old 1 ended", "new 2 started"])
    }

    @Test func run_restarts_whenTheValueIsEqualButOfAnotherType() async {
        await tasks.run("zone", value: 1, operation: obedient("zone"))
        let outcome = await tasks.run("zone", value: Int64(1)) { [journal] _ in journal.append("second") }
        #expect(outcome == .started)
        await wait(for: "second")
        #expect(journal.entries == ["zone 1 started", "zone 1 ended", "second"])
    }

    @Test func run_startsTheSameValueAnew_whenItsOperationHasEnded() async {
        let ended = Signal()
        #expect(await tasks.run("zone", value: 1) { _ in ended.give() } == .started)
        await ended.wait()
        await eventually { await tasks.run("zone", value: 1, operation: obedient("again")) == .started }
        await tasks.shutdown()
        #expect(journal.entries == ["again 1 started", "again 1 ended"])
    }

    @Test func run_skipsTheValuesBetween_whenManyAskAtOnce() async {
        let (started, mayEnd) = (Signal(), Signal())
        await tasks.run("zone", value: 0, operation: stubborn("zone", started: started, mayEnd: mayEnd))
        await started.wait()
        async let first = tasks.run("zone", value: 1, operation: obedient("zone"))
        await wait(for: "zone 0 cancelled")
        async let second = tasks.run("zone", value: 2, operation: obedient("zone"))
        #expect(await first == .superseded)
        mayEnd.give()
        #expect(await second == .started)
        await tasks.shutdown()
        #expect(
            journal.entries == [
                "zone 0 started", "zone 0 cancelled", "zone 0 ended", "zone 2 started", "zone 2 ended",
            ])
    }

    @Test func run_joinsTheCallThatWaits_whenTheirValuesAreEqual() async {
        let (started, mayEnd) = (Signal(), Signal())
        await tasks.run("zone", value: 1, operation: stubborn("zone", started: started, mayEnd: mayEnd))
        await started.wait()
        async let first = tasks.run("zone", value: 2, operation: obedient("first"))
        await wait(for: "zone 1 cancelled")
        // A task that starts at once is in the actor's queue before the call that follows it.
        let second = Task.immediate { await tasks.run("zone", value: 2, operation: obedient("second")) }
        await tasks.cancel("another id")
        mayEnd.give()
        #expect(await first == .started)
        #expect([.started, .unchanged].contains(await second.value))
        await tasks.shutdown()
        #expect(journal.entries.suffix(2) == ["first 2 started", "first 2 ended"])
    }

    @Test func run_restartsTheValueThatRuns_whenItIsAskedForAfterAnother() async {
        let (started, mayEnd) = (Signal(), Signal())
        await tasks.run("zone", value: 1, operation: stubborn("zone", started: started, mayEnd: mayEnd))
        await started.wait()
        async let other = tasks.run("zone", value: 2, operation: obedient("other"))
        await wait(for: "zone 1 cancelled")
        async let back = tasks.run("zone", value: 1, operation: obedient("back"))
        #expect(await other == .superseded)
        mayEnd.give()
        #expect(await back == .started)
        await wait(for: "back 1 started")
        #expect(journal.entries == ["zone 1 started", "zone 1 cancelled", "zone 1 ended", "back 1 started"])
    }

    @Test func run_doesNotWait_forOtherIDs() async {
        let (started, mayEnd) = (Signal(), Signal())
        await tasks.run("stuck", value: 1, operation: stubborn("stuck", started: started, mayEnd: mayEnd))
        await started.wait()
        async let stuck = tasks.run("stuck", value: 2, operation: obedient("stuck"))
        await wait(for: "stuck 1 cancelled")
        #expect(await tasks.run("free", value: 1, operation: obedient("free")) == .started)
        await tasks.cancel("free")
        #expect(!journal.entries.contains("stuck 1 ended"))
        mayEnd.give()
        #expect(await stuck == .started)
    }

    @Test func run_stopsWaitingButStillReplaces_whenItsCallerIsCancelled() async {
        let (started, mayEnd) = (Signal(), Signal())
        await tasks.run("zone", value: 1, operation: stubborn("old", started: started, mayEnd: mayEnd))
        await started.wait()
        let caller = Task { [self] in await tasks.run("zone", value: 2, operation: obedient("new")) }
        await wait(for: "old 1 cancelled")
        caller.cancel()
        #expect(await caller.value == .pending)
        mayEnd.give()
        await wait(for: "new 2 started")
        #expect(await tasks.run("zone", value: 2, operation: obedient("other")) == .unchanged)
    }

    @Test func cancel_waitsForTheEnd_andGivesUpTheValueThatWaits() async {
        let (started, mayEnd) = (Signal(), Signal())
        await tasks.run("zone", value: 1, operation: stubborn("zone", started: started, mayEnd: mayEnd))
        await started.wait()
        async let replacement = tasks.run("zone", value: 2, operation: obedient("zone"))
        await wait(for: "zone 1 cancelled")
        async let cancelled: Void = {
            await tasks.cancel("zone")
            journal.append("cancel returned")
        }()
        #expect(await replacement == .superseded)
        mayEnd.give()
        await cancelled
        #expect(
            journal.entries == ["zone 1 started", "zone 1 cancelled", "zone 1 ended", "cancel returned"])
    }

    @Test func cancel_waitsForTheEnd_evenIfItsCallerIsCancelled() async {
        let (started, mayEnd) = (Signal(), Signal())
        await tasks.run("zone", value: 1, operation: stubborn("zone", started: started, mayEnd: mayEnd))
        await started.wait()
        let caller = Task { [self] in
            await tasks.cancel("zone")
            journal.append("cancel returned")
        }
        caller.cancel()
        await wait(for: "zone 1 cancelled")
        mayEnd.give()
        await caller.value
        #expect(journal.entries.suffix(2) == ["zone 1 ended", "cancel returned"])
    }

    @Test func cancel_returns_whenNothingRuns() async {
        await tasks.cancel("nothing")
        #expect(journal.entries.isEmpty)
    }

    @Test func cancel_doesNotDeadlock_whenAnOperationCancelsItself() async {
        await tasks.run("zone", value: 1) { [tasks, journal] _ in
            // Not even from a task that the cancellation does not reach.
            await Task { await tasks.cancel("zone") }.value
            await tasks.cancel("zone")
            journal.append("cancelled: \(Task.isCancelled)")
        }
        await wait(for: "cancelled: true")
        await tasks.shutdown()
    }

    @Test func run_doesNotDeadlock_whenAnOperationReplacesItself() async {
        let operation = obedient("second")
        await tasks.run("zone", value: 1) { [tasks, journal] _ in
            let outcome = await Task { await tasks.run("zone", value: 2, operation: operation) }.value
            journal.append("\(outcome)")
        }
        await wait(for: "second 2 started")
        #expect(journal.entries == ["pending", "second 2 started"])
    }

    @Test func cancel_doesNotDeadlock_whenTwoOperationsCancelEachOther() async {
        let (left, right) = (Signal(), Signal())
        await tasks.run("left", value: 1) { [tasks, journal] _ in
            left.give()
            await right.wait()
            await tasks.cancel("right")
            journal.append("left")
        }
        await tasks.run("right", value: 1) { [tasks, journal] _ in
            right.give()
            await left.wait()
            await tasks.cancel("left")
            journal.append("right")
        }
        await wait(for: "left")
        await wait(for: "right")
    }

    @Test func shutdown_doesNotDeadlock_whenAnOperationAsksForIt() async {
        await tasks.run("first", value: 1, operation: obedient("first"))
        await wait(for: "first 1 started")
        await tasks.run("second", value: 1) { [tasks, journal] _ in
            await tasks.shutdown()
            journal.append("second returned")
        }
        await wait(for: "second returned")
        await tasks.shutdown()
        #expect(journal.entries == ["first 1 started", "second returned", "first 1 ended"])
    }

    @Test func shutdown_cancelsInReverseOrderOfStart_andAwaitsEach() async {
        let mayEnd = [Signal(), Signal(), Signal()]
        for (number, signal) in mayEnd.enumerated() {
            let started = Signal()
            await tasks.run("\(number)", value: 1, operation: stubborn("\(number)", started: started, mayEnd: signal))
            await started.wait()
        }
        async let end: Void = tasks.shutdown()
        for number in [2, 1, 0] {
            await wait(for: "\(number) 1 cancelled")
            mayEnd[number].give()
        }
        await end
        #expect(
            journal.entries.dropFirst(3) == [
                "2 1 cancelled", "2 1 ended", "1 1 cancelled", "1 1 ended", "0 1 cancelled", "0 1 ended",
            ])
    }

    @Test func run_returnsClosed_afterShutdown() async {
        let (started, mayEnd) = (Signal(), Signal())
        await tasks.run("zone", value: 1, operation: stubborn("zone", started: started, mayEnd: mayEnd))
        await started.wait()
        async let waiting = tasks.run("zone", value: 2, operation: obedient("never"))
        await wait(for: "zone 1 cancelled")
        async let end: Void = tasks.shutdown()
        #expect(await waiting == .closed)
        mayEnd.give()
        await end
        await tasks.shutdown()
        #expect(await tasks.run("zone", value: 3, operation: obedient("never")) == .closed)
        #expect(journal.entries == ["zone 1 started", "zone 1 cancelled", "zone 1 ended"])
    }

    @Test func operations_areCancelled_whenTheTasksAreReleased() async {
        do {
            let tasks = LifecycleTasks<Int>()
            await tasks.run(1, value: 1, operation: obedient("task"))
        }
        await wait(for: "task 1 ended")
    }

    @Test func operations_neverOverlapAndTheLastValueWins_whenManyTasksAsk() async {
        await withTaskGroup { group in
            for asker in 0..<8 {
                group.addTask { [tasks, journal] in
                    for step in 0..<50 {
                        await tasks.run("shared", value: asker * 100 + step) { value in
                            journal.append("start")
                            await Signal.cancellation()
                            await Task.yield()
                            journal.append("end")
                        }
                    }
                }
            }
        }
        #expect(await tasks.run("shared", value: -1, operation: obedient("last")) == .started)
        await tasks.shutdown()
        let lines = journal.entries
        #expect(lines.suffix(2) == ["last -1 started", "last -1 ended"])
        let pairs = lines.dropLast(2)
        #expect(pairs.enumerated().allSatisfy { $0.element == ($0.offset.isMultiple(of: 2) ? "start" : "end") })
        #expect(pairs.count.isMultiple(of: 2) && !pairs.isEmpty)
    }
}
