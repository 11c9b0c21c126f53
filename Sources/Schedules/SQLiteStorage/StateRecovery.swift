// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

/// What became of a damaged state file: what could be read of it is in use again, over the newest good backup.
struct StateRecovery: Hashable, Sendable {
    /// What became of something that the damaged file and the backup did not have in common.
    struct Row: Hashable, Sendable {
        /// What became of it.
        enum Fate: Hashable, Sendable {
            /// It was added or changed since the backup, and could be read.
            case kept
            /// It was removed since the backup.
            case removed
            /// It could not be read, and is as it was in the backup.
            case restored
        }

        /// Where it is.
        var table: QuarantinedRow.Table
        /// What it is called.
        var name: String
        /// What became of it.
        var fate: Fate
    }

    /// Where the damaged file is now; nil when it was gone.
    var setAside: String?
    /// The backup that was restored; nil when there was no good one.
    var backup: String?
    /// When that was made.
    var backupAt: Instant?
    /// What differs from the backup, as far as that can be read; empty without one.
    var rows: [Row] = []
    /// The tables that could not be read whole.
    var incomplete: [QuarantinedRow.Table] = []

    /// How many rows the log lists.
    private static let listed = 200

    /// Notes that a table could not be read whole.
    mutating func lacks(_ table: QuarantinedRow.Table) {
        if !incomplete.contains(table) { incomplete.append(table) }
    }

    /// What a table lacks, as one sentence.
    func sentence(about table: QuarantinedRow.Table) -> String {
        let rest =
            backupAt.map { "they are as they were in the backup of \($0)" } ?? "they are lost, as there is no backup"
        return "Some of the \(table.plural) in the damaged state file could not be read; \(rest)."
    }

    // MARK: - The log

    /// What the log says about it.
    func entries(at now: Instant) -> [LogEntry] {
        let source = backupAt.map { "the backup of \($0)" } ?? "what could be read of it, as there is no backup"
        var lines = ["from \(source)"] + incomplete.map { "some of the \($0.plural) could not be read" }
        lines += rows.prefix(Self.listed).map { row in
            switch row.fate {
            case .kept: "\(row.name) was changed since the backup, and is kept"
            case .removed: "\(row.name) was removed since the backup, and stays removed"
            case .restored: "\(row.name) could not be read, and is as in the backup"
            }
        }
        if rows.count > Self.listed { lines.append("\(rows.count - Self.listed) more differ from the backup") }
        func entry(_ line: String, _ outcome: LogOutcome) -> LogEntry {
            LogEntry(at: now, kind: .daemon, name: line, outcome: outcome, actor: .daemon)
        }
        return (setAside.map { [entry($0, .stateSetAside)] } ?? []) + lines.map { entry($0, .stateRestored) }
    }

    /// What the log says about the last restore, in its order.
    static func lastEntries(in database: Database) throws -> [LogEntry] {
        let isRestore =
            "outcome IN ('\(LogOutcome.stateSetAside.rawValue)', '\(LogOutcome.stateRestored.rawValue)')"
        return try LogRow.read(
            database,
            """
            WHERE \(isRestore) AND (at_seconds, at_nanosecond) = (
                SELECT at_seconds, at_nanosecond FROM log WHERE \(isRestore) ORDER BY number DESC LIMIT 1)
            ORDER BY number
            """
        ).values
    }
}
