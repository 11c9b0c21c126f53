// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel

/// Entries of the log that are one line for people: what one schedule missed in one absence, however long that was.
struct LogGroup {
    /// The oldest of them.
    let first: LogDocument
    /// The newest of them.
    private(set) var last: LogDocument
    private(set) var count = 1

    private init(_ entry: LogDocument) {
        (first, last) = (entry, entry)
    }

    /// What makes entries one line: they were entered in one look, and say the same.
    private struct Key: Hashable {
        let entry: LogDocument

        /// Nil for an entry that always has its own line.
        init?(_ entry: LogDocument) {
            guard [.missed, .skipped].contains(entry.outcome), entry.schedule != nil, entry.planned != nil else {
                return nil
            }
            var entry = entry
            (entry.planned, entry.occurrence, entry.lateSeconds) = (nil, nil, nil)
            self.entry = entry
        }
    }

    /// All entries in groups, in the order of their first ones.
    static func all(in entries: [LogDocument]) -> [LogGroup] {
        var groups: [LogGroup] = []
        var places: [Key: Int] = [:]
        for entry in entries {
            guard let key = Key(entry) else {
                groups.append(LogGroup(entry))
                continue
            }
            if let place = places[key] {
                groups[place].last = entry
                groups[place].count += 1
            } else {
                places[key] = groups.count
                groups.append(LogGroup(entry))
            }
        }
        return groups
    }

    /// What happened, for example `alarm “up” was missed 31 times, from … to … (Lull was not running)`.
    func sentence(_ times: LocalTimes) -> String {
        guard count > 1, let start = times.text(first.planned), let end = times.text(last.planned) else {
            return Describe.sentence(first, times)
        }
        let verb = first.outcome == .missed ? "was missed" : "was left out"
        return "\(Describe.subject(first)) \(verb) \(count) times, from \(start) to \(end)"
            + Describe.outcome("", first.reason)
    }
}
