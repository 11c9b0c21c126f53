// SPDX-License-Identifier: Apache-2.0

/// Edits an alarm: what is nil stays as it is.
public struct AlarmEditRequest: Hashable, Codable, Sendable {
    /// Its name, a unique prefix of it, its id or its route; nil for the only one.
    public var name: String?
    /// The device it is on; nil for any.
    public var device: String?
    /// Its new name.
    public var newName: String?
    /// When.
    public var rule = RuleRequest()
    /// How long before it rings the light brightens, for example `30m`, or `off`.
    public var sunrise: String?
    /// The light's colour, or `off`.
    public var color: String?
    /// A sound by name or number, or `off`.
    public var sound: String?
    /// Volume in percent, 1 to 100.
    public var volume: Int?
    /// How long each ring takes to become as loud as that, or `off`.
    public var crescendo: String?
    /// How long it rings when nobody answers.
    public var ringFor: String?
    /// How long a snooze lasts.
    public var snooze: String?
    /// How many snoozes it allows, 0 to 10.
    public var snoozeLimit: Int?
    /// What a touch of the device does while it rings: `snooze` or `dismiss`.
    public var touch: String?
    /// How long its light stays after the ring, for example `10m`, or `off`.
    public var lightAfter: String?
    /// How long after a ring that nobody answered it rings once more, for example `10m`, or `off`.
    public var backup: String?
    /// The zone it is pinned to, or `host` for the host's.
    public var zone: String?
    /// Whether what rings or shows now changes too, but for its time.
    public var now: Bool

    /// Makes a request that changes nothing.
    public init(name: String?, device: String? = nil, now: Bool = false) {
        self.name = name
        self.device = device
        self.now = now
    }
}

/// Edits a routine: what is nil stays as it is.
public struct RoutineEditRequest: Hashable, Codable, Sendable {
    /// Its name, a unique prefix of it, its id or its route; nil for the only one.
    public var name: String?
    /// The device it is on; nil for any.
    public var device: String?
    /// Its new name.
    public var newName: String?
    /// When; its time is `off` for by hand only.
    public var rule = RuleRequest()
    /// The steps, each as text.
    public var steps: [String]?
    /// What becomes of it when another routine runs: `replace`, `queue` or `ignore`.
    public var ifRunning: String?
    /// All of it as YAML, with the keys of a routine in the setup, in place of everything else but its new name.
    public var document: String?
    /// The zone it is pinned to, or `host` for the host's.
    public var zone: String?
    /// Whether a run goes on with the new steps.
    public var now: Bool

    /// Makes a request that changes nothing.
    public init(name: String?, device: String? = nil, now: Bool = false) {
        self.name = name
        self.device = device
        self.now = now
    }
}

/// Enables or disables a schedule.
public struct ScheduleSwitchRequest: Hashable, Codable, Sendable {
    /// Its name, a unique prefix of it, its id or its route; nil for the only one.
    public var name: String?
    /// The device it is on; nil for any.
    public var device: String?
    /// Whether it occurs.
    public var enabled: Bool

    /// Makes a request.
    public init(name: String?, device: String?, enabled: Bool) {
        self.name = name
        self.device = device
        self.enabled = enabled
    }
}

/// Gives a schedule another time on one date.
public struct MoveRequest: Hashable, Codable, Sendable {
    /// Its name, a unique prefix of it, its id or its route; nil for the only one.
    public var name: String?
    /// The device it is on; nil for any.
    public var device: String?
    /// The time on that date, as `HH:MM` or `HH:MM:SS`, or a length of time from now, as `20m`.
    public var at: String
    /// On which date, such as `2027-03-14`; nil for the next one.
    public var date: String?

    /// Makes a request.
    public init(name: String?, device: String?, at: String, date: String? = nil) {
        self.name = name
        self.device = device
        self.at = at
        self.date = date
    }
}

/// Gives a device another nickname.
public struct RenameRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// The new nickname.
    public var name: String

    /// Makes a request.
    public init(device: String, name: String) {
        self.device = device
        self.name = name
    }
}
