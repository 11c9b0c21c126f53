// SPDX-License-Identifier: Apache-2.0

import CivilTime
import HeapModule

/// The tasks that sleep on a clock; the earliest deadlines are at hand, however many sleep.
package struct Sleepers: Sendable {
    /// A task that sleeps.
    package struct Sleeper: Sendable {
        package let request: WakeRequest
        package let continuation: CheckedContinuation<WakeReason, any Error>

        package init(request: WakeRequest, continuation: CheckedContinuation<WakeReason, any Error>) {
            (self.request, self.continuation) = (request, continuation)
        }
    }

    private struct Entry<Deadline: Comparable & Sendable>: Comparable, Sendable {
        let deadline: Deadline
        let number: Int

        static func < (left: Self, right: Self) -> Bool {
            (left.deadline, left.number) < (right.deadline, right.number)
        }
    }

    private var sleepers: [Int: Sleeper] = [:]
    /// The deadlines; those of tasks that no longer sleep are passed over.
    private var wall = Heap<Entry<Instant>>()
    private var boot = Heap<Entry<Duration>>()

    package init() {}

    /// How many tasks sleep.
    package var count: Int { sleepers.count }

    /// What they sleep for, in no order.
    package var requests: some Sequence<WakeRequest> { sleepers.values.lazy.map(\.request) }

    /// The earliest deadlines.
    package var earliest: WakeRequest { WakeRequest(wall: wall.min?.deadline, boot: boot.min?.deadline) }

    /// Adds a task; numbers count up in the order in which tasks fall asleep.
    package mutating func add(_ sleeper: Sleeper, as number: Int) {
        sleepers[number] = sleeper
        if let deadline = sleeper.request.wall { wall.insert(Entry(deadline: deadline, number: number)) }
        if let deadline = sleeper.request.boot { boot.insert(Entry(deadline: deadline, number: number)) }
    }

    /// Takes out a task; nil if it does not sleep.
    package mutating func remove(_ number: Int) -> Sleeper? {
        defer { passOver() }
        return sleepers.removeValue(forKey: number)
    }

    /// Takes out everybody whose deadline has passed at `sample`, in the order in which they fell asleep.
    package mutating func removeDue(at sample: ClockSample) -> [(sleeper: Sleeper, reason: WakeReason)] {
        var due: Set<Int> = []
        while let entry = wall.min, entry.deadline <= sample.wall { due.insert(wall.removeMin().number) }
        while let entry = boot.min, entry.deadline <= sample.boot { due.insert(boot.removeMin().number) }
        return remove(due) { _ in .deadline }
    }

    /// Takes out everybody whose sleep ends at `sample`, for whatever reason, in the order in which they fell asleep.
    package mutating func removeEnded(at sample: ClockSample) -> [(sleeper: Sleeper, reason: WakeReason)] {
        remove(sleepers.keys) { $0.request.reason(at: sample) }
    }

    private mutating func remove(
        _ numbers: some Sequence<Int>, for reason: (Sleeper) -> WakeReason?
    ) -> [(sleeper: Sleeper, reason: WakeReason)] {
        var removed: [(sleeper: Sleeper, reason: WakeReason)] = []
        for number in numbers.sorted() {
            guard let sleeper = sleepers[number], let reason = reason(sleeper) else { continue }
            sleepers[number] = nil
            removed.append((sleeper, reason))
        }
        passOver()
        return removed
    }

    /// The earliest deadlines are always those of tasks that sleep.
    private mutating func passOver() {
        while let entry = wall.min, sleepers[entry.number] == nil { wall.removeMin() }
        while let entry = boot.min, sleepers[entry.number] == nil { boot.removeMin() }
        let room = sleepers.count * 2 + 64
        if wall.count > room { wall = Heap(wall.unordered.filter { sleepers[$0.number] != nil }) }
        if boot.count > room { boot = Heap(boot.unordered.filter { sleepers[$0.number] != nil }) }
    }
}
