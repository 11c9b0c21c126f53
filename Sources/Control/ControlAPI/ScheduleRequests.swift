// SPDX-License-Identifier: Apache-2.0

/// Names a schedule.
public struct ScheduleSelection: Hashable, Codable, QueryRequest {
    /// The items that there may be.
    public static let parameters = [QueryParameter("name", about: ScheduleName.words), QueryParameter("device")]

    /// Its name, a unique prefix of it where nothing is destroyed, its id or its route; nil if the request applies to only
    /// one.
    public var name: String?
    /// The device it is on; nil for any.
    public var device: String?

    /// Makes a selection.
    public init(name: String?, device: String?) {
        self.name = name
        self.device = device
    }

    /// Reads the items `name` and `device`.
    public init(query: [String: String]) {
        name = query["name"]
        device = query["device"]
    }

    /// The items to send.
    public var query: [String: String] {
        var query: [String: String] = [:]
        query["name"] = name
        query["device"] = device
        return query
    }
}

/// Silences a ringing alarm.
public struct SnoozeRequest: Hashable, Codable, Sendable {
    /// Its name, a unique prefix of it, its id or its route; nil for the only one that rings.
    public var name: String?
    /// The device it is on; nil for any.
    public var device: String?
    /// How long, for example `9m`; nil for the alarm's own length.
    public var length: String?

    /// Makes a request.
    public init(name: String?, device: String?, length: String?) {
        self.name = name
        self.device = device
        self.length = length
    }
}

/// Silences all alarms that ring.
public struct SnoozeAllRequest: Hashable, Codable, Sendable {
    /// The device or the group that they are on; nil for all.
    public var device: String?
    /// How long, for example `9m`; nil for each alarm's own length.
    public var length: String?

    /// Makes a request.
    public init(device: String? = nil, length: String? = nil) {
        self.device = device
        self.length = length
    }
}

/// Skips a schedule on one date, or cancels that.
public struct SkipRequest: Hashable, Codable, Sendable {
    /// Its name, a unique prefix of it, its id or its route; nil if there is only one.
    public var name: String?
    /// The device it is on; nil for any.
    public var device: String?
    /// On which date, such as `2027-03-14`; nil for the next one, or for all skipped dates.
    public var date: String?

    /// Makes a request.
    public init(name: String?, device: String?, date: String? = nil) {
        self.name = name
        self.device = device
        self.date = date
    }
}

/// Adds a routine.
public struct RoutineRequest: Hashable, Codable, Sendable {
    /// Its name; nil for the one in its document.
    public var name: String?
    /// Which device.
    public var device: String
    /// When; daily by default, and by hand only without a time.
    public var rule: RuleRequest
    /// The steps, each as text.
    public var steps: [String]
    /// The zone it is pinned to; nil follows the host.
    public var zone: String?
    /// What becomes of it when another routine runs: `replace`, `queue` or `ignore`; nil for `replace`.
    public var ifRunning: String?
    /// All of it as YAML, with the keys of a routine in the setup, in place of everything else but its name and its device.
    public var document: String?

    /// Makes a request.
    public init(name: String?, device: String, rule: RuleRequest, steps: [String], zone: String? = nil) {
        self.name = name
        self.device = device
        self.rule = rule
        self.steps = steps
        self.zone = zone
    }

    /// Makes a request with a time and days.
    public init(name: String, device: String, at: String?, days: String?, steps: [String], zone: String?) {
        self.init(name: name, device: device, rule: RuleRequest(at: at, days: days), steps: steps, zone: zone)
    }
}

/// Adds an alarm; nil fields take their defaults.
public struct AlarmRequest: Hashable, Codable, Sendable {
    /// Its name.
    public var name: String
    /// Which device.
    public var device: String
    /// When; without days it rings once, the next time the clock shows its time.
    public var rule: RuleRequest
    /// How long before it rings the light brightens, for example `30m`; nil for no sunrise.
    public var sunrise: String?
    /// The light's colour.
    public var color: String?
    /// A sound by name or number, or `off`.
    public var sound: String?
    /// Volume in percent, 1 to 100.
    public var volume: Int?
    /// How long each ring takes to become as loud as that; nil for at once.
    public var crescendo: String?
    /// How long it rings when nobody answers.
    public var ringFor: String?
    /// How long a snooze lasts.
    public var snooze: String?
    /// How many snoozes it allows, 0 to 10.
    public var snoozeLimit: Int?
    /// What a touch of the device does while it rings: `snooze` or `dismiss`.
    public var touch: String?
    /// How long its light stays after the ring, for example `10m`; nil for not at all.
    public var lightAfter: String?
    /// How long after a ring that nobody answered it rings once more, for example `10m`; nil for never.
    public var backup: String?
    /// The zone it is pinned to; nil follows the host.
    public var zone: String?

    /// Makes a request with a time, and days or a date.
    public init(
        name: String, device: String, at: String, days: String? = nil, date: String? = nil, sunrise: String? = nil,
        color: String? = nil, sound: String? = nil, volume: Int? = nil, snooze: String? = nil, zone: String? = nil
    ) {
        self.init(
            name: name, device: device, rule: RuleRequest(at: at, days: days, date: date), sunrise: sunrise,
            color: color, sound: sound, volume: volume, snooze: snooze, zone: zone)
    }

    /// Makes a request.
    public init(
        name: String, device: String, rule: RuleRequest, sunrise: String? = nil, color: String? = nil,
        sound: String? = nil, volume: Int? = nil, snooze: String? = nil, zone: String? = nil
    ) {
        self.name = name
        self.device = device
        self.rule = rule
        self.sunrise = sunrise
        self.color = color
        self.sound = sound
        self.volume = volume
        self.snooze = snooze
        self.zone = zone
    }
}

/// Sets a device's bedtime; nil fields stay as they are, or take their defaults if the device has none.
public struct BedtimeRequest: Hashable, Codable, Sendable {
    /// Which device.
    public var device: String
    /// Its name, its id or its route, or a name for another one; nil for the only one, or for a first one called `bedtime`.
    ///
    /// Another one begins from the one of the device that was changed last, but for its times of lights-out.
    public var name: String?
    /// Its new name.
    public var newName: String?
    /// Lights out, daily by default; a time is needed for a new one.
    public var rule: RuleRequest
    /// How long before the wake time lights go out, in place of a time, for example `10h30m`.
    public var sleep: String?
    /// How long before its night begins it is announced, for example `15m`, or `off`.
    public var reminder: String?
    /// How long before lights out the light fades, for example `30m`.
    public var windDown: String?
    /// The light at the start of the wind-down, as `amber` or `amber 40%`.
    public var color: String?
    /// A sound by name or number, or `off`.
    public var sound: String?
    /// Volume in percent, 1 to 100.
    public var volume: Int?
    /// Volume in the night in percent, 1 to 100, to which the wind-down fades.
    public var nightVolume: Int?
    /// How long after lights out the sound plays, for example `45m`, or `off` for the whole night.
    public var soundFor: String?
    /// The light of the night, as `red 5%`, or `off`.
    public var nightLight: String?
    /// How long before the wake time a light asks to stay in bed, for example `30m`, or `off`.
    public var stayInBed: String?
    /// That light, as `red` or `red 10%`.
    public var stayInBedLight: String?
    /// The wake light, as `green` or `green 20%`.
    public var wakeLight: String?
    /// How long the wake light stays, for example `30m`, or until when, for example `08:30`.
    public var wakeFor: String?
    /// How long a light stays that somebody switches on in the night, for example `10m`, or `off`.
    public var returnAfter: String?
    /// Whether the night that runs changes too; its lights-out and its wind-down stay.
    public var now: Bool?
    /// When the wake light says that it is fine to get up, as `06:45` or `06:45,sat,sun=08:00`, or `off`.
    public var wake: String?
    /// The zone it is pinned to, or `host` for the host's.
    public var zone: String?

    /// Makes a request.
    public init(
        device: String, name: String? = nil, at: String?, days: String? = nil, windDown: String? = nil,
        color: String? = nil, sound: String? = nil, volume: Int? = nil, wake: String? = nil, zone: String? = nil
    ) {
        self.device = device
        self.name = name
        rule = RuleRequest(at: at, days: days)
        self.windDown = windDown
        self.color = color
        self.sound = sound
        self.volume = volume
        self.wake = wake
        self.zone = zone
    }
}
