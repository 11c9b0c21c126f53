// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Yams

/// Writes schedules with their plans and overrides, as `SetupReader` reads them.
struct SetupWriter {
    let sounds: SoundNames
    let overrides: [ScheduleID: [OccurrenceOverride]]

    func limit(_ limit: DeviceLimit) -> Node {
        var part = SetupPart()
        part[.volume] = limit.volume.map { .word(SetupText.text($0)) }
        part[.brightness] = limit.brightness.map { .word(SetupText.text($0)) }
        part[.between] = limit.hours.map { .word($0.description) }
        return part.node
    }

    func pause(_ pause: Pause) -> Node {
        var part = SetupPart()
        part[.since] = .word(SetupText.text(pause.since))
        part[.from] = pause.from.map { .word($0.description) }
        part[.until] = pause.until.map { .word($0.description) }
        part[.zone] = pause.zone.map(Node.text)
        return part.node
    }

    func calendar(_ calendar: HolidayCalendar) -> Node {
        var part = SetupPart()
        part[.name] = .text(calendar.name)
        part[.dates] = .list(calendar.holidays.map(holiday))
        return part.node
    }

    private func holiday(_ holiday: Holiday) -> Node {
        var part = SetupPart()
        part[.name] = .text(holiday.summary)
        part[.date] = .word(holiday.first.description)
        if holiday.dayCount != 1 { part[.lasts] = .word("\(holiday.dayCount)") }
        if let yearly = holiday.yearly {
            part[.every] = .word("\(yearly.interval)")
            if !yearly.months.isEmpty { part[.months] = .words(yearly.months.map(String.init)) }
            if !yearly.days.isEmpty { part[.monthDays] = .words(yearly.days.map(String.init)) }
            if !yearly.weekdays.isEmpty { part[.weekdays] = .words(yearly.weekdays.map(\.text)) }
            part[.until] = yearly.until.map { .word($0.description) }
        }
        if !holiday.except.isEmpty { part[.except] = .words(holiday.except.sorted().map(\.description)) }
        return part.node
    }

    func schedule(_ schedule: Schedule, _ product: HardwareProduct) -> Node {
        var part = SetupPart()
        write(nameOf: schedule, into: &part)
        part[.group] = schedule.group.map(Node.text)
        write(identityOf: schedule, into: &part)
        write(rulesOf: schedule, into: &part)
        write(standingOf: schedule, into: &part)
        write(schedule.plan, product, into: &part)
        write(overridesOf: schedule, into: &part)
        return part.node
    }

    func write(nameOf schedule: Schedule, into part: inout SetupPart) {
        part[.name] = .text(schedule.name)
        part[.kind] = .word(schedule.kind.rawValue)
    }

    func write(identityOf schedule: Schedule, into part: inout SetupPart) {
        part[.id] = .text(schedule.id.rawValue)
        if !schedule.isEnabled { part[.enabled] = .word("false") }
    }

    /// Writes since when a schedule counts, and how far its times have been dealt with.
    func write(standingOf schedule: Schedule, into part: inout SetupPart) {
        part[.validFrom] = .word(SetupText.text(schedule.validFrom))
        part[.settledThrough] = .word(SetupText.text(schedule.settledThrough))
    }

    func write(rulesOf schedule: Schedule, into part: inout SetupPart) {
        if let rule = schedule.recurrence { write(rule, into: &part) }
        part[.zone] = schedule.zone.map(Node.text)
    }

    func write(overridesOf schedule: Schedule, into part: inout SetupPart) {
        let own = (overrides[schedule.id] ?? []).sorted { $0.date < $1.date }
        if !own.isEmpty { part[.overrides] = .list(own.map(override)) }
    }

    private func override(_ override: OccurrenceOverride) -> Node {
        var part = SetupPart()
        part[.date] = .word(override.date.description)
        part[.change] =
            switch override.change {
            case .skip(let time, let isBegun): .word((isBegun ? "begun" : "skip") + (time.map { " \($0)" } ?? ""))
            case .time(let time): .word(time.description)
            }
        part[.since] = .word(SetupText.text(override.since))
        return part.node
    }

    // MARK: - Rules

    private func write(_ rule: Recurrence, into part: inout SetupPart) {
        switch rule.time {
        case .clock(let time): part[.at] = .word(time.description)
        case .byWeekday(let times): part[.at] = Self.node(times)
        case .sun(let time): part[.sun] = Self.node(time)
        }
        switch rule.days {
        case .once(let date): part[.date] = .word(date.description)
        case .weekly(.daily): part[.days] = .word("daily")
        case .weekly(let days): part[.days] = .words(days.shortNames)
        case .yearly(let day):
            part[.yearly] = .word(day.description)
            if day.leapDay != .skip { part[.leapDay] = .word(day.leapDay.rawValue) }
        }
        part[.first] = rule.bounds.first.map { .word($0.description) }
        part[.last] = rule.bounds.last.map { .word($0.description) }
        if !rule.exceptions.isEmpty { part[.except] = .words(rule.exceptions.sorted().map(\.description)) }
        if !rule.holidays.notOn.isEmpty { part[.notOn] = .texts(rule.holidays.notOn) }
        if !rule.holidays.onlyOn.isEmpty { part[.onlyOn] = .texts(rule.holidays.onlyOn) }
        if rule.gap != .later { part[.gap] = .word(rule.gap.rawValue) }
        if rule.overlap != .first { part[.overlap] = .word(rule.overlap.rawValue) }
    }

    private static func node(_ times: WeekdayTimes) -> Node {
        let mondayFirst = Weekday.allCases.dropFirst() + [.sunday]
        let pairs = mondayFirst.compactMap { day in
            times[day].map { (Node.word(day.shortName), Node.word($0.description)) }
        }
        return .mapping(Node.Mapping(pairs, Tag(.map), .block))
    }

    private static func node(_ mornings: [CivilDate: TimeOfDay]) -> Node {
        let pairs = mornings.sorted { $0.key < $1.key }.map { (Node.word($0.description), Node.word($1.description)) }
        return .mapping(Node.Mapping(pairs, Tag(.map), .block))
    }

    private static func node(_ time: SunTime) -> Node {
        var part = SetupPart()
        part[.event] = .word(time.event.rawValue)
        if time.offset != .zero { part[.offset] = .word(SetupText.text(offset: time.offset)) }
        part[.earliest] = time.earliest.map { .word($0.description) }
        part[.latest] = time.latest.map { .word($0.description) }
        part[.fallback] = time.fallback.map { .word($0.description) }
        part[.latitude] = .word("\(time.place.latitude)")
        part[.longitude] = .word("\(time.place.longitude)")
        return part.node
    }

    // MARK: - Plans

    func write(_ plan: Schedule.Plan, _ product: HardwareProduct, into part: inout SetupPart) {
        switch plan {
        case .routine(let plan):
            if plan.ifRunning != .replace { part[.ifRunning] = .word(plan.ifRunning.rawValue) }
            part[.steps] = .list(
                plan.steps.enumerated().map { step($0.element, product, isLast: $0.offset == plan.steps.count - 1) })
        case .alarm(let plan):
            part[.sunrise] = plan.sunrise.map { .word(SetupText.text($0)) }
            part[.light] = plan.light.map { .text($0) }
            part[.sound] = sound(plan.sound, product)
            part[.volume] = .word(SetupText.text(plan.volume))
            part[.crescendo] = plan.crescendo.map { .word(SetupText.text($0)) }
            part[.ringFor] = plan.ringFor == AlarmPlan.usualRing ? nil : .word(SetupText.text(plan.ringFor))
            part[.snooze] = .word(SetupText.text(plan.snooze))
            part[.snoozeLimit] = plan.snoozeLimit == AlarmPlan.usualSnoozeLimit ? nil : .word("\(plan.snoozeLimit)")
            part[.touch] = plan.touch == .snooze ? nil : .word(plan.touch.rawValue)
            part[.lightAfter] = plan.lightAfter.map { .word(SetupText.text($0)) }
            part[.backup] = plan.backup.map { .word(SetupText.text($0)) }
        case .bedtime(let plan):
            part[.reminder] = plan.reminder.map { .word(SetupText.text($0)) }
            part[.windDown] = .word(SetupText.text(plan.windDown))
            part[.light] = .text(plan.light)
            part[.sound] = sound(plan.sound, product)
            part[.volume] = .word(SetupText.text(plan.volume))
            part[.nightVolume] = plan.nightVolume.map { .word(SetupText.text($0)) }
            part[.soundFor] = plan.soundFor.map { .word(SetupText.text($0)) }
            part[.nightLight] = plan.nightLight.map { .text($0) }
            part[.stayInBed] = plan.stayInBed.map { .word(SetupText.text($0.lead)) }
            part[.stayInBedLight] = plan.stayInBed.map { .text($0.light) }
            part[.wake] = plan.wake.map { week in week.everyDay.map { .word($0.description) } ?? Self.node(week) }
            part[.sleep] = plan.sleep.map { .word(SetupText.text($0)) }
            if !plan.mornings.isEmpty { part[.mornings] = Self.node(plan.mornings) }
            part[.wakeLight] = .text(plan.wakeLight)
            if let until = plan.wakeUntil {
                part[.wakeFor] = .word(until.description)
            } else if plan.wakeFor != BedtimePlan.usualWakeDuration {
                part[.wakeFor] = .word(SetupText.text(plan.wakeFor))
            }
            part[.return] = plan.returnsAfter.map { .word(SetupText.text($0)) }
        }
    }

    private func step(_ step: RoutineStep, _ product: HardwareProduct, isLast: Bool) -> Node {
        var part = SetupPart()
        part[.light] = step.light.map { .text($0) }
        if step.lightFade != .zero { part[.lightFade] = .word(SetupText.text(step.lightFade)) }
        part[.sound] = step.sound.map { sound($0, product) }
        part[.volume] = step.volume.map { .word(SetupText.text($0)) }
        if step.volumeFade != .zero { part[.volumeFade] = .word(SetupText.text(step.volumeFade)) }
        switch step.end {
        case .after(let duration): part[.for] = .word(SetupText.text(duration))
        case .at(let time): part[.until] = .word(time.description)
        case .whenStopped: part[.until] = .word(isLast ? "stopped" : "told")
        }
        return part.node
    }

    private func sound(_ sound: SoundID, _ product: HardwareProduct) -> Node {
        if sound == .none { return .word("off") }
        guard let name = sounds.name(sound, product), SetupText.number(name) == nil, name != "off",
            sounds.sound(name, product) == sound
        else { return .word("\(sound.rawValue)") }
        return .text(name)
    }
}

extension Node {
    /// A light; a hexadecimal colour needs quotation marks, because `#` begins a comment.
    fileprivate static func text(_ light: Light) -> Node {
        let text = SetupText.text(light)
        return text.hasPrefix("#") ? .scalar(Node.Scalar(text, Tag(.str), .doubleQuoted)) : .word(text)
    }
}
