// SPDX-License-Identifier: Apache-2.0

import GATT
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SerialGateTests {
    /// What happened in other tasks, in order.
    private final class Notes: Sendable {
        private let stored = Mutex<[String]>([])

        var all: [String] { stored.withLock { $0 } }

        func add(_ note: String) {
            stored.withLock { $0.append(note) }
        }
    }

    private let gate = SerialGate()
    private let notes = Notes()

    private func settle() async {
        for _ in 0..<100 { await Task.yield() }
    }

    /// Takes the gate and holds it until the returned stream's continuation is finished.
    private func occupy() async -> (holder: Task<Void, any Error>, release: AsyncStream<Void>.Continuation) {
        let (released, release) = AsyncStream<Void>.makeStream()
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let holder = Task { [gate] in
            try await gate.run {
                enter.finish()
                for await _ in released {}
            }
        }
        for await _ in entered {}
        return (holder, release)
    }

    @Test
    func run_returnsTheValueAndPassesErrorsOn() async throws {
        struct Failure: Error, Hashable {}
        #expect(try await gate.run { 42 } == 42)
        await #expect(throws: Failure()) { try await gate.run { throw Failure() } }
        #expect(try await gate.run { 43 } == 43)
    }

    @Test
    func run_letsOneInAtATime() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask { [gate, notes] in
                    for _ in 0..<20 {
                        try await gate.run {
                            notes.add("in")
                            await Task.yield()
                            notes.add("out")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(notes.all == Array(repeating: ["in", "out"], count: 1000).flatMap { $0 })
    }

    @Test
    func run_keepsTheOrderInWhichTheyCame() async throws {
        let (holder, release) = await occupy()
        var waiting: [Task<Void, any Error>] = []
        for number in 1...5 {
            waiting.append(Task { [gate, notes] in try await gate.run { notes.add("\(number)") } })
            await settle()
        }
        #expect(notes.all == [])
        release.finish()
        try await holder.value
        for task in waiting { try await task.value }
        #expect(notes.all == ["1", "2", "3", "4", "5"])
    }

    @Test
    func run_throws_whenCancelledWhileWaiting_andLetsTheNextIn() async throws {
        let (holder, release) = await occupy()
        let cancelled = Task { [gate, notes] in try await gate.run { notes.add("cancelled") } }
        await settle()
        let next = Task { [gate, notes] in try await gate.run { notes.add("next") } }
        await settle()
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        release.finish()
        try await holder.value
        try await next.value
        #expect(notes.all == ["next"])
    }

    @Test
    func run_throws_whenCancelledBeforeItWaits() async throws {
        let (holder, release) = await occupy()
        let cancelled = Task { [gate, notes] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await gate.run { notes.add("cancelled") }
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        release.finish()
        try await holder.value
        try await gate.run { [notes] in notes.add("after") }
        #expect(notes.all == ["after"])
    }

    @Test
    func run_letsTheNextIn_whenTheOneInsideIsCancelled() async throws {
        let (holder, _) = await occupy()
        let next = Task { [gate, notes] in try await gate.run { notes.add("next") } }
        await settle()
        holder.cancel()
        try await holder.value
        try await next.value
        #expect(notes.all == ["next"])
    }
}
