// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// A time in which nothing scheduled begins.
public struct Pause: Hashable, Codable, Sendable {
    /// When it was set, and began unless it has a beginning of its own.
    public var since: Instant
    /// What a clock shows when it begins; nil for a pause that began at once.
    public var from: CivilDateTime?
    /// What a clock shows when it ends; nil for a pause that lasts until somebody ends it.
    public var until: CivilDateTime?
    /// The zone of these clocks; nil follows the host.
    public var zone: String?

    /// Makes a pause.
    public init(since: Instant, from: CivilDateTime? = nil, until: CivilDateTime?, zone: String?) {
        self.since = since
        self.from = from
        self.until = until
        self.zone = zone
    }
}
