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
        DispatchQueue.main.async { MainActor.assumeIsolated { look.begin() } }
    }

    /// Goes round the main queue, with one block for all rounds: there are many more of them than of jobs.
    @MainActor
    private final class Look {
        private let executor: SimulationExecutor
        private let step: @MainActor () -> Bool
        private var round = 0
        private var seen = -1
        /// Keeps this alive for as long as it goes round.
        private var block: (@Sendable @convention(block) () -> Void)?

        nonisolated init(for executor: SimulationExecutor, _ step: @escaping @MainActor () -> Bool) {
            (self.executor, self.step) = (executor, step)
        }

        func begin() {
            block = { MainActor.assumeIsolated { self.go() } }
            go()
        }

        private func go() {
            let count = executor.count
            if count != seen {
                (round, seen) = (0, count)
            } else if round < SimulationExecutor.rounds {
                round += 1
            } else if step() {
                round = 0
            } else {
                block = nil
            }
            if let block { DispatchQueue.main.async(execute: block) }
        }
    }
}
