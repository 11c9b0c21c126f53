// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

/// The occurrences that ran too early, under a clock that was far ahead, and were voided so that they run again.
struct VoidedOccurrences: Sendable {
    /// How far ahead of the clock an occurrence lies at least if it ran under a wrong one. (Cron takes a change of
    /// three hours and more for a correction as well: cronie's cron.8.)
    static let lead = Duration.seconds(3 * 3600)

    private struct Entry {
        let at: ClockSample
        /// When it begins to show.
        let starts: Instant
    }

    private var entries: [OccurrenceKey: Entry] = [:]

    /// Whether there may be something to void, whatever the clock did since.
    private(set) var isReviewDue = false

    /// The next look finds out what to void.
    mutating func askForReview() { isReviewDue = true }

    /// A look has begun to find out what to void.
    mutating func beginReview() { isReviewDue = false }

    /// Notes that an occurrence was voided, in case the clock was right before and is wrong now.
    mutating func note(_ key: OccurrenceKey, starting starts: Instant, at sample: ClockSample) {
        entries = entries.filter { $0.value.at.bootID == sample.bootID && $0.value.starts > sample.wall }
        entries[key] = Entry(at: sample, starts: starts)
    }

    /// The occurrences of a schedule whose time has come much too early: less than half of the time that they lay ahead
    /// has passed, so the clock was right before, and they did run.
    func happened(of schedule: ScheduleID, at sample: ClockSample) -> Set<OccurrenceKey> {
        Set(
            entries.lazy.filter { key, entry in
                key.schedule == schedule && entry.starts <= sample.wall && entry.at.bootID == sample.bootID
                    && (sample.boot - entry.at.boot) * 2 < entry.starts - entry.at.wall
            }.map(\.key))
    }
}
