// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import FoundationEssentials
import SleepModel

/// When a rule happens in a zone after a moment, for people and for programs.
struct ExplainReport {
    let recurrence: Recurrence
    let zone: ZoneRules
    /// The release of the zone data, nil where it does not say.
    let version: String?
    let from: Instant
    /// What the files of holidays have that Lull does not understand, each with the name of its calendar.
    var notUnderstood: [(calendar: String, entry: ICalendarFile.LeftOut)] = []

    private func occurrences(_ count: Int) -> [CivilOccurrence] {
        recurrence.listing(after: from, in: zone, count: count)
    }

    /// One JSON document per occurrence, its keys in the order of the contract.
    func documents(_ count: Int) -> [String] {
        occurrences(count).map { occurrence in
            let document = ExplainedOccurrenceDocument(occurrence, of: recurrence, in: zone, tzdata: version)
            // What stands in these has no character that JSON would have to escape.
            let instant = document.instant.map { "\"\($0)\"" } ?? "null"
            let local = document.local.map { "\"\($0)\"" } ?? "null"
            return "{\"civil\":\"\(document.civil)\",\"instant\":\(instant),\"local\":\(local),"
                + "\"rule\":\"\(document.rule.rawValue)\",\"zone\":\(Self.json(document.zone)),"
                + "\"tzdata\":\(document.tzdata.map(Self.json) ?? "null")}"
        }
    }

    private static func json(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    /// What the rule is, and a table of its occurrences.
    func lines(_ count: Int) -> [String] {
        let start = Instant(secondsSince1970: from.secondsSince1970)
        var facts = TextTable()
        facts.add(["zone", zone.identifier])
        facts.add(["tzdata", version ?? "unknown"])
        facts.add(["rule", Describe.rule(recurrence)])
        facts.add(["after", "\(start)"])
        let head = facts.lines + notUnderstood.map(Self.warning) + [""]
        let occurrences = occurrences(count)
        guard !occurrences.isEmpty else { return head + [nothing(after: start)] }
        var table = TextTable(["civil", "local", "instant", "why"])
        for occurrence in occurrences {
            let local = occurrence.instant.map { instant in
                "\(Describe.civil(zone.civil(at: instant))) \(zone.offset(at: instant).iso8601)"
            }
            let civil =
                occurrence.rule == .noSunEvent
                ? Describe.day(occurrence.civil.date) : Describe.civil(occurrence.shown(by: recurrence, in: zone))
            table.add([civil, local, occurrence.instant?.iso8601, reason(of: occurrence)])
        }
        return head + table.lines + holidays(until: occurrences)
    }

    private static func warning(_ calendar: String, _ entry: ICalendarFile.LeftOut) -> String {
        "Not understood in \(calendar), line \(entry.line): “\(entry.summary)”: \(entry.reason)."
    }

    /// How many dates more than those that are shown are looked at for the ones that fall out.
    private static let mostDropped = 400

    /// The dates before the last one shown that fall out as holidays; a rule that is only on holidays has no end of them.
    private func holidays(until shown: [CivilOccurrence]) -> [String] {
        let choice = recurrence.holidays
        guard !choice.notOn.isEmpty, choice.onlyOn.isEmpty, let last = shown.last?.civil.date else { return [] }
        let dates = Set(shown.map(\.civil.date))
        let all = recurrence.filtered(by: .all).listing(after: from, in: zone, count: shown.count + Self.mostDropped)
        let spans = all.map(\.civil.date).filter { $0 <= last }.split(whereSeparator: dates.contains)
        guard !spans.isEmpty else { return [] }
        let words = spans.compactMap { span -> String? in
            guard let first = span.first, let last = span.last else { return nil }
            return Describe.day(first) + (first == last ? "" : " to \(Describe.day(last))")
        }
        return ["", "Holidays, on which it does not happen: \(words.joined(separator: ", "))."]
    }

    private func nothing(after start: Instant) -> String {
        recurrence.listing(after: .min, in: zone, count: 1).isEmpty
            ? "Nothing ever happens: no date fits the rule." : "Nothing happens after that: the rule has ended by then."
    }

    /// Why an occurrence is when it is, in words.
    private func reason(of occurrence: CivilOccurrence) -> String {
        switch occurrence.rule {
        case .unique: "exists once"
        case .gapLater: "the clocks jump over it: \(shift(of: occurrence)) later"
        case .gapEarlier: "the clocks jump over it: \(shift(of: occurrence)) earlier"
        case .gapSkip: "the clocks jump over it: left out"
        case .overlapFirst: "shown twice: the first time"
        case .overlapSecond: "shown twice: the second time"
        case .nonexistentDate: "the zone has no such date: left out"
        case .sun: "\(recurrence.time)"
        case .sunEarliest: "the sun is earlier: the earliest time"
        case .sunLatest: "the sun is later: the latest time"
        case .sunFallback: "no \(sunEvent) on this date: the time for such dates"
        case .noSunEvent: "no \(sunEvent) on this date: left out"
        }
    }

    private var sunEvent: String {
        if case .sun(let time) = recurrence.time { time.event.rawValue } else { "event" }
    }

    /// How far the clocks' time is from what the rule says.
    private func shift(of occurrence: CivilOccurrence) -> String {
        guard let instant = occurrence.instant else { return "" }
        let (wanted, shown) = (occurrence.civil, zone.civil(at: instant))
        let days = shown.date.daysSince1970 - wanted.date.daysSince1970
        let seconds = shown.time.secondsSinceMidnight - wanted.time.secondsSinceMidnight
        return Describe.length(abs(days * 86_400 + seconds))
    }
}

extension Describe {
    /// A rule in words, for example `mon, tue at 07:00; gap skip`.
    static func rule(_ rule: Recurrence) -> String {
        var parts = [daysAndTime(of: rule)]
        if case .sun(let sun) = rule.time {
            parts.append("seen from \(sun.place.latitude), \(sun.place.longitude)")
            if let earliest = sun.earliest { parts.append("no earlier than \(earliest)") }
            if let latest = sun.latest { parts.append("no later than \(latest)") }
            if let fallback = sun.fallback { parts.append("without \(sun.event.rawValue) at \(fallback)") }
        }
        if let first = rule.bounds.first { parts.append("from \(first)") }
        if let last = rule.bounds.last { parts.append("until \(last)") }
        if !rule.exceptions.isEmpty {
            parts.append("except \(rule.exceptions.sorted().map(\.description).joined(separator: ", "))")
        }
        if !rule.holidays.notOn.isEmpty { parts.append("not on \(rule.holidays.notOn.joined(separator: ", "))") }
        if !rule.holidays.onlyOn.isEmpty { parts.append("only on \(rule.holidays.onlyOn.joined(separator: ", "))") }
        if rule.gap != .later { parts.append("gap \(rule.gap.rawValue)") }
        if rule.overlap != .first { parts.append("overlap \(rule.overlap.rawValue)") }
        return parts.joined(separator: "; ")
    }

    private static func daysAndTime(of rule: Recurrence) -> String {
        var at = "at \(rule.time)"
        if case .sun(let sun) = rule.time, sun.offset != .zero { at = "\(rule.time)" }
        switch (rule.days, rule.time) {
        case (.weekly, .byWeekday): return "\(rule.time)"
        case (.once(let date), _): return "once on \(date) \(at)"
        case (.weekly(let weekdays), _): return "\(days(weekdays)) \(at)"
        case (.yearly(let day), _):
            let isClamped = day.month == 2 && day.day == 29 && day.leapDay == .clamp
            return "yearly on \(day)\(isClamped ? ", else 02-28," : "") \(at)"
        }
    }
}
