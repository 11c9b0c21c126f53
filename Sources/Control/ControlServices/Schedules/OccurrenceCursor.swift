// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Names the last occurrence of a page of the ledger.
struct OccurrenceCursor: Hashable, Sendable {
    /// When it was planned.
    let planned: Instant
    /// Which one it is.
    let key: OccurrenceKey

    /// Names a record.
    init(_ record: OccurrenceRecord) { (planned, key) = (record.planned, record.key) }

    /// Reads a cursor; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, let seconds = Int64(parts[0]), let nanosecond = Int32(parts[1]),
            (0..<1_000_000_000).contains(nanosecond), let date = CivilDate(iso8601: parts[2]), let pass = Int(parts[3])
        else { return nil }
        planned = Instant(secondsSince1970: seconds, nanosecond: nanosecond)
        key = OccurrenceKey(schedule: ScheduleID(rawValue: parts[5]), date: date, slot: parts[4], pass: pass)
    }

    /// The records behind it, of records in the order of their times.
    func later(in records: [OccurrenceRecord]) -> [OccurrenceRecord] {
        guard let index = records.firstIndex(where: { $0.planned == planned && $0.key == key }) else {
            return records.filter { $0.planned > planned }
        }
        return Array(records[(index + 1)...])
    }
}

extension OccurrenceCursor: CustomStringConvertible {
    /// The text that a client sends back.
    var description: String {
        "\(planned.secondsSince1970)/\(planned.nanosecond)/\(key.date)/\(key.pass)/\(key.slot)/\(key.schedule.rawValue)"
    }
}
