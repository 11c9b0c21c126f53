// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel

/// Single mornings on which a bedtime wakes at another time.
extension BedtimeService {
    /// How many days ahead the next morning is looked for.
    private static let horizon = 8

    /// A night of a bedtime that runs or lies ahead.
    private struct Night {
        var target: DeviceFinder.Target
        var schedule: Schedule
        var plan: BedtimePlan
        var lightsOut: Instant
        /// When it wakes, or ends if it has no wake time.
        var wake: Instant
        /// The date of that.
        var morning: CivilDate
    }

    /// Gives one morning another wake time, the next one by default; its usual time takes that back.
    ///
    /// A night that runs goes on until then.
    func moveWakeTime(_ request: MoveRequest) async throws(ControlError) -> BedtimeDocument {
        try await deliveries.following(\.warning, in: queue) {
            let night = try await night(of: request)
            let (target, zone) = (night.target, zones.rules(of: night.schedule.zone))
            let time = try reader(target).time(request.at, "the wake time")
            var (edited, plan) = (night.schedule, night.plan)
            plan.mornings[night.morning] = nil
            let isUsual = plan.wakeTime(after: night.lightsOut, zone: zone)?.civil.time == time
            plan.mornings[night.morning] = time
            let wake = try checked(plan.wakeTime(after: night.lightsOut, zone: zone), of: night, at: time)
            if isUsual { plan.mornings[night.morning] = nil }
            // The evening of a night that runs may be that of yesterday.
            let yesterday = zone.civil(at: clock.now().wall).date.adding(days: -1)
            plan.mornings = plan.mornings.filter { $0.key >= yesterday }
            edited.plan = .bedtime(plan)
            if edited != night.schedule { try await target.controller.edit(edited) }
            var document = try require(document(edited, target))
            document.warning = rings(before: wake, in: night)
            return (document, target)
        }
    }

    /// The night that ends on the morning of a request, or else the one that ends next.
    private func night(of request: MoveRequest) async throws -> Night {
        let all = try await finder.schedules(of: .bedtime, on: request.device)
        let fitting = try await finder.fitting(all, named: request.name, kind: .bedtime, on: request.device)
        let nights = try fitting.flatMap { target, schedule in
            let wanted = try dates.date(request.date, of: schedule)
            return self.nights(of: schedule, target, until: wanted).filter { wanted == nil || $0.morning == wanted }
        }
        guard let first = nights.min(by: { $0.wake < $1.wake }) else {
            if let (target, schedule) = fitting.first, fitting.count == 1, !schedule.isEnabled {
                throw ScheduleDates.isDisabled(schedule, target)
            }
            throw RequestReader.invalid(
                "No night of \(DeviceFinder.listing(fitting)) ends on \(request.date.map(\.printable) ?? "a day to come").",
                "See `lull next --days 7`.")
        }
        // Of the bedtimes of one device it is the one that ends next; of several devices one is to be named.
        let meant = fitting.filter {
            $0.schedule.id == first.schedule.id || $0.target.device.address != first.target.device.address
        }
        let found = try await finder.pick(meant, named: request.name, kind: .bedtime, on: request.device)
        try await finder.requireReadable([found.schedule])
        return first
    }

    /// The nights of a bedtime that end after now, up to that of a morning.
    private func nights(of schedule: Schedule, _ target: DeviceFinder.Target, until morning: CivilDate?) -> [Night] {
        guard case .bedtime(let plan) = schedule.plan else { return [] }
        let (now, zone) = (clock.now().wall, zones.rules(of: schedule.zone))
        let today = zone.civil(at: now).date.daysSince1970
        let days = max(0, (morning?.daysSince1970 ?? today + Self.horizon) - today)
        let ahead = target.controller.upcoming(after: now, until: now + .seconds(86_400 * (days + 1)))
        return target.controller.plannedNights(ahead: ahead.filter { $0.schedule.id == schedule.id })
            .filter { $0.schedule == schedule.id && $0.wake > now }
            .map { night in
                Night(
                    target: target, schedule: schedule, plan: plan, lightsOut: night.begins + night.plan.windDown,
                    wake: night.wake, morning: zone.civil(at: night.wake).date)
            }
    }

    /// The new wake time; throws one that has passed, or that is not in the night.
    private func checked(
        _ wake: CivilOccurrence?, of night: Night, at time: TimeOfDay
    ) throws(ControlError) -> Instant {
        let zone = zones.rules(of: night.schedule.zone)
        guard let wake, wake.civil.date == night.morning, let instant = wake.instant else {
            throw RequestReader.invalid(
                "That night begins only at \(zone.civil(at: night.lightsOut).time) on \(night.morning).",
                "Give a later wake time, or another --date.")
        }
        guard instant > clock.now().wall else {
            throw RequestReader.invalid(
                "\(time) on \(night.morning) has passed.", "Give a later time, or another --date.")
        }
        let next = night.target.controller.upcoming(after: night.lightsOut, until: instant).first {
            $0.schedule.id == night.schedule.id && $0.occurrence.planned > night.lightsOut
        }
        if let next {
            let lightsOut = zone.civil(at: next.occurrence.planned)
            throw RequestReader.invalid(
                "Lights-out of the next night comes before that, at \(lightsOut.time) on \(lightsOut.date).",
                "Give an earlier wake time.")
        }
        return instant
    }

    /// That alarms ring before the wake time of a night; nil for none.
    private func rings(before wake: Instant, in night: Night) -> String? {
        let start = max(clock.now().wall, night.lightsOut)
        let alarms = night.target.controller.upcoming(after: start, until: wake).filter {
            $0.schedule.kind == .alarm && $0.occurrence.planned < wake
        }
        guard let (schedule, occurrence) = alarms.first else { return nil }
        let rings = alarms.map { schedule, occurrence in
            "The alarm “\(schedule.name)” rings before that, at \(night.target.time(occurrence.planned, zones))."
        }
        return rings.joined(separator: " ") + " To leave \(rings.count == 1 ? "that" : "the first one") out: "
            + "`lull alarm skip \(night.target.arguments(for: schedule)) --date \(occurrence.key.date)`."
    }
}
