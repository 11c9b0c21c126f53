// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Waiting

@testable import Clocks

@Suite(.timeLimit(.minutes(1)))
struct SerialQueueTests {
    /// What happened in other tasks, in order.
    private final class Notes: Sendable {
        private let stored = Mutex<[String]>([])

        var all: [String] { stored.withLock { $0 } }

        func add(_ note: String) {
            stored.withLock { $0.append(note) }
        }
    }

    private struct Failure: Error, Hashable {}

    private let queue = SerialQueue()
    private let notes = Notes()

    private func wait(for count: Int) async {
        await eventually { queue.waitingCount == count }
    }

    /// Occupies the queue until the returned one-shot is set.
    private func occupy() async -> (holder: Task<Void, any Error>, release: OneShot<Void>) {
        let release = OneShot<Void>()
        let entered = OneShot<Void>()
        let holder = Task { [queue] in
            try await queue.run {
                entered.set()
                await release.valueUnlessCancelled()
            }
        }
        await entered.value()
        return (holder, release)
    }

    @Test
    func run_returnsTheValueAndPassesErrorsOn() async throws {
        #expect(try await queue.run { 42 } == 42)
        await #expect(throws: Failure()) { try await queue.run { throw Failure() } }
        #expect(try await queue.run { 43 } == 43)
    }

    @Test
    func runEvenIfCancelled_returnsTheValueAndPassesErrorsOn() async {
        #expect(await queue.runEvenIfCancelled { 42 } == 42)
        await #expect(throws: Failure()) {
            try await queue.runEvenIfCancelled { () throws(Failure) in throw Failure() }
        }
        #expect(await queue.runEvenIfCancelled { 43 } == 43)
    }

    @Test
    func bodies_runOneAtATime() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { [queue, notes] in
                    for _ in 0..<20 {
                        let body = {
                            notes.add("in")
                            await Task.yield()
                            notes.add("out")
                        }
                        if number.isMultiple(of: 2) {
                            try await queue.run { await body() }
                        } else {
                            await queue.runEvenIfCancelled { await body() }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(notes.all == Array(repeating: ["in", "out"], count: 1000).flatMap { $0 })
    }

    @Test
    func bodies_runInTheOrderTheyCame_whicheverWayTheyWait() async throws {
        let (holder, release) = await occupy()
        var waiting: [Task<Void, any Error>] = []
        for number in 1...6 {
            waiting.append(
                Task { [queue, notes] in
                    if number.isMultiple(of: 2) {
                        try await queue.run { notes.add("\(number)") }
                    } else {
                        await queue.runEvenIfCancelled { notes.add("\(number)") }
                    }
                })
            await wait(for: number)
        }
        #expect(notes.all == [])
        release.set()
        try await holder.value
        for task in waiting { try await task.value }
        #expect(notes.all == ["1", "2", "3", "4", "5", "6"])
    }

    @Test
    func run_throws_whenCancelledWhileWaiting_andLetsTheNextIn() async throws {
        let (holder, release) = await occupy()
        let cancelled = Task { [queue, notes] in try await queue.run { notes.add("cancelled") } }
        await wait(for: 1)
        let next = Task { [queue, notes] in try await queue.run { notes.add("next") } }
        await wait(for: 2)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        release.set()
        try await holder.value
        try await next.value
        #expect(notes.all == ["next"])
    }

    @Test
    func run_throws_whenCancelledBeforeItWaits() async throws {
        let (holder, release) = await occupy()
        let cancelled = Task { [queue, notes] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await queue.run { notes.add("cancelled") }
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        release.set()
        try await holder.value
        try await queue.run { notes.add("after") }
        #expect(notes.all == ["after"])
    }

    @Test
    func run_letsTheNextIn_whenTheOneInsideIsCancelled() async throws {
        let (holder, _) = await occupy()
        let next = Task { [queue, notes] in try await queue.run { notes.add("next") } }
        await wait(for: 1)
        holder.cancel()
        try await holder.value
        try await next.value
        #expect(notes.all == ["next"])
    }

    @Test
    func runEvenIfCancelled_runsItsBody_whenCancelledBeforeOrWhileItWaits() async throws {
        let (holder, release) = await occupy()
        let before = Task { [queue, notes] in
            withUnsafeCurrentTask { $0?.cancel() }
            await queue.runEvenIfCancelled { notes.add("before") }
        }
        await wait(for: 1)
        let meanwhile = Task { [queue, notes] in await queue.runEvenIfCancelled { notes.add("meanwhile") } }
        await wait(for: 2)
        meanwhile.cancel()
        #expect(notes.all == [])
        release.set()
        try await holder.value
        await before.value
        await meanwhile.value
        #expect(notes.all == ["before", "meanwhile"])
    }

    /// Proven by the compiler too: a value that is not `Sendable` is used in the bodies.
    @Test @MainActor
    func body_keepsTheIsolationOfItsCaller() async throws {
        final class Counter { var count = 0 }
        let counter = Counter()
        let (holder, release) = await occupy()
        let waiting = Task {
            try await queue.run {
                MainActor.assertIsolated()
                counter.count += 1
            }
            await queue.runEvenIfCancelled {
                MainActor.assertIsolated()
                counter.count += 1
            }
        }
        await wait(for: 1)
        release.set()
        try await holder.value
        try await waiting.value
        #expect(counter.count == 2)
    }
}
