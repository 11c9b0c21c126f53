// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Logging
import SleepModel

/// What one schedule missed in one absence, as one line of the diagnostics.
struct MissedOccurrences: Hashable {
    private let first: LogEntry
    private var last: LogEntry
    private var count = 1

    /// What is missed according to `entries`, by schedule in the order of the first ones.
    static func all(in entries: [LogEntry]) -> [MissedOccurrences] {
        var found: [MissedOccurrences] = []
        for entry in entries where entry.outcome == .missed {
            if let place = found.firstIndex(where: { $0.first.schedule == entry.schedule }) {
                found[place].last = entry
                found[place].count += 1
            } else {
                found.append(MissedOccurrences(first: entry, last: entry))
            }
        }
        return found
    }

    private init(first: LogEntry, last: LogEntry) {
        (self.first, self.last) = (first, last)
    }

    /// One sentence.
    var message: Logger.Message {
        let subject = "the \(first.kind.rawValue) “\((first.name ?? "").printable)”"
        guard count > 1 else { return "\(subject)\(first.planned.map { " of \($0)" } ?? "") was missed" }
        let span = zip(first.planned, last.planned).map { ", from \($0) to \($1)" } ?? ""
        return "\(subject) was missed \(count) times\(span)"
    }

    /// Which device and schedule, and why.
    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = ["code": "missed"]
        metadata["device"] = first.device.map { "\($0)" }
        metadata["schedule"] = first.schedule.map { "\($0.rawValue.printable)" }
        metadata["reason"] = first.reason.map { "\($0.rawValue)" }
        return metadata
    }

    private func zip(_ first: Instant?, _ second: Instant?) -> (Instant, Instant)? {
        if let first, let second { (first, second) } else { nil }
    }
}
