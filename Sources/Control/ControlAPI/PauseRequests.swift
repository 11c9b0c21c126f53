// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments

/// Lets everything scheduled rest, or one device's.
public struct PauseRequest: Hashable, Codable, Sendable {
    /// When it goes on: a date, a date and time, a time of day, an instant, or how long from now; nil until asked to.
    public var until: String?
    /// Which device; nil for all.
    public var device: String?

    /// Makes a request.
    public init(until: String?, device: String? = nil) {
        self.until = until
        self.device = device
    }
}

/// All devices, or one.
public struct DeviceChoice: Hashable, Codable, Sendable {
    /// Which device; nil for all.
    public var device: String?

    /// Makes a request.
    public init(device: String? = nil) {
        self.device = device
    }
}

/// A time in which nothing scheduled begins.
public struct PauseDocument: Hashable, Codable, Sendable {
    /// The device's nickname; null for all devices.
    @NullWhenAbsent public var device: String?
    /// Since when.
    public var since: Instant
    /// When it ends by itself; null until somebody ends it.
    @NullWhenAbsent public var until: Instant?

    /// Makes a document.
    public init(device: String?, since: Instant, until: Instant?) {
        self.device = device
        self.since = since
        self.until = until
    }
}
