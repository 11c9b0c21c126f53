// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments

/// Suspends all schedules, or those of one device.
public struct PauseRequest: Hashable, Codable, Sendable {
    /// When the pause begins: a date, a date and time, a time of day, an instant, or a duration from now; nil for now.
    public var from: String?
    /// When schedules resume, in the same forms; nil for no end.
    ///
    /// A weekday, a time of day and a duration count from `from`.
    public var until: String?
    /// Which device; nil for all.
    public var device: String?
    /// The zone whose clocks show these times; nil for the host's.
    public var zone: String?

    /// Makes a request.
    public init(from: String? = nil, until: String?, device: String? = nil, zone: String? = nil) {
        self.from = from
        self.until = until
        self.device = device
        self.zone = zone
    }
}

/// A pause as people and programs read it.
public struct PauseDocument: Hashable, Codable, Sendable {
    /// When a pause was to be that another one took the place of.
    public struct Replaced: Hashable, Codable, Sendable {
        /// When it was to begin.
        public var since: Instant
        /// When it was to end; null for no end.
        @NullWhenAbsent public var until: Instant?

        /// Makes a document.
        public init(since: Instant, until: Instant?) {
            self.since = since
            self.until = until
        }
    }

    /// The device's nickname; null for all devices.
    @NullWhenAbsent public var device: String?
    /// Since when, or from when on if it has not begun.
    public var since: Instant
    /// When it ends by itself; null when it lasts until somebody ends it.
    @NullWhenAbsent public var until: Instant?
    /// Whether it has begun.
    public var begun: Bool
    /// The zone whose clocks it goes by; null follows the host.
    @NullWhenAbsent public var zone: String?
    /// What keeps schedules from beginning all the same, after this one was ended; null when nothing does.
    @NullWhenAbsent public var warning: String?
    /// The pause ahead in whose place it was arranged; null for none.
    @NullWhenAbsent public var replaced: Replaced?

    /// Makes a document.
    public init(
        device: String?, since: Instant, until: Instant?, begun: Bool = true, zone: String? = nil,
        warning: String? = nil
    ) {
        self.device = device
        self.since = since
        self.until = until
        self.begun = begun
        self.zone = zone
        self.warning = warning
    }
}
