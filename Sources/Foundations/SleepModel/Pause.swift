// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A time in which nothing scheduled begins.
public struct Pause: Hashable, Codable, Sendable {
    /// When it began.
    public var since: Instant
    /// What a clock shows when it ends; nil for a pause that lasts until somebody ends it.
    public var until: CivilDateTime?
    /// The zone of that clock; nil follows the host.
    public var zone: String?

    /// Makes a pause.
    public init(since: Instant, until: CivilDateTime?, zone: String?) {
        self.since = since
        self.until = until
        self.zone = zone
    }
}
