// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage

/// The occurrences of each schedule that are entered in the ledger, as far back as they are looked for.
struct KnownOccurrences: Hashable, Sendable {
    private var standings: [ScheduleID: [OccurrenceKey: OccurrenceStanding]]

    /// A schedule keeps more than this only while they are newer than the horizon.
    private static let plenty = 100

    init(_ standings: [ScheduleID: [OccurrenceKey: OccurrenceStanding]]) {
        self.standings = standings
    }

    /// What is known of a schedule's occurrences.
    subscript(schedule: ScheduleID) -> [OccurrenceKey: OccurrenceStanding] {
        standings[schedule] ?? [:]
    }

    /// The occurrences of a schedule that do not begin again, whatever the clock does.
    func settled(of schedule: ScheduleID) -> Set<OccurrenceKey> {
        Set(self[schedule].lazy.filter { !$0.value.isMissed }.map(\.key))
    }

    /// Notes how an occurrence stands.
    mutating func enter(_ key: OccurrenceKey, _ standing: OccurrenceStanding, at now: Instant) {
        standings[key.schedule, default: [:]][key] = standing
        guard let count = standings[key.schedule]?.count, count > Self.plenty else { return }
        standings[key.schedule] = self[key.schedule].filter { $0.value.planned > now - ScheduleReview.horizon }
    }

    /// Forgets an occurrence, as if it had never been entered.
    mutating func forget(_ key: OccurrenceKey) {
        standings[key.schedule]?[key] = nil
    }
}
