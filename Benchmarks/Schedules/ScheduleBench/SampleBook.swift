// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Glibc
public import Scheduling
public import SleepModel
import Storage

/// Schedules that have run for months, and what a store knows of their last two days: in these a change of the zone may
/// have moved dates, so they are looked at.
public struct SampleBook: Sendable {
    /// The schedules.
    public let schedules: [Schedule]
    /// What was settled of each, and when it was planned.
    private let known: [[OccurrenceKey: Instant]]
    private let keys: [Set<OccurrenceKey>]
    /// The zones they are in, read already.
    public let zones: ZoneBook

    /// Makes `count` schedules in the zones of the tests' pinned files, at `LULL_ZONEINFO`, or those of the host.
    public init(_ count: Int) throws {
        let database = ZoneDatabase(
            directory: getenv("LULL_ZONEINFO").map { String(cString: $0) } ?? "/usr/share/zoneinfo")
        let zones = ZoneBook(database: database, host: try database.rules(for: "America/New_York"))
        let schedules = SampleSchedules.make(count)
        self.init(
            schedules: schedules, known: try schedules.map { try Self.known(of: $0, zones: zones) }, zones: zones)
    }

    private init(schedules: [Schedule], known: [[OccurrenceKey: Instant]], zones: ZoneBook) {
        self.schedules = schedules
        self.known = known
        keys = known.map { Set($0.keys) }
        self.zones = zones
    }

    /// The first schedules of the book.
    public func prefix(_ count: Int) -> SampleBook {
        SampleBook(schedules: Array(schedules.prefix(count)), known: Array(known.prefix(count)), zones: zones)
    }

    /// The schedules of the book for which something holds.
    public func filter(_ isWanted: (Schedule) -> Bool) -> SampleBook {
        let wanted = schedules.indices.filter { isWanted(schedules[$0]) }
        return SampleBook(schedules: wanted.map { schedules[$0] }, known: wanted.map { known[$0] }, zones: zones)
    }

    /// Plans everything, from nothing but the schedules and what is known.
    public func plan() -> OccurrencePlan {
        let now = SampleSchedules.now
        return OccurrencePlan(
            schedules.indices.map { index in
                let schedule = schedules[index]
                return ScheduleReview(
                    of: schedule, zone: zones.rules(of: schedule.zone), at: now, known: keys[index]
                ).wake
            })
    }

    /// A decider that has planned nothing yet.
    public func decider() -> SampleDecider {
        SampleDecider(
            occurrences: OccurrenceMachine(
                schedules: schedules, running: [],
                known: Dictionary(
                    zip(schedules.map(\.id), known.map { $0.mapValues { OccurrenceStanding(planned: $0) } })
                ) { first, _ in first },
                zones: zones))
    }

    private static func known(of schedule: Schedule, zones: ZoneBook) throws -> [OccurrenceKey: Instant] {
        let now = SampleSchedules.now
        // What begins to show in the last half hour before its time has begun.
        let passed = schedule.upcoming(
            after: now - .seconds(2 * 86_400), until: now + .seconds(1800), limit: 10,
            zone: try zones.rules(for: schedule.zone), known: [])
        return Dictionary(passed.map { ($0.key, $0.planned) }) { first, _ in first }
    }
}
