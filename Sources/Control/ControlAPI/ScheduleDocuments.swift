// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// A date on which a schedule has another time.
public struct MovedDateDocument: Hashable, Codable, Sendable {
    /// The date.
    public var date: CivilDate
    /// The time on that date.
    public var at: TimeOfDay

    /// Makes a document.
    public init(date: CivilDate, at: TimeOfDay) {
        self.date = date
        self.at = at
    }
}

/// A routine as people and programs read it.
public struct RoutineDocument: Hashable, Codable, Sendable {
    /// Its id.
    public var schedule: String
    /// What a request may name it by.
    public var route: Route
    /// What a change that is to find it as it is now gives as `If-Match`; also the `ETag` of a reply with it alone.
    @NullWhenAbsent public var revision: String?
    /// Its name.
    public var name: String
    /// The device's nickname.
    public var device: String
    /// The device's address.
    public var address: MacAddress
    /// When, whole; null if it runs only by hand.
    @NullWhenAbsent public var rule: RuleDocument?
    /// The time that its days share; null if they do not, or if it runs only by hand.
    @NullWhenAbsent public var at: TimeOfDay?
    /// Which days of the week; null for a date, or if it runs only by hand.
    @NullWhenAbsent public var days: [String]?
    /// The steps, each as text.
    public var steps: [String]
    /// The zone it is pinned to; null follows the host.
    @NullWhenAbsent public var zone: String?
    /// Whether it runs by itself when it has a time.
    public var enabled: Bool
    /// The dates on which it is skipped, in order; none whose time has passed.
    public var skipped: [CivilDate] = []
    /// The dates to come on which it has another time, in order.
    public var moved: [MovedDateDocument] = []
    /// What becomes of it when another routine runs.
    public var ifRunning = RoutineMeeting.replace
    /// The step it is at; null when it does not run.
    @NullWhenAbsent public var running: RunningStepDocument?
    /// When it is left out at the latest; null when it does not wait for the end of another routine.
    @NullWhenAbsent public var waitsUntil: Instant?
    /// When it runs next.
    @NullWhenAbsent public var next: Instant?
    /// What somebody is to know who changed it, in a sentence: that a run goes on; null otherwise.
    @NullWhenAbsent public var warning: String?

    /// The name of the group for whose devices it was set up; null for a single device.
    @NullWhenAbsent public var group: String?

    /// Makes a document.
    public init(
        id: ScheduleID, name: String, device: String, address: MacAddress, rule: RuleDocument?,
        steps: [String], zone: String?, enabled: Bool = true, running: RunningStepDocument?, next: Instant?
    ) {
        schedule = id.rawValue
        route = .schedule(.routine, id)
        self.name = name
        self.device = device
        self.address = address
        self.rule = rule
        (at, days) = (rule?.at, rule?.days)
        self.steps = steps
        self.zone = zone
        self.enabled = enabled
        self.running = running
        self.next = next
    }
}

/// The step that a running routine is at.
public struct RunningStepDocument: Hashable, Codable, Sendable {
    /// The number of the step, from 1.
    public var step: Int
    /// When the run started.
    public var since: Instant
    /// When the run ends; null when it lasts until somebody stops it, and during a pause.
    @NullWhenAbsent public var until: Instant?
    /// When the step ends; null when it lasts until somebody says so, and during a pause.
    @NullWhenAbsent public var stepUntil: Instant?
    /// Since when the run is paused; null when it is not.
    @NullWhenAbsent public var pausedSince: Instant?

    /// Makes a document.
    public init(
        step: Int, since: Instant, until: Instant?, stepUntil: Instant? = nil, pausedSince: Instant? = nil
    ) {
        self.step = step
        self.since = since
        self.until = until
        self.stepUntil = stepUntil
        self.pausedSince = pausedSince
    }
}

/// An alarm as people and programs read it.
public struct AlarmDocument: Hashable, Codable, Sendable {
    /// Its id.
    public var schedule: String
    /// What a request may name it by.
    public var route: Route
    /// What a change that is to find it as it is now gives as `If-Match`; also the `ETag` of a reply with it alone.
    @NullWhenAbsent public var revision: String?
    /// Its name.
    public var name: String
    /// The device's nickname.
    public var device: String
    /// The device's address.
    public var address: MacAddress
    /// When it rings, whole.
    public var rule: RuleDocument
    /// The time that its days share; null if they do not.
    @NullWhenAbsent public var at: TimeOfDay?
    /// Which days of the week; null for a date.
    @NullWhenAbsent public var days: [String]?
    /// On which date; null when it repeats.
    @NullWhenAbsent public var date: CivilDate?
    /// How long before it rings the light brightens; null for no sunrise.
    @NullWhenAbsent public var sunriseSeconds: Int?
    /// The light's colour as `#RRGGBB`; null when it does not change the light.
    @NullWhenAbsent public var color: String?
    /// The light's brightness in percent as it rings; null when it does not change the light.
    @NullWhenAbsent public var brightness: Int?
    /// The sound's name or number; null for none.
    @NullWhenAbsent public var sound: String?
    /// Volume in percent.
    public var volume: Int
    /// How long each ring takes to become as loud as that; null for at once.
    @NullWhenAbsent public var crescendoSeconds: Int?
    /// How long it rings when nobody answers.
    public var ringForSeconds: Int
    /// How long a snooze lasts.
    public var snoozeSeconds: Int
    /// How many snoozes it allows.
    public var snoozeLimit: Int
    /// What a touch of the device does while it rings.
    public var touch: AlarmTouch
    /// How long its light stays after the ring; null for not at all.
    @NullWhenAbsent public var lightAfterSeconds: Int?
    /// How long after a ring that nobody answered it rings once more; null for never.
    @NullWhenAbsent public var backupSeconds: Int?
    /// The zone it is pinned to; null follows the host.
    @NullWhenAbsent public var zone: String?
    /// Whether it will ring again or rings now.
    public var enabled: Bool
    /// Whether it would ring again if somebody enabled it.
    public var disabled: Bool
    /// Its phase; null when it does not run.
    @NullWhenAbsent public var phase: AlarmPhase?
    /// When the phase ends by itself.
    @NullWhenAbsent public var until: Instant?
    /// When it rings next.
    @NullWhenAbsent public var next: Instant?
    /// Whether only a pause keeps it from ringing.
    public var paused: Bool
    /// The dates on which it is skipped, in order; none whose time has passed.
    public var skipped: [CivilDate]
    /// The dates to come on which it has another time, in order.
    public var moved: [MovedDateDocument] = []
    /// The names of the other alarms that were snoozed or dismissed with it, as they were due in the same minute.
    public var together: [String] = []
    /// What somebody is to know who added, edited, skipped, snoozed, dismissed or removed the alarm, in a sentence or two: which
    /// program of the device meets it, that its date was skipped before, or that the device may go on as before; null otherwise.
    @NullWhenAbsent public var warning: String?

    /// The name of the group for whose devices it was set up; null for a single device.
    @NullWhenAbsent public var group: String?

    /// Makes a document.
    public init(
        id: ScheduleID, name: String, device: String, address: MacAddress, rule: RuleDocument,
        sunriseSeconds: Int?, color: String?, sound: String?, volume: Int, crescendoSeconds: Int?,
        ringForSeconds: Int, snoozeSeconds: Int, snoozeLimit: Int, touch: AlarmTouch, lightAfterSeconds: Int?,
        backupSeconds: Int?,
        zone: String?, enabled: Bool, disabled: Bool = false, phase: AlarmPhase?, until: Instant?, next: Instant?,
        paused: Bool = false,
        skipped: [CivilDate] = [], warning: String? = nil
    ) {
        schedule = id.rawValue
        route = .schedule(.alarm, id)
        self.name = name
        self.device = device
        self.address = address
        self.rule = rule
        (at, days, date) = (rule.at, rule.days, rule.date)
        self.sunriseSeconds = sunriseSeconds
        self.color = color
        self.sound = sound
        self.volume = volume
        self.crescendoSeconds = crescendoSeconds
        self.ringForSeconds = ringForSeconds
        self.snoozeSeconds = snoozeSeconds
        self.snoozeLimit = snoozeLimit
        self.touch = touch
        self.lightAfterSeconds = lightAfterSeconds
        self.backupSeconds = backupSeconds
        self.zone = zone
        self.enabled = enabled
        self.disabled = disabled
        self.phase = phase
        self.until = until
        self.next = next
        self.paused = paused
        self.skipped = skipped
        self.warning = warning
    }
}

/// A light of a schedule.
public struct LightDocument: Hashable, Codable, Sendable {
    /// Its colour as `#RRGGBB`; null for the device's colour cycle.
    @NullWhenAbsent public var color: String?
    /// Brightness in percent.
    public var brightness: Int

    /// Describes a light.
    public init(_ light: Light) {
        brightness = light.brightness.percent
        if case .color(let shown) = light.appearance { color = shown.hexadecimal }
    }
}

/// A bedtime as people and programs read it.
public struct BedtimeDocument: Hashable, Codable, Sendable {
    /// Its id.
    public var schedule: String
    /// What a request may name it by.
    public var route: Route
    /// The device's nickname.
    public var device: String
    /// The device's address.
    public var address: MacAddress
    /// What a change that is to find it as it is now gives as `If-Match`; also the `ETag` of a reply with it alone.
    @NullWhenAbsent public var revision: String?
    /// Its name.
    public var name: String
    /// Lights out, whole.
    public var rule: RuleDocument
    /// The time of lights out that its days share; null if they do not.
    @NullWhenAbsent public var at: TimeOfDay?
    /// Which days of the week; null for a date.
    @NullWhenAbsent public var days: [String]?
    /// How long before its night begins it is announced; null for no reminder.
    @NullWhenAbsent public var reminderSeconds: Int?
    /// How long before lights out the light fades.
    public var windDownSeconds: Int
    /// The colour at the start of the wind-down as `#RRGGBB`, or `gradient`.
    public var color: String
    /// The sound's name or number; null for none.
    @NullWhenAbsent public var sound: String?
    /// Volume in percent.
    public var volume: Int
    /// Brightness at the start of the wind-down in percent.
    public var brightness: Int
    /// Volume in the night in percent; null for as loud as at the start.
    @NullWhenAbsent public var nightVolume: Int?
    /// How long after lights out the sound plays; null for the whole night.
    @NullWhenAbsent public var soundForSeconds: Int?
    /// The light of the night; null for a dark one.
    @NullWhenAbsent public var nightLight: LightDocument?
    /// How long before the wake time a light asks to stay in bed; null for none.
    @NullWhenAbsent public var stayInBedSeconds: Int?
    /// That light; null for none.
    @NullWhenAbsent public var stayInBedLight: LightDocument?
    /// The wake light.
    public var wakeLight: LightDocument
    /// How long the wake light stays; null for one that stays until a time.
    @NullWhenAbsent public var wakeForSeconds: Int?
    /// Until what time the wake light stays; null for a length.
    @NullWhenAbsent public var wakeUntil: TimeOfDay?
    /// How long a light stays that somebody switches on in the night; null for as long as anything set by hand.
    @NullWhenAbsent public var returnSeconds: Int?
    /// When the wake light comes on; null for no wake light, and for times of weekdays.
    @NullWhenAbsent public var wake: TimeOfDay?
    /// When the wake light comes on by weekday; null if all days share a time.
    @NullWhenAbsent public var wakeTimes: [WeekdayTimeDocument]?
    /// How long before the wake time lights-out is; null where lights-out has a time of its own.
    @NullWhenAbsent public var sleepSeconds: Int?
    /// The zone it is pinned to; null follows the host.
    @NullWhenAbsent public var zone: String?
    /// Whether it occurs.
    public var enabled: Bool
    /// The dates on which it is skipped, in order; none whose time has passed.
    public var skipped: [CivilDate] = []
    /// The dates to come on which it has another time, in order.
    public var moved: [MovedDateDocument] = []
    /// The mornings to come with a wake time of their own, in order.
    public var mornings: [MovedDateDocument] = []
    /// Its phase; null when it does not run.
    @NullWhenAbsent public var phase: BedtimePhase?
    /// When the night that runs wakes; nil while none runs, and for one without a wake time.
    @NullWhenAbsent public var wakesAt: Instant?
    /// When the wind-down starts next.
    @NullWhenAbsent public var next: Instant?
    /// When lights-out is after that, as `next` and `status` have it.
    @NullWhenAbsent public var lightsOut: Instant?
    /// What somebody is to know who changed it, in a sentence: that the night under way goes on; null otherwise.
    @NullWhenAbsent public var warning: String?

    /// The name of the group for whose devices it was set up; null for a single device.
    @NullWhenAbsent public var group: String?

    /// Makes a document.
    public init(
        id: ScheduleID, name: String, device: String, address: MacAddress, rule: RuleDocument, plan: BedtimePlan,
        sound: String?, zone: String?, enabled: Bool = true, phase: BedtimePhase?, next: Instant?
    ) {
        schedule = id.rawValue
        route = .schedule(.bedtime, id)
        self.name = name
        self.device = device
        self.address = address
        self.rule = rule
        (at, days) = (rule.at, rule.days)
        reminderSeconds = plan.reminder.map { Int($0.components.seconds) }
        windDownSeconds = Int(plan.windDown.components.seconds)
        let light = LightDocument(plan.light)
        (color, brightness) = (light.color ?? "gradient", light.brightness)
        self.sound = sound
        volume = plan.volume.percent
        nightVolume = plan.nightVolume?.percent
        soundForSeconds = plan.soundFor.map { Int($0.components.seconds) }
        nightLight = plan.nightLight.map(LightDocument.init)
        stayInBedSeconds = plan.stayInBed.map { Int($0.lead.components.seconds) }
        stayInBedLight = plan.stayInBed.map { LightDocument($0.light) }
        wakeLight = LightDocument(plan.wakeLight)
        wakeForSeconds = plan.wakeUntil == nil ? Int(plan.wakeFor.components.seconds) : nil
        wakeUntil = plan.wakeUntil
        returnSeconds = plan.returnsAfter.map { Int($0.components.seconds) }
        sleepSeconds = plan.sleep.map { Int($0.components.seconds) }
        wake = plan.wake?.everyDay
        wakeTimes = plan.wake.flatMap { $0.everyDay == nil ? WeekdayTimeDocument.list($0) : nil }
        self.zone = zone
        self.enabled = enabled
        self.phase = phase
        self.next = next
    }
}
