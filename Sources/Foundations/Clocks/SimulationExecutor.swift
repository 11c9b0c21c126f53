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
    private static let rounds = 200

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

    /// Suspends until every job has ended or waits for something else; returns how many there were by then.
    func idle() async -> Int {
        await withCheckedContinuation { look(for: $0, seen: count, round: 0) }
    }

    private func look(for waiter: CheckedContinuation<Int, Never>, seen: Int, round: Int) {
        DispatchQueue.main.async { [self] in
            let count = count
            if count != seen {
                look(for: waiter, seen: count, round: 0)
            } else if round < Self.rounds {
                look(for: waiter, seen: seen, round: round + 1)
            } else {
                waiter.resume(returning: count)
            }
        }
    }
}
