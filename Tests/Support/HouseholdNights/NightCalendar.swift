// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Says which schedules begin when, by the contract alone: nothing here is shared with what Lull plans by.
struct NightCalendar {
    /// What is to become of an occurrence.
    enum Verdict: Hashable, Sendable {
        /// It begins to show, and is due at its time or as soon as somebody is there.
        case begins(at: Double, due: Double)
        /// A pause or a skip keeps it from beginning.
        case skipped
        /// It was too late to begin.
        case missed
        /// Too close to call.
        case open
    }

    struct Occurrence: Hashable, Sendable {
        /// The number of its schedule, and how often that had another time before.
        var schedule: Int
        var edition = 0
        var date: CivilDate
        var planned: Instant
        /// The zone that decided it.
        var zone: ZoneRules
        /// When it is to begin to show, and when its time is, if nothing comes between.
        var start: Double
        var due: Double
        var verdict: Verdict
        /// Why it does not begin, or did not in another zone before; nil for what cannot be said.
        var reason: OccurrenceReason?
        /// Whether it was missed in another zone before; one that still can begin is not lost.
        var wasMissed = false
        /// Whether it is missed although it began, as nobody was there at its time.
        var isLost = false
        /// Whether its ring may be missed, as the device is out of reach then; that depends on what people do.
        var mayBeUnheard = false
        /// Whether it was missed and begins again, as its time lies ahead in another zone.
        var isRevived = false
    }

    /// A time of a schedule, as long as it holds.
    private struct Edition {
        var number: Int
        /// On all days; nil for the times that the schedule had first.
        var at: NightSchedule.Time?
        var span: NightFacts.Span
    }

    private struct Day: Hashable {
        var edition: Int
        var date: CivilDate
    }

    let schedules: [NightSchedule]
    let time: NightTime
    var facts = NightFacts()

    /// An alarm is not rung later than this, nor a routine begun that waits for somebody.
    private static let grace = 1800.0
    /// How far from a boundary everything may be.
    private static let slack = 4.0
    /// When all schedules are there.
    static let isFurnished = 120.0

    /// All occurrences, soonest first.
    func occurrences() -> [Occurrence] {
        schedules.indices.flatMap(occurrences).sorted { ($0.due, $0.schedule) < ($1.due, $1.schedule) }
    }

    private func occurrences(of number: Int) -> [Occurrence] {
        let schedule = schedules[number]
        var settled: Set<Day> = []
        var found: [Occurrence] = []
        for (era, edition) in time.eras.flatMap({ era in editions(of: number).map { (era, $0) } }) {
            let first = era.zone.civil(at: time.wall(at: era.from)).date.adding(days: -1)
            let last = era.zone.civil(at: time.wall(at: era.to)).date.adding(days: 1)
            for day in first.daysSince1970...last.daysSince1970 {
                let date = CivilDate(daysSince1970: day)
                let day = Day(edition: edition.number, date: date)
                guard !settled.contains(day) else { continue }
                let moved = facts.edits.last { $0.schedule == number && $0.date == date }
                let clock = (moved?.time ?? edition.at).map { era.zone.moment($0, on: date) }
                guard let planned = clock ?? schedule.moment(on: date, zone: era.zone) else { continue }
                // What calendars say of the past stays as it was.
                let holidays = facts.imports.filter { time.wall(at: $0.at) < planned }.map(\.holidays)
                let start = start(of: planned, schedule, era)
                guard schedule.isOn(date, by: holidays), facts.isOn(number, at: start),
                    // What had passed by the clock when somebody enabled it stays so, also in another zone.
                    planned > facts.enabled(number, before: start).map(time.wall) ?? time.start
                else { continue }
                let due = time.time(of: planned, from: era.from)
                guard planned > time.start, start < era.to else { continue }
                // What another time took the place of does not begin, nor what was over by then.
                guard planned > time.wall(at: edition.span.from), start < edition.span.to else { continue }
                var occurrence = Occurrence(
                    schedule: number, edition: edition.number, date: date, planned: planned, zone: era.zone,
                    start: start, due: due,
                    verdict: .open)
                let decided: Double
                (occurrence.verdict, decided) = verdict(on: occurrence)
                // What nobody has decided until then is another one's to decide.
                guard decided < era.to else { continue }
                occurrence.reason = reason(of: occurrence, decided: decided)
                if let missed = found.firstIndex(where: { $0.date == date && $0.edition == edition.number }) {
                    // One that was missed begins if it still can.
                    switch occurrence.verdict {
                    case .missed, .skipped: continue
                    case .begins, .open: break
                    }
                    // One that has rung unheard begins only where its time lies ahead.
                    if found[missed].mayBeUnheard, planned <= time.wall(at: era.from) { continue }
                    occurrence.reason = found[missed].reason
                    occurrence.wasMissed = true
                    if found[missed].mayBeUnheard { occurrence.verdict = .open }
                    if found[missed].isLost || found[missed].mayBeUnheard {
                        found[missed].isRevived = true
                    } else {
                        found.remove(at: missed)
                    }
                }
                occurrence.isLost = isLost(occurrence)
                occurrence.mayBeUnheard = mayBeUnheard(occurrence)
                if occurrence.verdict != .missed, !occurrence.isLost, !occurrence.mayBeUnheard {
                    settled.insert(day)
                }
                found.append(occurrence)
            }
        }
        return found
    }

    /// When what is planned for an instant begins to show.
    private func start(of planned: Instant, _ schedule: NightSchedule, _ era: NightTime.Era) -> Double {
        min(
            time.time(of: planned - .seconds(schedule.lead), from: era.from), time.time(of: planned, from: era.from))
    }

    private func editions(of number: Int) -> [Edition] {
        let edits = facts.edits.filter { $0.schedule == number && $0.date == nil }
        let begins = [0] + edits.map(\.at)
        let ends = edits.map(\.at) + [.infinity]
        let times = [nil] + edits.map { Optional($0.time) }
        return times.indices.map {
            Edition(number: $0, at: times[$0], span: NightFacts.Span(from: begins[$0], to: ends[$0]))
        }
    }

    /// What is to become of it, and when that is decided.
    private func verdict(on occurrence: Occurrence) -> (Verdict, decided: Double) {
        let (start, due) = (occurrence.start, occurrence.due)
        guard start > Self.isFurnished else { return (.open, start) }
        let absences = facts.spans([.restart, .badRow, .suspend], on: nil)
        let device = schedules[occurrence.schedule].device
        let pauses = facts.spans([.pause, .devicePause], on: device)
        let holds = facts.holds(due, on: device)
        let skips = facts.skips.filter {
            $0.schedule == occurrence.schedule && $0.date == occurrence.date
        }.map(\.span)
        let isClose = (absences + holds + skips).contains { span in
            [span.from, span.to].contains { edge in
                [start, due].contains { abs($0 - edge) <= Self.slack }
            }
        }
        if isClose { return (.open, start) }
        func present(_ time: Double) -> Double {
            absences.reduce(time) { $1.contains($0) ? $1.to : $0 }
        }
        func isHeld(_ time: Double) -> Bool { (holds + skips).contains { $0.contains(time) } }
        // It begins at the first moment, up to its time, at which somebody is there and nothing holds it back.
        let moments = ([start, due] + (pauses + skips).map(\.to)).map(present).sorted()
        let first = moments.first { $0 >= present(start) && $0 <= due && !isHeld($0) }
        let begins = first ?? present(due)
        let rings = max(begins, present(due))
        // By a clock that was set, it may be later than the time that has passed.
        let isLate = (time.wall(at: rings) - occurrence.planned).inSeconds >= latest(occurrence)
        if first == nil, isHeld(due) {
            let pause = pauses.first { $0.contains(due) }
            // A pause keeps from beginning what still could, and is the end of what was planned in it.
            let isPassed = pause.map { isLate && occurrence.planned < time.wall(at: $0.from) } ?? false
            let isSkipped = skips.contains { $0.contains(due) } || !isPassed
            return (isSkipped ? .skipped : .missed, rings)
        }
        // One that shows already goes on until then.
        if begins >= due, isLate { return (.missed, rings) }
        return (.begins(at: begins, due: rings), begins)
    }

    /// Whether nobody was there when a sunrise was over, until it was too late to ring.
    private func isLost(_ occurrence: Occurrence) -> Bool {
        guard case .begins(let begins, let rings) = occurrence.verdict, begins < occurrence.due,
            case .alarm = schedules[occurrence.schedule].plan
        else { return false }
        return (time.wall(at: rings) - occurrence.planned).inSeconds >= Self.grace
    }

    /// Whether the device is out of reach as an alarm begins to ring.
    private func mayBeUnheard(_ occurrence: Occurrence) -> Bool {
        let schedule = schedules[occurrence.schedule]
        guard case .begins(_, let rings) = occurrence.verdict, case .alarm = schedule.plan else { return false }
        return facts.spans([.outOfReach], on: schedule.device).contains { $0.from <= rings && rings < $0.to }
    }

    /// Why an occurrence does not begin.
    private func reason(of occurrence: Occurrence, decided: Double) -> OccurrenceReason? {
        switch occurrence.verdict {
        case .begins, .open: nil
        case .skipped:
            facts.skips.contains { skip in
                skip.schedule == occurrence.schedule && skip.date == occurrence.date
                    && skip.span.contains(occurrence.due)
            } ? .skip : .pause
        case .missed: time.absence(before: decided, facts)
        }
    }

    /// How many seconds after its time an occurrence may still begin.
    private func latest(_ occurrence: Occurrence) -> Double {
        switch facts.plan(of: occurrence.schedule, at: occurrence.start, in: schedules) {
        case .alarm: return Self.grace
        case .bedtime(let bedtime):
            return (bedtime.end(after: occurrence.planned, zone: occurrence.zone) - occurrence.planned)
                .inSeconds
        case .routine(let steps):
            var end = occurrence.planned
            for step in steps {
                guard let next = step.end.moment(after: end, zone: occurrence.zone) else { return Self.grace }
                end = next
            }
            return (end - occurrence.planned).inSeconds
        }
    }
}

extension NightSchedule.Step.End {
    /// When a step ends that begins at an instant; nil for one that waits for somebody.
    func moment(after begin: Instant, zone: ZoneRules) -> Instant? {
        switch self {
        case .after(let seconds): begin + .seconds(seconds)
        case .at(let time): zone.moment(time, after: begin)
        case .untilTold: nil
        }
    }
}
