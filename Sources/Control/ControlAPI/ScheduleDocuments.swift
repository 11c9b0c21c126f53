// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// A routine as people and programs read it.
public struct RoutineDocument: Hashable, Codable, Sendable {
    /// Its name.
    public var name: String
    /// The device's nickname.
    public var device: String
    /// The device's address.
    public var address: MacAddress
    /// When; null for by hand only.
    public var at: TimeOfDay?
    /// Which days; null for by hand only.
    public var days: [String]?
    /// The steps, each as text.
    public var steps: [String]
    /// The zone it is pinned to; null follows the host.
    public var zone: String?
    /// Where it stands; null when it does not run.
    public var running: RunningStepDocument?
    /// When it runs next.
    public var next: Instant?

    /// Makes a document.
    public init(
        name: String, device: String, address: MacAddress, at: TimeOfDay?, days: [String]?, steps: [String],
        zone: String?, running: RunningStepDocument?, next: Instant?
    ) {
        self.name = name
        self.device = device
        self.address = address
        self.at = at
        self.days = days
        self.steps = steps
        self.zone = zone
        self.running = running
        self.next = next
    }

    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(device, forKey: .device)
        try container.encode(address, forKey: .address)
        try container.encode(at, forKey: .at)
        try container.encode(days, forKey: .days)
        try container.encode(steps, forKey: .steps)
        try container.encode(zone, forKey: .zone)
        try container.encode(running, forKey: .running)
        try container.encode(next, forKey: .next)
    }
}

/// Where a running routine stands.
public struct RunningStepDocument: Hashable, Codable, Sendable {
    /// The number of the step, from 1.
    public var step: Int
    /// When the run started.
    public var since: Instant
    /// When the run ends; null when it waits to be stopped.
    public var until: Instant?

    /// Makes a document.
    public init(step: Int, since: Instant, until: Instant?) {
        self.step = step
        self.since = since
        self.until = until
    }

    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(step, forKey: .step)
        try container.encode(since, forKey: .since)
        try container.encode(until, forKey: .until)
    }
}

/// An alarm as people and programs read it.
public struct AlarmDocument: Hashable, Codable, Sendable {
    /// Its name.
    public var name: String
    /// The device's nickname.
    public var device: String
    /// The device's address.
    public var address: MacAddress
    /// When it rings.
    public var at: TimeOfDay
    /// Which days; null for once.
    public var days: [String]?
    /// On which date; null when it repeats.
    public var date: CivilDate?
    /// How long the light grows before it; null for no sunrise.
    public var sunriseSeconds: Int?
    /// The light's colour as `#RRGGBB`; null when it leaves the lamp alone.
    public var color: String?
    /// The sound's name or number; null for none.
    public var sound: String?
    /// Volume in percent.
    public var volume: Int
    /// How long a snooze lasts.
    public var snoozeSeconds: Int
    /// The zone it is pinned to; null follows the host.
    public var zone: String?
    /// Whether it is still to ring.
    public var enabled: Bool
    /// `sunrise`, `ringing` or `snoozed`; null when it waits.
    public var phase: String?
    /// When the phase ends by itself.
    public var until: Instant?
    /// When it rings next.
    public var next: Instant?
    /// The dates to come on which it is skipped, in order.
    public var skipped: [CivilDate]

    /// Makes a document.
    public init(
        name: String, device: String, address: MacAddress, at: TimeOfDay, days: [String]?, date: CivilDate?,
        sunriseSeconds: Int?, color: String?, sound: String?, volume: Int, snoozeSeconds: Int, zone: String?,
        enabled: Bool, phase: String?, until: Instant?, next: Instant?, skipped: [CivilDate] = []
    ) {
        self.name = name
        self.device = device
        self.address = address
        self.at = at
        self.days = days
        self.date = date
        self.sunriseSeconds = sunriseSeconds
        self.color = color
        self.sound = sound
        self.volume = volume
        self.snoozeSeconds = snoozeSeconds
        self.zone = zone
        self.enabled = enabled
        self.phase = phase
        self.until = until
        self.next = next
        self.skipped = skipped
    }

    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(device, forKey: .device)
        try container.encode(address, forKey: .address)
        try container.encode(at, forKey: .at)
        try container.encode(days, forKey: .days)
        try container.encode(date, forKey: .date)
        try container.encode(sunriseSeconds, forKey: .sunriseSeconds)
        try container.encode(color, forKey: .color)
        try container.encode(sound, forKey: .sound)
        try container.encode(volume, forKey: .volume)
        try container.encode(snoozeSeconds, forKey: .snoozeSeconds)
        try container.encode(zone, forKey: .zone)
        try container.encode(enabled, forKey: .enabled)
        try container.encode(phase, forKey: .phase)
        try container.encode(until, forKey: .until)
        try container.encode(next, forKey: .next)
        try container.encode(skipped, forKey: .skipped)
    }
}

/// A bedtime as people and programs read it.
public struct BedtimeDocument: Hashable, Codable, Sendable {
    /// The device's nickname.
    public var device: String
    /// The device's address.
    public var address: MacAddress
    /// Lights out.
    public var at: TimeOfDay
    /// Which days.
    public var days: [String]
    /// How long before it the light fades.
    public var windDownSeconds: Int
    /// The light's colour as `#RRGGBB`.
    public var color: String
    /// The sound's name or number; null for none.
    public var sound: String?
    /// Volume in percent.
    public var volume: Int
    /// When it is fine to get up; null when nothing says so.
    public var wake: TimeOfDay?
    /// The zone it is pinned to; null follows the host.
    public var zone: String?
    /// `wind-down`, `night` or `wake`; null when it waits.
    public var phase: String?
    /// When the wind-down starts next.
    public var next: Instant?

    /// Makes a document.
    public init(
        device: String, address: MacAddress, at: TimeOfDay, days: [String], windDownSeconds: Int,
        color: String, sound: String?, volume: Int, wake: TimeOfDay?, zone: String?,
        phase: String?, next: Instant?
    ) {
        self.device = device
        self.address = address
        self.at = at
        self.days = days
        self.windDownSeconds = windDownSeconds
        self.color = color
        self.sound = sound
        self.volume = volume
        self.wake = wake
        self.zone = zone
        self.phase = phase
        self.next = next
    }

    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(device, forKey: .device)
        try container.encode(address, forKey: .address)
        try container.encode(at, forKey: .at)
        try container.encode(days, forKey: .days)
        try container.encode(windDownSeconds, forKey: .windDownSeconds)
        try container.encode(color, forKey: .color)
        try container.encode(sound, forKey: .sound)
        try container.encode(volume, forKey: .volume)
        try container.encode(wake, forKey: .wake)
        try container.encode(zone, forKey: .zone)
        try container.encode(phase, forKey: .phase)
        try container.encode(next, forKey: .next)
    }
}
