// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

/// When to look at each schedule again, and what makes that out of date.
struct LookPlanning: Sendable {
    private let zones: ZoneBook
    private var pauses: [Pause]
    private var plan = OccurrencePlan()
    private var zoneVersion: Int
    private var lastLook: ClockSample?

    /// Whether anybody has looked yet.
    var hasLooked: Bool { lastLook != nil }

    /// Whether the plan is to be made anew.
    private(set) var isStale = true
    /// When the schedules are paused, each from its start up to its end.
    private(set) var pauseSpans: [Range<Instant>] = []

    init(pauses: [Pause], zones: ZoneBook) {
        self.pauses = pauses
        self.zones = zones
        zoneVersion = zones.changeCount
        pauseSpans = spans
    }

    // MARK: - The clock

    /// Notes a look; returns what the clocks did since the last one, and whether zones changed.
    mutating func look(at sample: ClockSample, storeFailed: Bool) -> (passage: ClockPassage, zonesChanged: Bool) {
        let passage = passage(to: sample, storeFailed: storeFailed)
        let zonesChanged = zonesChanged
        (lastLook, zoneVersion) = (sample, zones.changeCount)
        return (passage, zonesChanged)
    }

    /// What the clocks did since the last look.
    func passage(to sample: ClockSample, storeFailed: Bool) -> ClockPassage {
        ClockPassage(from: lastLook, to: sample, zoneChanged: zonesChanged, storeFailed: storeFailed)
    }

    /// Whether every schedule is to be looked at anew, whatever was planned.
    func isOutdated(at sample: ClockSample) -> Bool {
        // A look that was taken meanwhile knows more than this sample.
        let isOld = lastLook.map { $0.bootID == sample.bootID && sample.boot < $0.boot } ?? false
        return isStale || zonesChanged || !isOld && passage(to: sample, storeFailed: false).isSetBack
    }

    private var zonesChanged: Bool { zoneVersion != zones.changeCount }

    // MARK: - The plan

    /// The plan is to be made anew.
    mutating func invalidate() { isStale = true }

    /// Sets the pauses that hold from now on.
    mutating func pause(_ pauses: [Pause]) {
        self.pauses = pauses
        refreshPauses()
        isStale = true
    }

    /// Works out anew when pauses begin and end, as that depends on the zone.
    mutating func refreshPauses() { pauseSpans = spans }

    /// Plans every schedule, by number; nil for one that has nothing to wait for.
    mutating func replan(_ wakes: [Instant?]) {
        plan = OccurrencePlan(wakes)
        isStale = false
    }

    /// Plans one schedule.
    mutating func set(_ number: Int, to wake: Instant?) { plan.set(number, to: wake) }

    /// Takes out the schedules that are due, earliest first.
    mutating func popDue(at now: Instant) -> [Int] { plan.popDue(at: now) }

    /// The earliest time of the plan.
    var first: Instant? { plan.first }

    private var spans: [Range<Instant>] {
        pauses.map { $0.span(in: zones.rules(of: $0.zone)) }
    }
}
