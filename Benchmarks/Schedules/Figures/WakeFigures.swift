// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ScheduleBench
@_spi(Machines) import Scheduling
import SleepModel
import Storage
import SystemClock

/// How often the scheduler wakes: in a simulated week, and while it waits on the host's clock.
enum WakeFigures {
    /// A week of 200 schedules, and of what they woke for.
    @MainActor
    static func week() async throws {
        let clock = WeekClock(at: SampleSchedules.sample, until: SampleSchedules.now + .seconds(7 * 86_400))
        let store = InMemoryNightStore()
        let book = try SampleBook(200)
        _ = try await store.commit(book.schedules.map { .save($0, log: []) })
        await run(book.decider(), clock: clock, store: store)

        let records = try await store.records(of: nil, from: .min, to: .max, limit: 100_000)
        var due = Set(records.compactMap(\.endedAt))
        for record in records {
            guard let schedule = book.schedules.first(where: { $0.id == record.key.schedule }) else { continue }
            due.insert(record.planned - schedule.plan.lead)
        }
        let counts = clock.counts
        let idle = counts.wakes.count { !due.contains($0) }
        print(
            """
            200 schedules, a week: \(records.count) occurrences, \(due.count) moments at which any begin or end
              \(counts.wakes.count) wake-ups, \(idle) of them with nothing due; \(counts.looks) looks at the clock
              \(due.subtracting(counts.wakes).count) moments at which nobody woke
            """)
    }

    /// Waits on the host's clock for an alarm that is six hours ahead, until the process is ended.
    @MainActor
    static func sleep() async throws {
        let clock = HostClock()
        let database = ZoneDatabase(directory: "")
        let zones = ZoneBook(database: database, host: .utc)
        let time = ZoneRules.utc.civil(at: clock.now().wall + .seconds(6 * 3600)).time
        var schedules = SampleSchedules.make(1)
        schedules[0].recurrence = .daily(at: time)
        schedules[0].zone = nil
        schedules[0].validFrom = clock.now().wall
        schedules[0].settledThrough = clock.now().wall
        let occurrences = OccurrenceMachine(schedules: schedules, running: [], known: [:], zones: zones)
        await run(SampleDecider(occurrences: occurrences), clock: clock, store: InMemoryNightStore())
    }

    /// As the daemon does: look, let time pass, sleep until the next of it or until somebody changes something; ends
    /// when the clock does.
    @MainActor
    private static func run(_ decider: SampleDecider, clock: any NightClock, store: any NightStore) async {
        let signal = WakeSignal()
        let provider = StateProvider(machine: decider, store: store, clock: clock, signal: signal) { _, _, _, _, _ in }
        do {
            while true {
                let sample = clock.now()
                try await provider.advance()
                var request = provider.nextWake(at: sample)
                request.since = sample
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { [request] in _ = try await clock.sleep(until: request) }
                    group.addTask { await signal.wait() }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        } catch {
            return
        }
    }
}
