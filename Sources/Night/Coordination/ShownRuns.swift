// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Which runs a device may show, and whether one of them is over that the device has not taken the end of.
struct ShownRuns: Hashable, Sendable {
    /// The runs of which the device has taken something.
    private var taken: Set<OccurrenceKey> = []
    /// Those of what is on its way.
    private var offered: Set<OccurrenceKey> = []
    /// Those that are over, while the device may go on with them.
    private var over: Set<OccurrenceKey> = []
    /// Whether a process before may have left the device with something that is over.
    private var hasLeftovers = false

    /// Whether something is over that the device may go on with.
    var isEndPending: Bool { !over.isEmpty || hasLeftovers }

    /// Takes over runs that a process before may have shown.
    mutating func inherit(_ runs: Set<OccurrenceKey>) { taken.formUnion(runs) }

    /// Notes that a process before may have left something that is over.
    mutating func noteLeftovers() { hasLeftovers = true }

    /// Notes what runs now; a run that wants something again is not over.
    mutating func go(on running: Set<OccurrenceKey>) { over.subtract(running) }

    /// Notes that something ended or was silenced, and what runs on.
    mutating func end(leaving running: Set<OccurrenceKey>) {
        over.formUnion(taken.union(offered).subtracting(running))
    }

    /// Notes the runs of a desired state that is sent.
    mutating func offer(_ runs: Set<OccurrenceKey>) { offered.formUnion(runs) }

    /// Notes that the device has taken the last desired state, which is of these runs.
    mutating func showAll(of runs: Set<OccurrenceKey>) {
        (taken, offered) = (runs, [])
        settle()
    }

    /// Notes what became of a desired state that the device did not take as a whole, or that is not the last; those of
    /// `runs` are on their way.
    mutating func showPart(hasTaken: Bool, next runs: Set<OccurrenceKey>) {
        if hasTaken { taken.formUnion(offered) } else { over.formIntersection(taken) }
        offered = runs
    }

    /// Notes that the device has nothing left of what is over.
    mutating func settle() { (over, hasLeftovers) = ([], false) }
}
