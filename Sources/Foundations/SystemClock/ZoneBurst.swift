// SPDX-License-Identifier: Apache-2.0

/// Waits out a burst of changes: an update of the zone data touches hundreds of files.
struct ZoneBurst: Sendable {
    private let pause: Duration
    private var limit: Duration?
    private var kinds: ZoneWatchTable.Kinds = []

    /// A burst is over after `pause` without a change, and at the latest after ten times that.
    init(pause: Duration) {
        self.pause = pause
    }

    /// Notes a change at the boot time `now`; returns when to look again.
    mutating func notice(_ change: ZoneWatchTable.Kinds, at now: Duration) -> Duration? {
        guard !change.isEmpty else { return nil }
        kinds.formUnion(change)
        let limit = limit ?? now + pause * 10
        self.limit = limit
        return min(now + pause, limit)
    }

    /// Everything that changed in the burst, which is over now.
    mutating func end() -> ZoneWatchTable.Kinds {
        defer { self = ZoneBurst(pause: pause) }
        return kinds
    }
}
