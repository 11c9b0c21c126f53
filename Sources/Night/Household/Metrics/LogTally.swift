// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// What the lines of the log add up to since the process began; each line is counted once, whether or not the store takes
/// it.
public struct LogTally: Hashable, Sendable {
    /// What became of occurrences of one kind.
    public struct Key: Hashable, Sendable {
        /// A routine, an alarm or a bedtime.
        public var kind: LogKind
        /// What became of it.
        public var outcome: LogOutcome

        /// Makes a key.
        public init(_ kind: LogKind, _ outcome: LogOutcome) {
            self.kind = kind
            self.outcome = outcome
        }
    }

    /// The bounds of lateness, in seconds.
    static let bounds: [Double] = [0, 1, 2, 5, 10, 30, 60, 300, 900, 3600]

    /// How often something became of an occurrence; what never happened is left out.
    public private(set) var occurrences: [Key: Int] = [:]
    /// How late alarms began, and rang after their sunrise or again, in seconds.
    public private(set) var alarmLateness = Histogram(bounds: bounds)

    /// A tally of nothing.
    public init() {}

    /// Counts lines of the log.
    public mutating func take(_ entries: [LogEntry]) {
        for entry in entries where entry.occurrence != nil {
            guard [.routine, .alarm, .bedtime].contains(entry.kind) else { continue }
            // A ring that has not reached its device is none yet.
            let isDelivered = entry.reason != .undelivered
            guard isDelivered || entry.outcome != .ringing else { continue }
            occurrences[Key(entry.kind, entry.outcome), default: 0] += 1
            guard entry.kind == .alarm, isDelivered else { continue }
            if [.started, .ringing].contains(entry.outcome), let late = entry.lateSeconds {
                alarmLateness.add(Double(late))
            }
        }
    }
}
