// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import SimulatedDevice
import SleepModel

/// Says where the guarantee was broken: every readable alarm rings within three seconds of its time on a reachable
/// device, on one out of reach it is logged with the true reason, and none rings twice.
///
/// What was to happen follows from the plan and the facts alone; what did, from the journal of the device and the log.
struct NightJudge {
    let plan: NightPlan
    let facts: NightFacts
    let journal: [JournalEntry]
    let log: [LogEntry]

    /// How long a device may take: one that was there before, one that is there again, and one that nobody holds.
    private static let (prompt, patient) = (Duration.seconds(3), Duration.seconds(90))
    private static let ringing = Duration.seconds(1800)
    /// How long a device may play on after an answer.
    private static let calm = Duration.seconds(10)
    /// How far from a boundary everything may be.
    private static let slack = Duration.seconds(5)

    func faults() -> [String] {
        facts.faults
            + plan.occurrences.flatMap { occurrence in
                examine(occurrence).map {
                    "\(occurrence.alarm.name) of \(occurrence.planned)"
                        + (occurrence.alarm.sunrise == .zero ? "" : " with a sunrise")
                        + ": \($0); log: \(lines(of: occurrence))"
                }
            }
    }

    /// What was to become of an occurrence.
    private enum Expectation {
        case rings(from: Instant)
        case silent(Set<LogOutcome>)
        /// Too close to call.
        case open
    }

    private func expectation(_ occurrence: NightPlan.Occurrence) -> Expectation {
        let planned = occurrence.planned
        let isClose = [NightFault.pause, .skip, .restart, .badRow, .suspend].contains { fault in
            facts.spans[fault, default: []].contains { span in
                [span.from, span.to].contains { boundary in
                    [occurrence.lead, planned].contains { $0 - Self.slack <= boundary && boundary <= $0 + Self.slack }
                }
            }
        }
        if isClose { return .open }
        let begins = facts.absence(at: occurrence.lead) ?? occurrence.lead
        if begins >= planned || isHeld(occurrence, at: begins), isHeld(occurrence, at: planned) {
            return .silent([.skipped])
        }
        guard let back = facts.absence(at: planned) else { return .rings(from: planned) }
        let late = back - planned
        if late > Self.ringing - .seconds(60) && late < Self.ringing + .seconds(60) { return .open }
        return late < Self.ringing ? .rings(from: back) : .silent([.missed, .unattended])
    }

    /// Whether a pause or a skip kept an occurrence from beginning.
    private func isHeld(_ occurrence: NightPlan.Occurrence, at instant: Instant) -> Bool {
        let isPaused = facts.spans[.pause, default: []].contains {
            $0.contains(instant) && $0.contains(occurrence.planned)
        }
        let isSkipped = facts.skips.contains {
            $0.alarm == occurrence.alarm.name && $0.date == occurrence.date && $0.span.contains(instant)
        }
        return isPaused || isSkipped
    }

    private func examine(_ occurrence: NightPlan.Occurrence) -> [String] {
        let rings = rings(of: occurrence)
        let outcomes = lines(of: occurrence)
        switch expectation(occurrence) {
        case .open: return []
        case .silent(let ends):
            return (rings.isEmpty ? [] : ["it was to be silent, and rang at \(rings)"])
                + (outcomes.contains { line in ends.contains { line.hasPrefix($0.rawValue) } }
                    ? [] : ["the log has none of \(ends.map(\.rawValue))"])
        case .rings(let due): return examine(occurrence, due: due, rings: rings, outcomes: outcomes)
        }
    }

    private func examine(
        _ occurrence: NightPlan.Occurrence, due: Instant, rings: [Instant], outcomes: [String]
    ) -> [String] {
        var faults: [String] = []
        let end = due + Self.ringing - (due - occurrence.planned)
        let away = facts.spans[.outOfReach, default: []].filter { $0.touches(due - .seconds(60), due + Self.prompt) }
        if let last = away.max(by: { $0.to < $1.to }) {
            let back = max(last.to, due) + Self.patient
            let isAwayAgain = facts.has([.outOfReach], between: last.to + .seconds(1), and: back)
            if back < end, !isAwayAgain, !isAnswered(occurrence, before: back), rings.allSatisfy({ $0 > back }) {
                faults.append("the device was there at \(last.to), and it did not ring by \(back)")
            }
        } else {
            let limit = due + (due == occurrence.planned ? Self.prompt : .seconds(10))
            if !rings.contains(where: { $0 <= limit }) { faults.append("it did not ring by \(limit), but at \(rings)") }
        }
        if rings.count > 1 + repeats(of: occurrence, until: end) {
            faults.append("it rang \(rings.count) times: \(rings)")
        }
        let ends: Set<String> = ["dismissed", "unattended", "cancelled", "done"]
        let ended = outcomes.filter { line in ends.contains { line.hasPrefix($0) } }
        if ended.count != 1 { faults.append("it ended \(ended.count) times") }
        if rings.isEmpty, !isAnswered(occurrence, before: end), !outcomes.contains("unattended undelivered") {
            faults.append("the log does not say that nobody could hear it")
        }
        return faults + silence(after: occurrence)
    }

    private func isAnswered(_ occurrence: NightPlan.Occurrence, before end: Instant) -> Bool {
        facts.answers.contains { $0.alarm == occurrence.alarm.name && $0.at >= occurrence.planned && $0.at <= end }
    }

    /// How often it may begin to ring again.
    private func repeats(of occurrence: NightPlan.Occurrence, until end: Instant) -> Int {
        let end = end + .seconds(3600)
        let snoozes = facts.answers.count {
            $0.alarm == occurrence.alarm.name && $0.deed == .snooze(occurrence.alarm.name)
                && $0.at >= occurrence.planned
                && $0.at <= end
        }
        let shocks = [NightFault.powerLoss, .program].flatMap { facts.spans[$0, default: []] }
            .count { $0.touches(occurrence.lead, end) }
        return snoozes + 3 * shocks
    }

    /// A dismissed alarm is silent within ten seconds, on a device within reach.
    private func silence(after occurrence: NightPlan.Occurrence) -> [String] {
        let answers = facts.answers.filter {
            $0.alarm == occurrence.alarm.name && $0.at >= occurrence.planned
                && $0.at <= occurrence.planned + .seconds(7200) && $0.deed != .snooze($0.alarm)
        }
        guard let answer = answers.last,
            !facts.has(
                [.outOfReach, .program, .powerLoss], between: answer.at - .seconds(60), and: answer.at + .seconds(60))
        else { return [] }
        let states = journal.compactMap { entry -> (at: Instant, isOn: Bool)? in
            if case .state(let document) = entry.event { (entry.at, document.power == "on") } else { nil }
        }
        guard let state = states.last(where: { $0.at <= answer.at + Self.calm }), state.isOn else { return [] }
        let off = states.first { $0.at > answer.at && !$0.isOn }.map { "\($0.at - answer.at)" } ?? "never"
        return ["it was ended at \(answer.at) by \(answer.deed), and the device is off after \(off)"]
    }

    /// When the device began to play the sound of an alarm, around an occurrence.
    private func rings(of occurrence: NightPlan.Occurrence) -> [Instant] {
        var isRinging = false
        var rings: [Instant] = []
        for entry in journal {
            guard case .state(let document) = entry.event else { continue }
            let rang = isRinging
            isRinging = document.power == "on" && document.sound.id == occurrence.alarm.soundID
            let isNear = entry.at >= occurrence.lead - .seconds(60) && entry.at <= occurrence.planned + .seconds(10_000)
            if isRinging, !rang, isNear { rings.append(entry.at) }
        }
        return rings
    }

    /// What the log says of an occurrence: the outcomes, each with its reason.
    private func lines(of occurrence: NightPlan.Occurrence) -> [String] {
        log.filter { $0.name == occurrence.alarm.name && $0.occurrence?.date == occurrence.date }.map { entry in
            entry.outcome.rawValue + (entry.reason.map { " \($0.rawValue)" } ?? "")
        }
    }
}
