// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Storage

/// What became of a damaged state file: what could be read of it is in use again, over the newest good backup.
public struct StateRecovery: Hashable, Sendable {
    /// What became of something that the damaged file and the backup did not have in common.
    public struct Row: Hashable, Sendable {
        /// What became of it.
        public enum Fate: String, Hashable, Sendable {
            /// It was added or changed since the backup, and could be read.
            case kept
            /// It was removed since the backup.
            case removed
            /// It could not be read, and is as it was in the backup.
            case restored
        }

        /// Where it is.
        public var table: QuarantinedRow.Table
        /// What it is called.
        public var name: String
        /// What became of it.
        public var fate: Fate
    }

    /// Where the damaged file is now; nil when it was gone.
    public var setAside: String?
    /// The backup that was restored; nil when there was no good one.
    public var backup: String?
    /// When that was made.
    public var backupAt: Instant?
    /// What differs from the backup, as far as that can be read; empty without one.
    public var rows: [Row] = []
    /// The tables that could not be read whole.
    public var incomplete: [QuarantinedRow.Table] = []

    /// What a table lacks, as one sentence.
    func sentence(about table: QuarantinedRow.Table) -> String {
        let rest =
            backupAt.map { "the rest is as it was in the backup of \($0)" } ?? "the rest is lost, as there is no backup"
        return "The table \(table.rawValue) of the damaged state file could not be read whole; \(rest)."
    }
}
