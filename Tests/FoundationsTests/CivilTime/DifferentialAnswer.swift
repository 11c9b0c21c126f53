// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// Answers the questions of an oracle in the oracle's own form, so that equal lines are equal answers.
///
/// `Benchmarks/Time/Oracle/zone-oracle` says what the lines mean.
struct DifferentialAnswer {
    let zone: ZoneRules

    /// The line with what this code says in place of what the oracle says; nil for a line without a question.
    func line(for line: String) -> String? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        switch (fields.first, fields.count) {
        case ("at", 4): return Int64(fields[1]).map(at)
        case ("date", 3): return CivilDate(iso8601: fields[1]).map(date)
        case ("civil", 3): return CivilDateTime(iso8601: fields[1]).map(civil)
        case ("daily", 7):
            guard let time = TimeOfDay(parsing: fields[1]), let gap = GapPolicy(rawValue: fields[2]),
                let overlap = OverlapPolicy(rawValue: fields[3]), let after = Int64(fields[4]),
                let until = Int64(fields[5])
            else { return nil }
            let rule = Recurrence(days: .weekly(.daily), time: time, gap: gap, overlap: overlap)
            let entries = listing(of: rule, after: after, until: until)
            return (fields[..<6] + [entries]).joined(separator: "\t")
        default: return nil
        }
    }

    private func at(_ seconds: Int64) -> String {
        let instant = Instant(secondsSince1970: seconds)
        return "at\t\(seconds)\t\(zone.localISO8601(instant))\t\(zone.offset(at: instant).abbreviation)"
    }

    private func date(_ date: CivilDate) -> String {
        "date\t\(date)\t\(zone.firstInstant(of: date).map { "\($0.secondsSince1970)" } ?? "-")"
    }

    private func civil(_ civil: CivilDateTime) -> String {
        var fields: [String] = []
        var previous: [String] = []
        for gap in [GapPolicy.later, .earlier, .skip] {
            let texts = [OverlapPolicy.first, .second, .both].map { overlap in
                let rule = Recurrence(days: .once(civil.date), time: civil.time, gap: gap, overlap: overlap)
                return rule.occurrences(on: civil.date, in: zone).map(result).joined(separator: "+")
            }
            let group = Set(texts).count == 1 ? [texts[0]] : texts
            fields.append(group == previous ? "=" : group.joined(separator: ","))
            previous = group
        }
        return "civil\t\(text(civil))\t\(fields.joined(separator: " "))"
    }

    /// What a rule lists between two instants; adds what `next` says if that is something else.
    private func listing(of rule: Recurrence, after: Int64, until: Int64) -> String {
        let end = Instant(secondsSince1970: until)
        let lastShown = zone.civil(at: end)
        let listed = rule.listing(after: Instant(secondsSince1970: after), in: zone, count: 30)
            .filter { occurrence in occurrence.instant.map { $0 <= end } ?? (occurrence.civil <= lastShown) }
        var passed = Instant(secondsSince1970: after)
        var found: [CivilOccurrence] = []
        while found.count < 30, let next = rule.next(after: passed, in: zone), let instant = next.instant,
            instant > passed, instant <= end
        {
            found.append(next)
            passed = instant
        }
        guard found != listed.filter({ $0.instant != nil }) else { return text(listed) }
        return "\(text(listed)) but next: \(text(found))"
    }

    private func result(_ occurrence: CivilOccurrence) -> String {
        let instant = occurrence.instant.map { "\($0.secondsSince1970)" } ?? "-"
        let pass = occurrence.rule == .overlapSecond ? 2 : 1
        let rule = occurrence.rule == .unique ? "" : ":\(occurrence.rule.rawValue)"
        return instant + rule + (occurrence.pass == pass ? "" : " pass \(occurrence.pass)")
    }

    private func text(_ occurrences: [CivilOccurrence]) -> String {
        occurrences.map { "\($0.civil.date)=\(result($0))" }.joined(separator: " ")
    }

    /// With seconds, also where they are zero.
    private func text(_ civil: CivilDateTime) -> String {
        "\(civil)" + (civil.time.second == 0 ? ":00" : "")
    }
}
