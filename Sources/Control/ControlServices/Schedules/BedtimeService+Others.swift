// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel
import Storage

/// A bedtime beside the others of its device.
extension BedtimeService {
    /// How far ahead a night that overlaps is looked for.
    private static let horizon = Duration.seconds(8 * 86_400)

    /// The bedtime that a new one of a device begins from: of those of its group, else of all, the one that was changed last.
    ///
    /// The log says which that is; where it does not reach back, it is the one that was added last.
    func model(on target: DeviceFinder.Target, of group: String?) async throws -> Schedule? {
        let all = target.controller.schedules(of: .bedtime)
        let own = all.filter { schedule in group.map { schedule.belongs(to: $0) } ?? true }
        let models = own.isEmpty ? all : own
        guard models.count > 1 else { return models.first }
        let changes = try await finder.store.entries(
            since: nil, device: target.device.address, outcomes: [.saved], limit: 100)
        let last = changes.last { change in models.contains { $0.id == change.schedule } }
        return models.first { $0.id == last?.schedule } ?? models.last
    }

    /// Whether the next night would go on for longer than one without a wake time.
    func isTooLong(_ plan: BedtimePlan, by rule: Recurrence, zone: String?) -> Bool {
        let zone = zones.rules(of: zone)
        guard let lightsOut = rule.next(after: clock.now().wall, in: zone)?.instant else { return false }
        return plan.night(after: lightsOut, zone: zone).wake - lightsOut > BedtimePlan.longestNight
    }

    /// That a new bedtime stands beside others of its device, and from which it begins if it takes something of it; nil for the first one.
    func beside(_ added: Schedule, _ target: DeviceFinder.Target, beginningFrom model: Schedule?) -> String? {
        let others = target.controller.schedules(of: .bedtime).filter { $0.id != added.id }.map { "“\($0.name)”" }
        guard !others.isEmpty else { return nil }
        return Sentences.joined(
            "It is a new bedtime, beside \(others.joined(separator: ", ")).",
            model.map { "It begins from “\($0.name)”: what you do not give is the same." })
    }

    /// A warning if another bedtime of the device overlaps with it; nil otherwise.
    func meeting(of schedule: Schedule, _ target: DeviceFinder.Target) -> String? {
        let now = clock.now().wall
        let upcoming = target.controller.upcoming(after: now, until: now + Self.horizon)
            .filter { $0.schedule.kind == .bedtime }
        let own = upcoming.filter { $0.schedule.id == schedule.id }.compactMap(span)
        let other = upcoming.first { night in
            night.schedule.id != schedule.id
                && span(of: night).map { span in own.contains { $0.overlaps(span) } } ?? false
        }
        return other.map {
            "“\(schedule.name)” and “\($0.schedule.name)” overlap, first on \($0.occurrence.key.date.withWeekday). From the time at which "
                + "the second one begins, it decides. To keep them apart, give each its own --days."
        }
    }

    /// A warning if alarms of the device ring in a night of a bedtime, before its wake time; nil otherwise.
    func rings(inNightsOf schedule: Schedule, _ target: DeviceFinder.Target) -> String? {
        guard schedule.bedtimePlan?.wake != nil else { return nil }
        let now = clock.now().wall
        let upcoming = target.controller.upcoming(after: now, until: now + Self.horizon)
        let nights = target.controller.plannedNights(ahead: upcoming.filter { $0.schedule.id == schedule.id })
            .filter { $0.schedule == schedule.id && $0.plan.wake != nil }
        let rings = upcoming.filter { ring in
            let planned = ring.occurrence.planned
            return ring.schedule.kind == .alarm
                && nights.contains { $0.begins + $0.plan.windDown <= planned && planned < $0.wake }
        }
        guard let first = rings.min(by: { $0.occurrence.planned < $1.occurrence.planned }) else { return nil }
        let others = Set(rings.map(\.schedule.name)).subtracting([first.schedule.name])
        let alarm = "The alarm “\(first.schedule.name)”" + (others.isEmpty ? "" : " and \(others.count) more")
        let time = zones.rules(of: first.schedule.zone).civil(at: first.occurrence.planned).withWeekday
        return "\(alarm) ring\(others.isEmpty ? "s" : "") in the night, before the wake time, first on \(time)."
    }
}

extension BedtimeService {
    /// From the wind-down of a night to its end.
    fileprivate func span(of night: (schedule: Schedule, occurrence: PlannedOccurrence)) -> Range<Instant>? {
        guard case .bedtime(let plan) = night.schedule.plan else { return nil }
        let (starts, planned) = (night.occurrence.starts, night.occurrence.planned)
        return starts..<max(starts, plan.nightEnd(after: planned, zone: zones.rules(of: night.schedule.zone)))
    }
}

extension BedtimePlan {
    /// Whether nights by both are the same; without a wake time its light never shows.
    func looksLike(_ other: BedtimePlan) -> Bool {
        var plain = self
        (plain.mornings, plain.sleep) = (other.mornings, other.sleep)
        if wake == nil, other.wake == nil {
            (plain.wakeLight, plain.wakeFor, plain.wakeUntil) = (other.wakeLight, other.wakeFor, other.wakeUntil)
        }
        return plain == other
    }
}

extension Schedule {
    /// Its plan, if it is a bedtime.
    var bedtimePlan: BedtimePlan? { if case .bedtime(let plan) = plan { plan } else { nil } }
}
