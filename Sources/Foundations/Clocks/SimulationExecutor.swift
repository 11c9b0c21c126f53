// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Runs jobs on the main queue, one after the other, and counts them.
///
/// The main actor's work goes through the same queue. So everything happens in the same order on every run, however busy
/// the machine is, and what waits in the queue can be waited for.
final class SimulationExecutor: TaskExecutor {
    /// How often the main queue goes round before it counts as empty.
    ///
    /// The main actor's own jobs are not counted. Each of them may put another one behind those that wait, so this is
    /// the longest chain of main-actor jobs that the clock waits for. A job anywhere else begins the count anew. A night
    /// of the demonstration needs between 7 and 12.
    private static let rounds = 64

    private let total = Atomic(0)

    /// Raised whenever a job is handed over.
    let work = WakeSignal()

    /// How many jobs were handed over so far.
    var count: Int { total.load(ordering: .sequentiallyConsistent) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        total.add(1, ordering: .sequentiallyConsistent)
        DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        work.raise()
    }

    /// Calls `step` on the main queue whenever every job has ended or waits for something else, until it returns false.
    func whenIdle(_ step: @escaping @MainActor () -> Bool) {
        let look = Look(for: self, step)
        DispatchQueue.main.async { look.begin() }
    }

    /// Goes round the main queue, with one block for all rounds: there are many more of them than of jobs.
    private final class Look: Sendable {
        private struct State {
            var round = 0
            var seen = -1
            /// Keeps this alive for as long as it goes round.
            var block: (@Sendable @convention(block) () -> Void)?
        }

        private let executor: SimulationExecutor
        private let step: @MainActor () -> Bool
        private let state = Mutex(State())

        init(for executor: SimulationExecutor, _ step: @escaping @MainActor () -> Bool) {
            (self.executor, self.step) = (executor, step)
        }

        func begin() {
            state.withLock { $0.block = { self.go() } }
            go()
        }

        private func go() {
            let count = executor.count
            // Most rounds end here: to ask what thread this is would take longer than the round itself.
            let isQuiet = state.withLock { state in
                if count != state.seen {
                    (state.round, state.seen) = (0, count)
                } else if state.round < SimulationExecutor.rounds {
                    state.round += 1
                } else {
                    return true
                }
                return false
            }
            let isOver = isQuiet && !MainActor.assumeIsolated(step)
            state.withLock { state in
                if isQuiet { state.round = 0 }
                if isOver { state.block = nil }
                if let block = state.block { DispatchQueue.main.async(execute: block) }
            }
        }
    }
}
