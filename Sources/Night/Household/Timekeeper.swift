// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling

/// Follows the clock and the zones of the host for the whole household.
///
/// Every device wakes by itself, so whoever wakes first after a change looks for all, before anything falls due by it.
@MainActor
final class Timekeeper {
    /// Whether schedules may follow the clock.
    private(set) var trust: ClockTrust
    private let configuration: HouseholdConfiguration
    /// Raised when something happened.
    private let signal: WakeSignal
    /// The clock as it was seen last.
    private(set) var lastLook: ClockSample
    /// When to look for other zones, on the boot clock; nil where the clock reports them.
    private var nextZoneLook: Duration?
    private var events: [(event: ClockEvent, sample: ClockSample)] = []

    /// Starts at the present time; `newest` is the time of the newest line of the log, which a right clock does not
    /// precede.
    init(_ configuration: HouseholdConfiguration, newest: Instant?, raising signal: WakeSignal) {
        self.configuration = configuration
        self.signal = signal
        trust = configuration.doubtsClock ? ClockTrust(newest: newest) : ClockTrust(earliest: .min)
        lastLook = configuration.nightClock.now()
        // Zones in use may be older than the sample, so a change since then is still to be followed.
        lastLook.zones = ZoneEdition()
        nextZoneLook = configuration.zonePoll.map { [boot = lastLook.boot] in boot + $0 }
    }

    /// Reads the clock, and follows what happened to it and to the zones since the last look.
    func look() -> ClockSample {
        let sample = configuration.nightClock.now()
        let happened = follow(sample)
        if !happened.isEmpty {
            events += happened.map { ($0, sample) }
            signal.raise()
        }
        return sample
    }

    /// What happened since this was asked last.
    func takeEvents() -> [(event: ClockEvent, sample: ClockSample)] {
        defer { events = [] }
        return events
    }

    /// When to look even if nothing is due.
    var nextWake: WakeRequest {
        trust.nextWake.earliest(WakeRequest(boot: nextZoneLook))
    }

    private func follow(_ sample: ClockSample) -> [ClockEvent] {
        let before = lastLook
        lastLook = sample
        let isLookDue = nextZoneLook.map { sample.boot >= $0 } ?? false
        if isLookDue { nextZoneLook = configuration.zonePoll.map { sample.boot + $0 } }
        var events: [ClockEvent] = []
        // A clock that schedules waited for was wrong before, so the size of its step says nothing.
        if trust.isTrusted, let step = sample.step(since: before) { events.append(.set(by: step)) }
        if let time = sample.suspension(since: before) { events.append(.suspended(for: time)) }
        if isLookDue || sample.zones.data != before.zones.data { events += zoneDataEvents() }
        // Other data may hold a zone that was missing.
        let former = configuration.zones.rules(of: nil)
        if isLookDue || sample.zones != before.zones, let zone = configuration.zones.followHost() {
            events.append(.zone(zone, former: former))
        }
        switch trust.look(at: sample) {
        case .waits: events.append(.waits)
        case .plausible: events.append(.plausible)
        case .followed: events.append(.followed)
        case nil: break
        }
        return events
    }

    private func zoneDataEvents() -> [ClockEvent] {
        let reload = configuration.zones.reload()
        let isOther = reload.isOtherVersion || !reload.changed.isEmpty
        return (isOther ? [.zoneData(version: reload.version, changed: reload.changed)] : [])
            + reload.unreadable.keys.sorted().map { .unreadable(zone: $0) }
    }
}
