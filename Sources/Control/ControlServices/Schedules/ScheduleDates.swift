// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel

/// Single dates of schedules that differ from their rules.
@MainActor
struct ScheduleDates {
    let zones: ZoneBook
    let clock: any NightClock

    /// The date that somebody names, or a word such as `tomorrow` by the clock of a schedule; nil for none.
    func date(_ text: String?, of schedule: Schedule) throws(ControlError) -> CivilDate? {
        guard let text else { return nil }
        let today = zones.rules(of: schedule.zone).civil(at: clock.now().wall).date
        guard let date = DateText.parse(text, today: today) else { throw ControlError(notADate: text, "--date") }
        return date
    }

    // MARK: - What there is

    /// The dates to come on which a schedule is skipped, in order; none whose time has passed.
    func skipped(_ schedule: Schedule, _ target: DeviceFinder.Target) -> [CivilDate] {
        target.controller.changes(of: schedule).filter { $0.value.isSkip && isToCome(schedule, target, on: $0.key) }
            .keys.sorted()
    }

    /// The same without the date whose night somebody began before its time, while that night runs.
    func shownSkips(_ schedule: Schedule, _ target: DeviceFinder.Target) -> [CivilDate] {
        let night = target.controller.runningBedtimes.first {
            $0.key.schedule == schedule.id && !$0.key.isScheduled
        }
        guard let wake = night?.run.wake else { return skipped(schedule, target) }
        return skipped(schedule, target).filter { (self.planned(schedule, target, on: $0).min() ?? wake) >= wake }
    }

    /// The dates to come on which a schedule has another time, in order.
    func moved(_ schedule: Schedule, _ target: DeviceFinder.Target) -> [MovedDateDocument] {
        let cancelled = target.controller.cancelled(of: schedule)
        return moves(of: schedule, target).filter { move in
            isDate(move.date, of: schedule, target)
                && !(instant(of: move.at, on: move.date, schedule).map(cancelled.contains) ?? false)
        }
    }

    /// Whether a schedule has a time of its own on a date: an edit may leave out one that somebody moved.
    private func isDate(_ date: CivilDate, of schedule: Schedule, _ target: DeviceFinder.Target) -> Bool {
        let rule = target.controller.rule(of: schedule)
        return rule.map { !$0.occurrences(on: date, in: zones.rules(of: schedule.zone)).isEmpty } ?? false
    }

    private func moves(of schedule: Schedule, _ target: DeviceFinder.Target) -> [MovedDateDocument] {
        target.controller.changes(of: schedule).compactMap { date, change in
            guard case .time(let time) = change, let instant = instant(of: time, on: date, schedule),
                instant > clock.now().wall
            else { return nil }
            return MovedDateDocument(date: date, at: zones.rules(of: schedule.zone).civil(at: instant).time)
        }
        .sorted { $0.date < $1.date }
    }

    /// That dates keep the times to which somebody moved them after an edit of the usual ones, and how to undo that; nil for
    /// no such date.
    func stillMoved(_ before: Schedule, _ edited: Schedule, _ target: DeviceFinder.Target) -> String? {
        guard !edited.hasTimes(of: before) else { return nil }
        return Sentences.joined(lostMoves(before, edited, target), keptMoves(edited, target))
    }

    /// That dates that somebody moved are no dates of a schedule any more after an edit; nil for no such date.
    private func lostMoves(_ before: Schedule, _ edited: Schedule, _ target: DeviceFinder.Target) -> String? {
        let lost = moves(of: edited, target).filter {
            isDate($0.date, of: before, target) && !isDate($0.date, of: edited, target)
        }
        guard !lost.isEmpty else { return nil }
        let times = lost.map { "\($0.at) on \($0.date.withWeekday)" }.listed
        return lost.count == 1
            ? "The move to \(times) does not count while “\(edited.name)” has no time on that date."
            : "The moves to \(times) do not count while “\(edited.name)” has no time on those dates."
    }

    private func keptMoves(_ edited: Schedule, _ target: DeviceFinder.Target) -> String? {
        let zone = zones.rules(of: edited.zone)
        let own = target.controller.rule(of: edited)
        let kept = moved(edited, target).compactMap { moved -> (moved: MovedDateDocument, usual: TimeOfDay)? in
            let usual = own?.occurrences(on: moved.date, in: zone).first?.instant.map { zone.civil(at: $0).time }
            return usual.flatMap { $0 == moved.at ? nil : (moved, $0) }
        }
        guard let first = kept.first else { return nil }
        let times = kept.map { "\($0.moved.at) on \($0.moved.date.withWeekday)" }.listed
        return "It stays at \(times), where somebody moved it. To undo \(kept.count == 1 ? "that" : "the first"): "
            + "`lull \(edited.kind) move \(target.arguments(for: edited)) \(first.usual) --date \(first.moved.date)`."
    }

    /// The mornings to come on which a bedtime wakes at another time, in order; none without a night.
    func mornings(_ schedule: Schedule, _ target: DeviceFinder.Target) -> [MovedDateDocument] {
        let (now, zone) = (clock.now().wall, zones.rules(of: schedule.zone))
        let mornings = (schedule.bedtimePlan?.mornings ?? [:]).sorted { $0.key < $1.key }
            .compactMap { date, time in
                Recurrence(days: .once(date), time: time).next(after: now, in: zone)?.instant
                    .map { MovedDateDocument(date: date, at: zone.civil(at: $0).time) }
            }
        guard let last = mornings.last?.date else { return [] }
        // The night of a morning may be over already, or be left out.
        let days = max(0, last.daysSince1970 - zone.civil(at: now).date.daysSince1970) + 1
        let ahead = target.controller.upcoming(after: now, until: now + .seconds(86_400 * days))
        let nights = target.controller.plannedNights(ahead: ahead.filter { $0.schedule.id == schedule.id })
        let dates = Set(nights.filter { $0.schedule == schedule.id }.map { zone.civil(at: $0.wake).date })
        return mornings.filter { dates.contains($0.date) }
    }

    /// Whether a schedule has a time on a date that has not passed, by its rule or where somebody moved it.
    func isToCome(_ schedule: Schedule, _ target: DeviceFinder.Target, on date: CivilDate) -> Bool {
        planned(schedule, target, on: date).contains { $0 > clock.now().wall }
    }

    /// When a schedule is planned on a date, by its rule or where somebody moved it.
    func planned(_ schedule: Schedule, _ target: DeviceFinder.Target, on date: CivilDate) -> [Instant] {
        let times =
            target.controller.rule(of: schedule)?.occurrences(on: date, in: zones.rules(of: schedule.zone)) ?? []
        guard !times.isEmpty else { return [] }
        let moved = target.controller.changes(of: schedule)[date]?.time
        return (moved.map { [instant(of: $0, on: date, schedule)] } ?? times.map(\.instant)).compactMap(\.self)
    }

    // MARK: - What people arrange

    /// Skips a routine or a bedtime on a date, the next one by default; returns what to say of a date that is skipped
    /// already.
    func skip(_ schedule: Schedule, _ target: DeviceFinder.Target, on wanted: CivilDate?) async throws -> String? {
        let skipped = skipped(schedule, target)
        let next = target.controller.next(of: schedule)?.key.date
        try requireNotBegun(schedule, target, on: wanted)
        guard let date = wanted ?? [skipped.first, next].compactMap(\.self).min() else {
            throw Self.hasNoTime(schedule, target)
        }
        if let error = holiday(schedule, target, on: date) { throw error }
        guard isToCome(schedule, target, on: date) else {
            throw RequestReader.invalid(
                "\(schedule.title(on: target)) has no time on \(date) that lies ahead.", "See `lull next --days 7`.")
        }
        // One whose place a night took is skipped on request from now on.
        guard !skipped.contains(date) || target.controller.changes(of: schedule)[date]?.isBegun == true else {
            return "It was skipped on \(date) before, so nothing changed."
                + (wanted == nil ? skippingToo(next, of: schedule, target) : "")
        }
        try await target.controller.change(schedule, on: date, to: .skip())
        return nil
    }

    /// How to skip the next date too, after another sentence; empty if there is none.
    func skippingToo(_ next: CivilDate?, of schedule: Schedule, _ target: DeviceFinder.Target) -> String {
        guard let next else { return "" }
        let command = "lull \(schedule.kind) skip \(target.arguments(for: schedule)) --date \(next)"
        return " To skip the next one too: `\(command)`."
    }

    /// Cancels the skip of a routine or a bedtime, on one date or on all to come.
    func unskip(_ schedule: Schedule, _ target: DeviceFinder.Target, on wanted: CivilDate?) async throws {
        let dates = skipped(schedule, target).filter { wanted == nil || $0 == wanted }
        guard !dates.isEmpty else {
            throw ControlError(
                .nothingActive,
                "\(schedule.title(on: target)) is not skipped" + (wanted.map { " on \($0)." } ?? "."),
                advice: "See `lull \(schedule.kind) list`.")
        }
        for date in dates { try await target.controller.change(schedule, on: date, to: nil) }
    }

    /// Gives a schedule another time on one date, as people write both.
    ///
    /// A length of time, as `20m`, counts from now.
    func move(
        _ schedule: Schedule, _ target: DeviceFinder.Target, to text: String, on wanted: String?
    ) async throws {
        let date = try date(wanted, of: schedule)
        guard TimeOfDay(parsing: text) == nil, let length = DurationText.parse(text), length > .zero else {
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            let time = try reader.time(text, "the time", or: "20m for in 20 minutes")
            return try await move(schedule, target, to: time, on: date)
        }
        guard date == nil else {
            throw RequestReader.invalid(
                "“\(text.printable)” counts from now, and --date is another day.",
                "Give a time as 07:00, or no --date.")
        }
        let moment = zones.rules(of: schedule.zone).civil(at: clock.now().wall + length)
        // A length of time means the night that somebody began, even on a date that has a night of its own.
        if let lightsOut = lightsOut(of: schedule, target, on: nil, movingTo: moment.time) {
            return try await target.controller.moveNight(schedule.id, to: lightsOut)
        }
        try await move(schedule, target, to: moment.time, on: moment.date)
    }

    /// Gives a schedule another time on one date, the next one by default; its own time takes that back.
    ///
    /// A sunrise or a wind-down that has begun goes on to its new time.
    private func move(
        _ schedule: Schedule, _ target: DeviceFinder.Target, to time: TimeOfDay, on wanted: CivilDate?
    ) async throws {
        if let lightsOut = lightsOut(of: schedule, target, on: wanted, movingTo: time) {
            return try await target.controller.moveNight(schedule.id, to: lightsOut)
        }
        let shown = shownDate(of: schedule, target, on: wanted, movingTo: time)
        if shown == nil { try requireNotBegun(schedule, target, on: wanted) }
        guard let date = shown ?? wanted ?? target.controller.next(of: schedule)?.key.date else {
            throw Self.hasNoTime(schedule, target)
        }
        if let error = holiday(schedule, target, on: date) { throw error }
        guard shown != nil || isAhead(schedule, target, on: date), let planned = instant(of: time, on: date, schedule)
        else {
            throw RequestReader.invalid(
                "\(schedule.title(on: target)) has no time on \(date) that lies ahead.", "See `lull next --days 7`.")
        }
        guard planned > clock.now().wall else {
            throw RequestReader.invalid("\(time) on \(date) has passed.", "Give a later time, or another --date.")
        }
        let own = target.controller.rule(of: schedule)?.occurrences(on: date, in: zones.rules(of: schedule.zone)).first?
            .instant
        let before = target.controller.changes(of: schedule)[date]
        if own == planned, let before, before.isSkip {
            try await target.controller.change(schedule, on: date, to: nil)
            // What it was moved to before the skip is back now.
            guard before.time != nil else { return }
        }
        try await target.controller.change(schedule, on: date, to: own == planned ? nil : .time(time))
    }

    /// Why a schedule has no time on a date, if its holidays are the reason.
    func holiday(_ schedule: Schedule, _ target: DeviceFinder.Target, on date: CivilDate) -> ControlError? {
        guard let rule = schedule.recurrence, rule.includes(date),
            target.controller.rule(of: schedule)?.includes(date) == false
        else { return nil }
        let book = target.controller.holidays
        let title = schedule.title(on: target)
        let advice = "See `lull holidays list`."
        guard let calendar = rule.holidays.notOn.compactMap({ book[$0] }).first(where: { $0.dates.contains(date) })
        else {
            let names = rule.holidays.onlyOn.map { "“\($0)”" }.joined(separator: ", ")
            return RequestReader.invalid("\(title) is only on dates of the holidays \(names), not on \(date).", advice)
        }
        let summary = calendar.summaries(on: date).first.map { " (\($0.printable))" } ?? ""
        return RequestReader.invalid(
            "\(title) is not on \(date), a date of the holidays “\(calendar.name)”\(summary).", advice)
    }

    // MARK: -

    /// Whether something of a schedule on a date lies ahead, also if it is skipped.
    private func isAhead(_ schedule: Schedule, _ target: DeviceFinder.Target, on date: CivilDate) -> Bool {
        if skipped(schedule, target).contains(date) { return true }
        let zone = zones.rules(of: schedule.zone)
        guard let last = target.controller.rule(of: schedule)?.occurrences(on: date, in: zone).last?.instant else {
            return false
        }
        let end = max(
            last,
            moved(schedule, target).first { $0.date == date }
                .flatMap { instant(of: $0.at, on: date, schedule) } ?? last)
        return target.controller.upcoming(after: clock.now().wall, until: end)
            .contains { $0.schedule.id == schedule.id && $0.occurrence.key.date == date }
    }

    /// The date of what shows already and can still go on to another time: an alarm in its sunrise, a bedtime in its
    /// wind-down.
    private func shownDate(
        of schedule: Schedule, _ target: DeviceFinder.Target, on wanted: CivilDate?, movingTo time: TimeOfDay
    ) -> CivilDate? {
        let sunrises = target.controller.runningAlarms.filter {
            if case .sunrise = $0.run.phase { true } else { false }
        }
        let windDowns = target.controller.runningBedtimes.filter {
            guard $0.key.isScheduled, let moved = instant(of: time, on: $0.key.date, schedule) else { return false }
            return $0.phase == .windDown && ($0.run.plan.wake == nil || moved < $0.run.wake)
        }
        return (sunrises.map(\.key) + windDowns.map(\.key))
            .first { $0.schedule == schedule.id && (wanted == nil || $0.date == wanted) }?.date
    }

    /// When lights-out is to be of a night that somebody began, and whose wind-down a new time moves; nil for none.
    private func lightsOut(
        of schedule: Schedule, _ target: DeviceFinder.Target, on wanted: CivilDate?, movingTo time: TimeOfDay
    ) -> Instant? {
        let night = target.controller.runningBedtimes.first {
            $0.key.schedule == schedule.id && !$0.key.isScheduled && $0.phase == .windDown
        }
        guard let night else { return nil }
        let now = clock.now().wall
        let today = zones.rules(of: schedule.zone).civil(at: now).date
        if let wanted {
            // The date may have a night of its own, in whose place this one is not.
            let isOther =
                isAhead(schedule, target, on: wanted)
                && target.controller.changes(of: schedule)[wanted]?.isBegun != true
            guard [today, night.key.date].contains(wanted), !isOther else { return nil }
        }
        // The wind-down may go on past midnight.
        let ahead = [today, today.adding(days: 1)].compactMap { instant(of: time, on: $0, schedule) }.first { $0 > now }
        let latest = night.run.plan.wake == nil ? now + .seconds(12 * 60 * 60) : night.run.wake
        return ahead.flatMap { $0 < latest ? $0 : nil }
    }

    private func instant(of time: TimeOfDay, on date: CivilDate, _ schedule: Schedule) -> Instant? {
        let rule = Recurrence(
            days: .once(date), time: time, gap: schedule.recurrence?.gap ?? .later,
            overlap: schedule.recurrence?.overlap ?? .first)
        return rule.occurrences(on: date, in: zones.rules(of: schedule.zone)).first?.instant
    }

    /// Throws, with what to do, when the occurrence of the date has begun.
    private func requireNotBegun(
        _ schedule: Schedule, _ target: DeviceFinder.Target, on date: CivilDate?
    ) throws(ControlError) {
        // A run by hand is not the one of its date.
        let running = target.controller.runningKeys(of: schedule).first {
            $0.isScheduled && (date == nil || $0.date == date)
        }
        guard let running else { return }
        let arguments = target.arguments(for: schedule)
        let ending =
            switch schedule.kind {
            case .alarm:
                "To let it ring later: `lull alarm snooze \(arguments) --for 20m`. "
                    + "End it: `lull alarm dismiss \(arguments)`."
            case .routine: "Stop it: `lull routine stop \(arguments)`."
            case .bedtime: "End it for tonight: `lull bedtime off \(arguments)`."
            }
        throw RequestReader.invalid(
            "\(schedule.title(on: target)) of \(running.date) has begun, so that date stays as it is.",
            "\(ending) Or give another date with --date.")
    }

    /// Throws, with the command that was meant, when an edit would leave one date of a schedule that repeats.
    func requireNoSingleDate(
        of schedule: Schedule, _ target: DeviceFinder.Target, in request: RuleRequest, as asked: RuleRequest
    ) throws(ControlError) {
        guard request.date != nil, schedule.recurrence?.isOnce == false else { return }
        let date = asked.date.map { " --date \($0.shellWord)" } ?? ""
        let time = (asked.at ?? "08:00").shellWord
        let command = "lull \(schedule.kind) move \(target.arguments(for: schedule)) \(time)\(date)"
        throw RequestReader.invalid(
            "\(schedule.title(on: target)) repeats, and --date would leave it on one date only.",
            "To change one date and keep the others: `\(command)`.")
    }

    /// Why a schedule that somebody disabled has no next time.
    static func isDisabled(_ schedule: Schedule, _ target: DeviceFinder.Target) -> ControlError {
        ControlError(
            .nothingActive, "\(schedule.title(on: target)) is disabled.",
            advice: "Enable it: `lull \(schedule.kind) enable \(target.arguments(for: schedule))`.")
    }

    private static func hasNoTime(_ schedule: Schedule, _ target: DeviceFinder.Target) -> ControlError {
        guard schedule.isEnabled || schedule.recurrence == nil || schedule.recurrence?.isOnce == true else {
            return isDisabled(schedule, target)
        }
        return ControlError(
            .nothingActive, "\(schedule.title(on: target)) has no next time.",
            advice: "See `lull \(schedule.kind) list`.")
    }
}

extension Schedule {
    /// What people call it at the beginning of a sentence.
    @MainActor
    func title(on target: DeviceFinder.Target) -> String {
        guard kind == .bedtime else { return "“\(name)”" }
        let name = name == BedtimePlan.usualName ? "bedtime" : "bedtime “\(name)”"
        return "The \(name) of \(target.device.name)"
    }
}
