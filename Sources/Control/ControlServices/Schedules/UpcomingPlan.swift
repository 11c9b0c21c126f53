// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SleepModel

/// Says what will happen, when and why.
@MainActor
struct UpcomingPlan {
    let zones: ZoneBook
    let clock: any NightClock

    /// What will happen on `targets` within `days`, soonest first.
    func upcoming(_ targets: [DeviceFinder.Target], days: Int) -> [NextDocument] {
        let now = clock.now().wall
        return sorted(targets.flatMap { upcoming($0, from: now, days: days) })
    }

    /// What will happen next on a device within `days`.
    func next(_ target: DeviceFinder.Target, days: Int) -> NextDocument? {
        let now = clock.now().wall
        func first(within days: Int) -> NextDocument? {
            upcoming(target, from: now, days: days).min { one, other in
                let (start, otherStart) = (one.begins ?? one.at, other.begins ?? other.at)
                return start == otherStart ? Self.isSooner(one, other) : start < otherStart
            }
        }
        // Most have something within a day, and each day more takes its time. What the day after brings may say why.
        if let soon = first(within: 2), soon.at <= now + .seconds(86_400) { return soon }
        return first(within: days)
    }

    /// What somebody skipped on a device within `days`.
    func skipped(on target: DeviceFinder.Target, days: Int) -> [NextDocument] {
        let now = clock.now().wall
        let end = now + .seconds(Int64(days) * 86_400)
        let dates = ScheduleDates(zones: zones, clock: clock)
        return ScheduleKind.allCases.flatMap { target.controller.schedules(of: $0) }.filter(\.isEnabled)
            .flatMap { schedule in
                let zone = zones.rules(of: schedule.zone)
                let changes = target.controller.changes(of: schedule)
                let times = dates.shownSkips(schedule, target).flatMap { date in
                    dates.planned(schedule, target, on: date).map { ($0, changes[date]?.isBegun == true) }
                }
                return times.filter { $0.0 > now && $0.0 <= end }.map { instant, isBegun in
                    NextDocument(
                        at: instant, local: zone.localISO8601(instant), device: target.device.name,
                        subject: .schedule(schedule.kind, schedule.id), kind: PlannedKind(schedule.kind),
                        name: schedule.name, rule: zone.rule(at: instant).rawValue,
                        why: isBegun ? "skipped: the night that somebody began takes its place" : "skipped",
                        group: schedule.group, skipped: true)
                }
            }
    }

    /// Soonest first.
    func sorted(_ documents: [NextDocument]) -> [NextDocument] { documents.sorted(by: Self.isSooner) }

    private static func isSooner(_ one: NextDocument, _ other: NextDocument) -> Bool {
        (one.at, one.device, one.name, one.kind.order) < (other.at, other.device, other.name, other.kind.order)
    }

    private func upcoming(_ target: DeviceFinder.Target, from now: Instant, days: Int) -> [NextDocument] {
        let end = now + .seconds(Int64(days) * 86_400)
        // Those of the mirror stand for what is planned anyway.
        let programs = (target.controller.sender.knownPrograms ?? []).filter {
            $0.mirrorRole == nil || !target.device.isMirrored
        }
        let planned = target.controller.upcoming(after: now, until: end)
        let nights = target.controller.plannedNights(ahead: planned)
        return programs.flatMap { starts(of: $0, on: target, after: now, until: end) }
            + ahead(target, nights).filter { $0.at <= end }
            + planned.flatMap { describe($1, of: $0, on: target, nights, until: end) }
    }

    // MARK: -

    /// What runs already and has a moment ahead that people wait for: a ring after a sunrise or a snooze, lights-out, a wake
    /// time.
    private func ahead(_ target: DeviceFinder.Target, _ nights: [PlannedNight]) -> [NextDocument] {
        let now = clock.now().wall
        let ringing = target.controller.runningAlarms.filter(\.run.phase.isRinging)
        let rings = target.controller.runningAlarms.compactMap { alarm -> NextDocument? in
            let why: String
            switch alarm.run.phase {
            case .ringing, .lightAfter: return nil
            case .sunrise:
                return document(
                    alarm.record, .alarm, at: alarm.record.planned, rule: alarm.record.rule, on: target,
                    why: begun("its sunrise", alarm.record, on: target))
            case .snoozed: why = "after a snooze"
            case .unanswered: why = "once more, as nobody answered"
            }
            guard alarm.phaseEnd <= now, let other = ringing.max(by: { $0.phaseEnd < $1.phaseEnd }) else {
                return document(alarm.record, .alarm, at: max(alarm.phaseEnd, now), on: target, why: why)
            }
            return document(
                alarm.record, .alarm, at: max(other.phaseEnd, now), on: target,
                why: "\(why), as soon as “\(other.record.name)” ends")
        }
        let covered = nights.filter { $0.cover(among: nights) != nil }
        let wakes = target.controller.runningBedtimes.filter { night in
            night.run.plan.wake != nil && night.run.wake > now
                && !covered.contains { $0.schedule == night.key.schedule && $0.wake == night.run.wake }
        }.map {
            let zone = zones.rules(of: $0.record.zone)
            let run = $0.run
            let soundEnd = run.plan.soundFor.map { run.bedtime + $0 }.flatMap { $0 > now && $0 < run.wake ? $0 : nil }
            let rule = run.plan.wakeTime(after: run.bedtime, zone: zone)?.rule ?? .unique
            let wake = Self.why((run.plan, run.wake), of: $0.key.date, by: rule, in: zone)
            return document(
                $0.record, .window, at: run.wake, rule: rule, on: target,
                why: [wake, soundEnd.map { Self.soundEnds($0, in: zone) }].compactMap(\.self).joined(separator: "; "))
        }
        let lightsOut = target.controller.runningBedtimes.filter { $0.run.bedtime > now }.map {
            document(
                $0.record, .bedtime, at: $0.run.bedtime, rule: $0.record.rule, on: target,
                why: begun("its wind-down", $0.record, on: target))
        }
        return rings + lightsOut + wakes + nap(target)
    }

    /// That what comes before the time of a run has begun, and from which time somebody moved that.
    private func begun(_ part: String, _ record: OccurrenceRecord, on target: DeviceFinder.Target) -> String {
        let schedule = target.controller.schedules(of: record.kind).first { $0.id == record.key.schedule }
        let change = record.key.isScheduled ? schedule.flatMap { moved($0, on: record.key.date, target) } : nil
        return [change, "\(part) has begun"].compactMap(\.self).joined(separator: "; ")
    }

    /// The end of a nap that lasts.
    private func nap(_ target: DeviceFinder.Target) -> [NextDocument] {
        guard let running = target.controller.runningNap, running.end > clock.now().wall else { return [] }
        let zone = zones.rules(of: nil)
        return [
            NextDocument(
                at: running.end, local: zone.localISO8601(running.end), device: target.device.name,
                subject: .device(target.device.address), kind: .nap, name: "nap",
                rule: zone.rule(at: running.end).rawValue,
                why: "the end of a nap of \(DurationText.format(running.nap.length))")
        ]
    }

    /// A moment of something that runs; without a rule it is one that elapsed time decides.
    private func document(
        _ record: OccurrenceRecord, _ kind: PlannedKind, at instant: Instant, rule: AppliedRule? = nil,
        on target: DeviceFinder.Target, why: String
    ) -> NextDocument {
        let zone = zones.rules(of: record.zone)
        return NextDocument(
            at: instant, local: zone.localISO8601(instant), device: target.device.name,
            subject: .schedule(record.kind, record.key.schedule), kind: kind, name: record.name,
            rule: (rule ?? zone.rule(at: instant)).rawValue, why: why,
            group: target.controller.schedules(of: record.kind).first { $0.id == record.key.schedule }?.group)
    }

    /// The starts of one of the device's own programs, by a device whose clock is right.
    private func starts(
        of program: DeviceProgram, on target: DeviceFinder.Target, after now: Instant, until end: Instant
    ) -> [NextDocument] {
        guard program.isEnabled, program.durationSeconds > 0 else { return [] }
        let zone = zones.rules(of: nil)
        let days = program.days == .daily ? "daily" : "every \(program.days.rangeText)"
        return program.starts(after: now, until: end, in: zone).map { start, rule in
            NextDocument(
                at: start, local: zone.localISO8601(start), device: target.device.name,
                subject: .device(target.device.address), kind: .program, name: program.name, rule: rule.rawValue,
                why: "the device's own program \(program.number), \(days) at \(program.start) by its own clock")
        }
    }

    private func describe(
        _ occurrence: PlannedOccurrence, of schedule: Schedule, on target: DeviceFinder.Target,
        _ nights: [PlannedNight], until end: Instant
    ) -> [NextDocument] {
        let night = nights.first { $0.schedule == schedule.id && $0.begins == occurrence.starts }
        let takeover = night.flatMap { Self.takeover(of: $0, among: nights, in: zones.rules(of: schedule.zone)) }
        var documents = [
            NextDocument(
                at: occurrence.planned,
                local: zones.rules(of: occurrence.zone).localISO8601(occurrence.planned), device: target.device.name,
                subject: .schedule(schedule.kind, schedule.id), kind: PlannedKind(schedule.kind), name: schedule.name,
                rule: occurrence.rule.rawValue,
                why: why(schedule, occurrence, on: target, takeover: takeover),
                begins: occurrence.starts < occurrence.planned && occurrence.starts > clock.now().wall
                    ? occurrence.starts : nil,
                group: schedule.group)
        ]
        guard takeover == nil, case .bedtime(let plan) = schedule.plan,
            let zone = try? zones.rules(for: schedule.zone),
            let time = plan.wakeTime(after: occurrence.planned, zone: zone), let wake = time.instant
        else { return documents }
        if wake <= end {
            documents.append(
                NextDocument(
                    at: wake, local: zone.localISO8601(wake), device: target.device.name,
                    subject: .schedule(schedule.kind, schedule.id), kind: .window, name: schedule.name,
                    rule: time.rule.rawValue,
                    why: Self.why(
                        plan.night(after: occurrence.planned, zone: zone), of: occurrence.key.date, by: time.rule,
                        in: zone),
                    group: schedule.group))
        }
        return documents
    }
}

extension ZoneRules {
    /// Whether an instant is one of two that clocks show the same time at.
    fileprivate func rule(at instant: Instant) -> AppliedRule {
        guard case .overlap(let first, _) = resolve(civil(at: instant)) else { return .unique }
        return instant < first + .seconds(1) ? .overlapFirst : .overlapSecond
    }
}

extension PlannedKind {
    /// Its place among all kinds.
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
