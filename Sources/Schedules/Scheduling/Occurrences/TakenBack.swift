// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

/// What was taken back because the clock was set back far, in case that it was that which was wrong.
struct TakenBack: Sendable {
    private struct Entry {
        let at: ClockSample
        /// When it begins to show.
        let starts: Instant
    }

    private var entries: [OccurrenceKey: Entry] = [:]

    /// Notes that an occurrence was taken back.
    mutating func note(_ key: OccurrenceKey, starting starts: Instant, at sample: ClockSample) {
        entries = entries.filter { $0.value.at.bootID == sample.bootID && $0.value.starts > sample.wall }
        entries[key] = Entry(at: sample, starts: starts)
    }

    /// The occurrences of a schedule that have come up long before their time: not even half of the time that they lay
    /// ahead has passed, so the clock was right before, and they have happened.
    func happened(of schedule: ScheduleID, at sample: ClockSample) -> Set<OccurrenceKey> {
        Set(
            entries.lazy.filter { key, entry in
                key.schedule == schedule && entry.starts <= sample.wall && entry.at.bootID == sample.bootID
                    && (sample.boot - entry.at.boot) * 2 < entry.starts - entry.at.wall
            }.map(\.key))
    }
}
