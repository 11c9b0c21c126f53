// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel

/// What decides, and what comes next.
extension Describe {
    /// What happens at a time that is planned: of a bedtime, lights-out, and at its end the API's `window`, the wake light.
    static func kind(_ kind: PlannedKind) -> String {
        switch kind {
        case .bedtime: "lights out"
        case .window: "wake light"
        case .nap: "end of a nap"
        case .routine, .alarm, .program: kind.rawValue
        }
    }

    /// Something planned, for example `alarm “school”`; a wake light and a nap have no name of their own.
    static func schedule(_ kind: PlannedKind, _ name: String) -> String {
        switch kind {
        case .bedtime: "lights out of “\(name)”"
        case .window, .nap: Self.kind(kind)
        case .routine, .alarm, .program: "\(kind) “\(name)”"
        }
    }

    /// What comes next, and when; first what leads to it, for example
    /// `wind-down of “bedtime” Sun 2027-03-14 19:30, lights out 20:00`.
    static func next(_ next: NextDocument, _ times: LocalTimes) -> String {
        guard let begins = times.text(next.begins), let time = times.time(next.at) else {
            return "\(schedule(next.kind, next.name)) \(times.text(next.at) ?? "")"
        }
        let first = next.kind == .alarm ? "sunrise" : "wind-down"
        return "\(first) of “\(next.name)” \(begins), \(kind(next.kind)) \(time)"
    }

    /// Who decides a channel, until when, and what comes after it, for example `set by hand since 22:00, until 22:10; after that “evening”`.
    static func owner(_ owner: OwnerDocument, _ times: LocalTimes) -> String {
        let since = times.text(owner.since).map { " since \($0)" } ?? ""
        let by = (owner.layer == .manual ? "set by hand" : "set by \(claimant(owner.layer, owner.by))") + since
        let pending = times.text(owner.pendingUntil).map {
            ", waits for the device, which is out of reach; Lull tries until \($0)"
        }
        let until = pending ?? times.text(owner.until).map { ", until \($0)" } ?? ""
        // What ends before the owner does never follows it.
        let later = owner.waiting.filter { claim in
            guard let end = claim.until, let before = owner.until else { return true }
            return end > before
        }
        guard !later.isEmpty else { return by + until }
        let waiting = later.map { claim in
            claimant(claim.layer, claim.by) + (times.text(claim.until).map { " until \($0)" } ?? "")
        }
        return "\(by)\(until); after that " + waiting.joined(separator: ", then ")
    }

    /// Who wants something of a channel, for example `the night of “bedtime”`.
    private static func claimant(_ layer: ControlLayer, _ name: String) -> String {
        switch layer {
        case .night: "the night of “\(name)”"
        case .routine: "“\(name)”"
        case .lightAfter: "the light after “\(name)”"
        case .nap: "a nap"
        case .timer: "the device's sleep timer"
        case .sunrise: "the sunrise of “\(name)”"
        case .manual: "what somebody set"
        case .alarm: "the alarm “\(name)”"
        }
    }

    /// Something that runs, for example `alarm “school” is snoozed until 07:09`.
    static func running(_ run: RunningDocument, _ times: LocalTimes) -> String {
        let until = times.text(run.until).map { " until \($0)" } ?? " until somebody stops it"
        switch run.kind {
        case .alarm:
            switch run.phase {
            case AlarmPhase.ringing.rawValue where !run.delivered:
                return "alarm “\(run.name)” is due, but the device does not ring yet"
            case AlarmPhase.ringing.rawValue: return "alarm “\(run.name)” rings"
            case AlarmPhase.snoozed.rawValue: return "alarm “\(run.name)” is snoozed\(until)"
            case AlarmPhase.unanswered.rawValue:
                let again = times.text(run.until).map { " \($0)" } ?? ""
                return "nobody answered alarm “\(run.name)”; it rings again\(again)"
            case AlarmPhase.lightAfter.rawValue: return "light after “\(run.name)”\(until)"
            default: return "sunrise of “\(run.name)”\(until)"
            }
        case .routine where run.phase == "queued":
            return "routine “\(run.name)” waits for the end of another,\(until) at most"
        case .routine where run.pausedSince != nil: return "routine “\(run.name)”, paused in step \(run.phase)"
        case .routine:
            let step = "routine “\(run.name)”, step \(run.phase)"
            guard run.stepUntil != nil else { return step + ", until `lull routine next` or `stop`" }
            guard let stepEnd = times.text(run.stepUntil), run.stepUntil != run.until else { return step + "," + until }
            return "\(step) until \(stepEnd), " + (times.text(run.until).map { "ends \($0)" } ?? "with no end time")
        case .bedtime: return night(run, times)
        }
    }

    /// A night that runs, for example `bedtime, night, until the stay-in-bed light at 06:15; wake light 06:45`.
    private static func night(_ run: RunningDocument, _ times: LocalTimes) -> String {
        let phase = "\(run.name), \(run.phase)"
        guard let until = times.text(run.until) else { return "\(phase), until somebody stops it" }
        let next: String
        switch run.nextPhase {
        case BedtimePhase.night.rawValue: next = "lights-out"
        case BedtimePhase.stayInBed.rawValue: next = "the stay-in-bed light"
        case BedtimePhase.wake.rawValue: next = "the wake light"
        default: return "\(phase), until \(until)"
        }
        let wake = run.wakesAt.flatMap { $0 == run.until ? nil : times.time($0) }
        return "\(phase), until \(next) at \(times.time(run.until) ?? until)"
            + (wake.map { "; wake light \($0)" } ?? "")
    }

    /// The time of a rule, for example `06:45`, `mon-fri 06:45, sat 08:00` or `30m before sunset`.
    static func time(_ rule: RuleDocument) -> String {
        if let at = rule.at { return at.description }
        if let times = rule.times { return Self.times(times) }
        guard let sun = rule.sun else { return "" }
        let offset = sun.offsetSeconds
        if offset == 0 { return sun.event.rawValue }
        return "\(length(abs(offset))) \(offset < 0 ? "before" : "after") \(sun.event.rawValue)"
    }

    /// A light, for example `red 5%`.
    static func light(_ light: LightDocument) -> String {
        "\(color(light.color ?? "gradient")) \(light.brightness)%"
    }

    /// A colour of a document, `#RRGGBB` or `gradient`, by its name if it has one.
    static func color(_ text: String) -> String {
        RGBColor(parsing: text).map { Light.Appearance.color($0).text } ?? text
    }

    /// Times of weekdays, for example `mon-fri 06:45, sat 08:00`.
    static func times(_ times: [WeekdayTimeDocument]) -> String {
        times.map { "\(weekdays($0.days)) \($0.at)" }.joined(separator: ", ")
    }

    /// When a rule happens, for lists and sentences, for example `06:45 daily, not on school`.
    static func when(_ rule: RuleDocument) -> String {
        withHolidays([time(rule), days(of: rule)].compactMap(\.self).joined(separator: " "), rule)
    }

    /// The same behind a verb, for example `mon-fri at 06:45, not on school`.
    static func how(_ rule: RuleDocument) -> String {
        guard let at = rule.at, let days = days(of: rule) else { return when(rule) }
        return withHolidays("\(days) at \(at)", rule)
    }

    private static func days(of rule: RuleDocument) -> String? {
        rule.times == nil && rule.days?.count == 7 ? "daily" : ownDays(rule)
    }

    private static func withHolidays(_ times: String, _ rule: RuleDocument) -> String {
        let parts = [
            times, rule.notOn.isEmpty ? nil : "not on \(rule.notOn.joined(separator: ", "))",
            rule.onlyOn.isEmpty ? nil : "only on \(rule.onlyOn.joined(separator: ", "))",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private static func weekdays(_ names: [String]) -> String {
        let names = names.joined(separator: ",")
        return WeekdaySet(parsing: names)?.rangeText ?? names
    }

    private static func ownDays(_ rule: RuleDocument) -> String? {
        if rule.times != nil { return nil }
        return rule.days.map(weekdays) ?? rule.date?.description ?? rule.yearly.map { "every \($0)" }
    }

    /// All of a rule, a line each.
    static func details(of rule: RuleDocument) -> [(name: String, value: String?)] {
        [
            ("at", time(rule)), ("days", ownDays(rule)),
            ("place", rule.sun.map { "\($0.latitude), \($0.longitude)" }),
            ("earliest", rule.sun?.earliest?.description), ("latest", rule.sun?.latest?.description),
            ("fallback", rule.sun?.fallback?.description),
            ("from", rule.fromDate?.description), ("until", rule.untilDate?.description),
            ("except", rule.except.isEmpty ? nil : rule.except.map(\.description).joined(separator: ", ")),
            ("not on", rule.notOn.isEmpty ? nil : rule.notOn.joined(separator: ", ")),
            ("only on", rule.onlyOn.isEmpty ? nil : rule.onlyOn.joined(separator: ", ")),
            ("gap", rule.gap == .later ? nil : rule.gap.rawValue),
            ("overlap", rule.overlap == .first ? nil : rule.overlap.rawValue),
        ]
    }

    /// What differs on single dates after a move, for example `“school” has 08:00 on Tue 2027-03-09`.
    static func moved(_ name: String?, _ dates: [MovedDateDocument]) -> String {
        let subject = name.map { "“\($0)”" } ?? "Lights-out"
        guard !dates.isEmpty else { return "\(subject) is at its usual time again" }
        return "\(subject) is at " + dates.map(moment).listed
    }

    /// The time of a date that has one of its own, for example `08:00 on Tue 2027-03-09`.
    static func moment(_ date: MovedDateDocument) -> String { "\(date.at) on \(day(date.date))" }

    /// When something comes next, with the first date on which it is skipped, and the first that has another time; nil for
    /// none of them.
    static func next(_ next: String?, skipped: [CivilDate], moved: [MovedDateDocument]) -> String? {
        let skip = skipped.first.map { "skips \(day($0))" }
        let change = moved.first.map { (text: "\($0.at) on \(day($0.date))", next: "\(day($0.date)) \($0.at)") }
        let isNextMoved = change != nil && change?.next == next
        let words = [
            isNextMoved ? next.map { $0 + " (moved)" } : next, skip, isNextMoved ? nil : change?.text,
        ].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// Names and values below each other; values that are nil are left out.
    static func details(_ values: [(name: String, value: String?)]) -> [String] {
        let width = values.map(\.name.count).max() ?? 0
        return values.compactMap { name, value in
            value.map { name + String(repeating: " ", count: width - name.count + 2) + $0 }
        }
    }

    /// A pause, for example `everything is paused until resumed`.
    static func paused(_ pause: PauseDocument, _ times: LocalTimes) -> String {
        let start = pause.begun ? "" : times.text(pause.since).map { " from \($0)" } ?? ""
        return "\(pause.device ?? "everything") is paused\(start) until \(times.text(pause.until) ?? "resumed")"
    }

    /// A device's own sleep timer, for example `its own sleep timer ends Sun 2027-03-14 20:30`.
    static func timer(_ timer: RunningTimerDocument, of device: String, _ times: LocalTimes) -> String {
        times.text(timer.endsAt).map { "its own sleep timer ends \($0)" }
            ?? "its own sleep timer runs; see `lull timer \(device)`"
    }
}
