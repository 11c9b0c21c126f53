// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// The directory in which devices and schedules are kept.
public struct StateFacts: Hashable, Sendable {
    /// What this user can do with it.
    public enum Access: Hashable, Sendable {
        /// It is not there.
        case absent
        /// This user may not look into it.
        case denied
        /// This user may look into it, and its disk cannot be written.
        case readOnly
        /// This user may look into it.
        case open
    }

    /// Its path.
    public var path: String
    /// What this user can do with it.
    public var access: Access
    /// How many bytes are free on its disk; nil when that is not known.
    public var freeBytes: UInt64?
    /// When the newest backup was made; nil when there is none.
    public var newestBackup: Instant?
    /// When the state file was made first, as far as its backups and its own age say; nil when there is none.
    public var hasStateFile: Bool

    /// Makes a value.
    public init(
        path: String, access: Access, freeBytes: UInt64? = nil, newestBackup: Instant? = nil, hasStateFile: Bool = false
    ) {
        self.path = path
        self.access = access
        self.freeBytes = freeBytes
        self.newestBackup = newestBackup
        self.hasStateFile = hasStateFile
    }
}
