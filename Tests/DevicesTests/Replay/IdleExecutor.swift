// SPDX-License-Identifier: Apache-2.0

import Clocks
import Dispatch
import Synchronization

/// Runs tasks on a queue of its own, and lets time pass on a clock only while none of them can continue.
final class IdleExecutor: TaskExecutor {
    private static let step = Duration.milliseconds(5)
    /// Longer than any test; ends the advance of a clock that nobody waits for.
    private static let longest = Duration.seconds(86_400)

    private let clock: ManualClock
    private let queue = DispatchQueue(label: "idle executor")
    private let jobs = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)

    init(_ clock: ManualClock) {
        self.clock = clock
    }

    /// Runs `body` and all its child tasks here.
    func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(self) {
            defer { isOver.store(true, ordering: .sequentiallyConsistent) }
            return try await body()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.add(1, ordering: .sequentiallyConsistent)
        queue.async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            jobs.subtract(1, ordering: .sequentiallyConsistent)
            passTime()
        }
    }

    private func passTime() {
        let end = clock.now().boot + Self.longest
        while jobs.load(ordering: .sequentiallyConsistent) == 0, !isOver.load(ordering: .sequentiallyConsistent),
            clock.now().boot < end
        {
            clock.advance(by: Self.step)
        }
    }
}
