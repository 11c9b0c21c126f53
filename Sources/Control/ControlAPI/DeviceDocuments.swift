// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// A device as `devices` and `scan` list it.
public struct DeviceDocument: Hashable, Codable, Sendable {
    /// Its address.
    public var address: MacAddress
    /// The type of its address; null when nobody knows it.
    @NullWhenAbsent public var addressType: AddressKind?
    /// What a request may name it by once it is paired.
    public var route: Route
    /// Its nickname, or the name it advertises.
    @NullWhenAbsent public var name: String?
    /// The product's stable name.
    public var product: String
    /// Whether Lull can control it.
    public var supported: Bool
    /// Why not, if it cannot.
    @NullWhenAbsent public var reason: String?
    /// Signal strength in dBm; null when it is not known.
    @NullWhenAbsent public var rssi: Int?
    /// Whether it is paired.
    public var paired: Bool

    /// Makes a document.
    public init(
        address: MacAddress, name: String?, product: String, supported: Bool, reason: String?, rssi: Int?, paired: Bool,
        addressType: AddressKind? = nil
    ) {
        self.address = address
        self.addressType = addressType
        route = .device(address)
        self.name = name
        self.product = product
        self.supported = supported
        self.reason = reason
        self.rssi = rssi
        self.paired = paired
    }
}

/// A device as `status` shows it.
public struct StatusDocument: Hashable, Codable, Sendable {
    /// Its address.
    public var address: MacAddress
    /// What a request may name it by.
    public var route: Route
    /// Its nickname.
    public var name: String
    /// The product's stable name.
    public var product: String
    /// The state of its link.
    public var link: DeviceConnectionState
    /// Since when Lull cannot reach it, as far as it has tried; null when it can.
    @NullWhenAbsent public var unreachableSince: Instant?
    /// When it last advertised or reported something; null when it has not since the daemon started.
    @NullWhenAbsent public var lastHeard: Instant?
    /// How Lull learns that it is there while nobody waits for it; null when no radio listens.
    @NullWhenAbsent public var listening: ListeningMode?
    /// Whether it may go on with something that it showed and that has ended, as it has not taken the end yet.
    public var stopPending: Bool
    /// Its last known state; null when none is known yet.
    ///
    /// It is that of `lastHeard` while `unreachableSince` has a time or `link` is `absent`, and may be another by now.
    @NullWhenAbsent public var state: DeviceStateDocument?
    /// How far the device's clock is from the host's, in seconds; positive when it is ahead, null when the device does
    /// not know the time.
    @NullWhenAbsent public var clockDriftSeconds: Int?
    /// Battery in percent; null when it is not known.
    @NullWhenAbsent public var battery: Int?
    /// The owner of each channel; a channel without an owner is absent.
    public var owners: [String: OwnerDocument]
    /// Its next occurrence.
    @NullWhenAbsent public var next: NextDocument?
    /// What runs on it now, alarms first.
    public var running: [RunningDocument]
    /// Whether its own sleep timer runs; null when it does not say.
    @NullWhenAbsent public var timerRunning: Bool?
    /// Its own sleep timer; null when none is known to run.
    @NullWhenAbsent public var timer: RunningTimerDocument?
    /// The pause that keeps its schedules from beginning, of two the longer one; null when there is none.
    @NullWhenAbsent public var paused: PauseDocument?
    /// The pauses that are to end: that of everything, without a device, and its own.
    public var pauses: [PauseDocument]
    /// The dates of the next eight days on which its schedules are skipped, soonest first.
    public var skipped: [SkippedDateDocument]
    /// The dates of the next eight days on which its schedules have another time, soonest first.
    public var moved: [MovedScheduleDocument]
    /// The mornings of the next eight days on which a bedtime wakes at another time, in order.
    public var mornings: [MovedScheduleDocument]
    /// The nap that lasts; null when there is none.
    @NullWhenAbsent public var nap: NapDocument?
    /// What nothing may exceed on it; null when it has no limit.
    @NullWhenAbsent public var limit: LimitDocument?
    /// What it does by itself if the host is not there; null when its mirror is off and has left nothing there.
    @NullWhenAbsent public var mirror: MirrorDocument?
    /// What cannot be read about it, or about no device that is known.
    public var damaged: [DamagedRowDocument]
    /// What cannot be saved now, and why; null while everything is saved.
    @NullWhenAbsent public var unsaved: String?

    /// Makes a document.
    public init(
        address: MacAddress, name: String, product: String, link: DeviceConnectionState,
        unreachableSince: Instant? = nil, lastHeard: Instant? = nil, listening: ListeningMode? = nil,
        stopPending: Bool = false, state: DeviceStateDocument?,
        clockDriftSeconds: Int?, battery: Int?, owners: [String: OwnerDocument], next: NextDocument?,
        running: [RunningDocument] = [], timerRunning: Bool? = nil, timer: RunningTimerDocument? = nil,
        paused: PauseDocument? = nil, pauses: [PauseDocument] = [], skipped: [SkippedDateDocument] = [],
        moved: [MovedScheduleDocument] = [], mornings: [MovedScheduleDocument] = [],
        nap: NapDocument? = nil, limit: LimitDocument? = nil, mirror: MirrorDocument? = nil,
        damaged: [DamagedRowDocument] = [], unsaved: String? = nil
    ) {
        self.address = address
        route = .device(address)
        self.name = name
        self.product = product
        self.link = link
        self.unreachableSince = unreachableSince
        self.lastHeard = lastHeard
        self.listening = listening
        self.stopPending = stopPending
        self.state = state
        self.clockDriftSeconds = clockDriftSeconds
        self.battery = battery
        self.owners = owners
        self.next = next
        self.running = running
        self.timerRunning = timerRunning
        self.timer = timer
        self.paused = paused
        self.pauses = pauses
        self.skipped = skipped
        self.moved = moved
        self.mornings = mornings
        self.nap = nap
        self.limit = limit
        self.mirror = mirror
        self.damaged = damaged
        self.unsaved = unsaved
    }
}

/// What decides a channel, until when, and what waits below it.
public struct OwnerDocument: Hashable, Codable, Sendable {
    /// The layer it acts on.
    public var layer: ControlLayer
    /// Since when.
    public var since: Instant
    /// Until when; null when that is not known.
    @NullWhenAbsent public var until: Instant?
    /// The schedule's name, `nap`, `person`, or `device` for its own sleep timer.
    public var by: String
    /// The schedule's id; null for a nap and for what no schedule decides.
    @NullWhenAbsent public var schedule: String?
    /// The occurrence that decides; null for a nap and for what no schedule decides.
    @NullWhenAbsent public var occurrence: OccurrenceDocument?
    /// Until when Lull tries it on a device that is out of reach and has not taken it; null where nothing waits.
    @NullWhenAbsent public var pendingUntil: Instant?
    /// What waits below it, in the order in which it would follow.
    public var waiting: [ClaimDocument]

    /// Makes a document of what decides, and of what waits.
    public init(_ claim: ClaimDocument, waiting: [ClaimDocument] = []) {
        layer = claim.layer
        since = claim.since
        until = claim.until
        by = claim.by
        schedule = claim.schedule
        occurrence = claim.occurrence
        pendingUntil = claim.pendingUntil
        self.waiting = waiting
    }
}

/// What wants something of a channel.
public struct ClaimDocument: Hashable, Codable, Sendable {
    /// The layer it acts on.
    public var layer: ControlLayer
    /// Since when.
    public var since: Instant
    /// Until when; null when that is not known.
    @NullWhenAbsent public var until: Instant?
    /// The schedule's name, `nap`, `person`, or `device` for its own sleep timer.
    public var by: String
    /// The schedule's id; null for a nap and for what no schedule decides.
    @NullWhenAbsent public var schedule: String?
    /// The occurrence that wants it; null for a nap and for what no schedule decides.
    @NullWhenAbsent public var occurrence: OccurrenceDocument?
    /// Until when Lull tries it on a device that is out of reach and has not taken it; null where nothing waits.
    @NullWhenAbsent public var pendingUntil: Instant?

    /// Makes a document.
    public init(
        layer: ControlLayer, since: Instant, until: Instant?, by: String, occurrence: OccurrenceDocument? = nil,
        pendingUntil: Instant? = nil
    ) {
        self.layer = layer
        self.since = since
        self.until = until
        self.by = by
        schedule = occurrence?.schedule
        self.occurrence = occurrence
        self.pendingUntil = pendingUntil
    }
}

/// Something scheduled that runs on a device.
public struct RunningDocument: Hashable, Codable, Sendable {
    /// The schedule.
    public var subject: Route
    /// What it is.
    public var kind: ScheduleKind
    /// The schedule's name.
    public var name: String
    /// The phase of an alarm or a night, or the number of a routine's step, from 1; `queued` for one that waits for the end of
    /// another.
    public var phase: String
    /// When the phase, or the routine, ends by itself, or when one that waits is left out; null when somebody has to end it.
    @NullWhenAbsent public var until: Instant?
    /// When the step of a routine ends by itself; null when somebody has to end it, and for anything else.
    @NullWhenAbsent public var stepUntil: Instant?
    /// Since when a routine is paused; null when it is not.
    @NullWhenAbsent public var pausedSince: Instant?
    /// The phase of a night that comes then; null when none does, and for anything else.
    @NullWhenAbsent public var nextPhase: String?
    /// When the wake light of a night comes; null when none does or it has come, and for anything else.
    @NullWhenAbsent public var wakesAt: Instant?
    /// Whether the device has taken what it is to show and play now; an alarm that it has not taken is not heard.
    public var delivered: Bool

    /// Makes a document.
    public init(
        id: ScheduleID, kind: ScheduleKind, name: String, phase: String, until: Instant?, stepUntil: Instant? = nil,
        pausedSince: Instant? = nil, delivered: Bool = true, nextPhase: String? = nil, wakesAt: Instant? = nil
    ) {
        self.nextPhase = nextPhase
        self.wakesAt = wakesAt
        subject = .schedule(kind, id)
        self.kind = kind
        self.name = name
        self.phase = phase
        self.until = until
        self.stepUntil = stepUntil
        self.pausedSince = pausedSince
        self.delivered = delivered
    }
}

/// The result of a command to a device.
public struct ControlResult: Hashable, Codable, Sendable {
    /// The device's address.
    public var address: MacAddress
    /// Its nickname.
    public var name: String
    /// Whether the device does what was asked.
    public var outcome: ControlOutcome
    /// The state it reports; null when it reports none.
    @NullWhenAbsent public var state: DeviceStateDocument?
    /// The channels that a ringing alarm or the limit does not let change as asked; empty if there are none.
    public var heldBack: [DeviceChannel]
    /// The limit that is in the way; null when none is.
    @NullWhenAbsent public var limit: LimitDocument?
    /// Until when Lull tries it, for a device of a group that is out of reach; null otherwise.
    @NullWhenAbsent public var pendingUntil: Instant?
    /// What somebody is to know who asked for it, in a sentence or two: what it ended, or that an alarm rings again; null
    /// otherwise.
    @NullWhenAbsent public var warning: String?

    /// Makes a result.
    public init(
        address: MacAddress, name: String, outcome: ControlOutcome, state: DeviceStateDocument?,
        heldBack: [DeviceChannel] = [], limit: LimitDocument? = nil, pendingUntil: Instant? = nil
    ) {
        self.address = address
        self.name = name
        self.outcome = outcome
        self.state = state
        self.heldBack = heldBack
        self.limit = limit
        self.pendingUntil = pendingUntil
    }
}

/// Whether a device does what a command asked.
public enum ControlOutcome: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    /// The device reports it.
    case confirmed
    /// The device only acknowledged the command.
    case unconfirmed
    /// A ringing alarm prevents part of it.
    case heldBack = "held-back"
    /// The device goes as far as its limit allows, or the ringing alarm is as quiet as it may be.
    case limited
    /// The device is one of a group and out of reach, and Lull goes on trying for a while.
    case pending

    /// The word people and programs read.
    public var description: String { rawValue }
}
