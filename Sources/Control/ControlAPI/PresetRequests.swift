// SPDX-License-Identifier: Apache-2.0

/// Names one of a device's favourites or programs.
public struct SlotRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// The favourite's or the program's number, from 1 on.
    public var number: Int

    /// Makes a request.
    public init(device: String, number: Int) {
        self.device = device
        self.number = number
    }
}

/// Asks for all slots of a device, or for one.
public struct SlotQuery: Hashable, QueryRequest {
    /// The items that there may be.
    public static let parameters = [QueryParameter("device", isRequired: true), QueryParameter("number", .integer)]

    /// Which device.
    public var device: String
    /// The number, from 1 on; nil for all.
    public var number: Int?

    /// Makes a query.
    public init(device: String, number: Int? = nil) {
        self.device = device
        self.number = number
    }

    /// Reads the items `device` and `number`.
    public init(query: [String: String]) throws(ControlError) {
        device = query["device"] ?? ""
        number = try query.number("number", "a number", advice: "Give the number of a slot, from 1 on.")
    }

    /// The items to send.
    public var query: [String: String] {
        ["device": device].merging(number.map { ["number": String($0)] } ?? [:]) { first, _ in first }
    }
}

/// Changes parts of a favourite; nil fields stay as they are.
public struct FavouriteRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// Which favourite, from 1 on.
    public var number: Int
    /// A colour by name, `#rrggbb` or `2000K`; `gradient`; or `off`.
    public var color: String?
    /// Brightness in percent, 0 to 100.
    public var brightness: Int?
    /// A sound by name or number, or `off`.
    public var sound: String?
    /// Volume in percent, 0 to 100.
    public var volume: Int?
    /// Whether a touch of the device's ring reaches it.
    public var enabled: Bool?

    /// Makes a request.
    public init(
        device: String, number: Int, color: String? = nil, brightness: Int? = nil, sound: String? = nil,
        volume: Int? = nil, enabled: Bool? = nil
    ) {
        self.device = device
        self.number = number
        self.color = color
        self.brightness = brightness
        self.sound = sound
        self.volume = volume
        self.enabled = enabled
    }
}

/// Creates a program, or changes parts of one; nil fields stay as they are, or take their defaults in an empty slot.
public struct ProgramRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// Which program, from 1 on.
    public var number: Int
    /// Its name.
    public var name: String?
    /// When it starts, as `HH:MM`.
    public var at: String?
    /// How long it lasts, as `1h30m`.
    public var duration: String?
    /// On which days, as `mon,tue` or `daily`.
    public var days: String?
    /// A colour by name, `#rrggbb` or `2000K`; `gradient`; or `off`.
    public var color: String?
    /// Brightness in percent, 0 to 100.
    public var brightness: Int?
    /// A sound by name or number, or `off`.
    public var sound: String?
    /// Volume in percent, 0 to 100.
    public var volume: Int?
    /// Whether it is enabled.
    public var enabled: Bool?
    /// Whether the touch ring is locked while it runs.
    public var toddlerLock: Bool?

    /// Makes a request that changes nothing yet.
    public init(device: String, number: Int) {
        self.device = device
        self.number = number
    }
}

/// Enables or disables a program.
public struct ProgramSwitchRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// Which program, from 1 on.
    public var number: Int
    /// Whether it is enabled.
    public var enabled: Bool

    /// Makes a request.
    public init(device: String, number: Int, enabled: Bool) {
        self.device = device
        self.number = number
        self.enabled = enabled
    }
}

/// Starts or stops a device's sleep timer.
public struct TimerRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// How long it runs, as `45m`; nil stops it.
    public var duration: String?

    /// Makes a request.
    public init(device: String, duration: String?) {
        self.device = device
        self.duration = duration
    }
}
