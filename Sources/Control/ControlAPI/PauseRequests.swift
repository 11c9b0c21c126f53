// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments

/// Suspends all schedules, or those of one device.
public struct PauseRequest: Hashable, Codable, Sendable {
    /// When schedules resume: a date, a date and time, a time of day, an instant, or a duration; nil for no end.
    public var until: String?
    /// Which device; nil for all.
    public var device: String?

    /// Makes a request.
    public init(until: String?, device: String? = nil) {
        self.until = until
        self.device = device
    }
}

/// A pause as people and programs read it.
public struct PauseDocument: Hashable, Codable, Sendable {
    /// The device's nickname; null for all devices.
    @NullWhenAbsent public var device: String?
    /// Since when.
    public var since: Instant
    /// When it ends by itself; null when it lasts until somebody ends it.
    @NullWhenAbsent public var until: Instant?

    /// Makes a document.
    public init(device: String?, since: Instant, until: Instant?) {
        self.device = device
        self.since = since
        self.until = until
    }
}
