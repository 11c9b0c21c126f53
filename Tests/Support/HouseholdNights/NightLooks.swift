// SPDX-License-Identifier: Apache-2.0

import SeededRandom

/// Looks at a device at random moments, and soon after each change, and compares what it shows with what it is to show.
struct NightLooks {
    let device: Int
    let plan: NightPlan
    let facts: NightFacts
    let clock: NightTime
    let parts: [NightModel.Part]
    let journal: NightJournal

    private(set) var compared = 0
    /// How often it was not compared, by the reason.
    private(set) var excused: [String: Int] = [:]
    private(set) var faults: [String] = []

    /// When somebody touched the device.
    private let touches: [Double]

    private let excuses: [(span: NightFacts.Span, why: String)]
    /// When the device kept a reply to itself: Lull waits a second for each.
    private let lostReplies: [Double]

    init(
        device: Int, plan: NightPlan, facts: NightFacts, programs: [NightPrograms.Run], clock: NightTime,
        parts: [NightModel.Part], journal: NightJournal
    ) {
        (self.device, self.plan, self.facts) = (device, plan, facts)
        (self.clock, self.parts, self.journal) = (clock, parts, journal)
        lostReplies = journal.lostReplies
        touches = facts.deeds.filter { $0.device == device && $0.action == .tap }.map(\.at)
        func spans(_ faults: [NightFault], since: Bool, plus time: Double) -> [NightFacts.Span] {
            facts.spans(faults, on: device).map {
                NightFacts.Span(from: $0.from, to: (since ? $0.from : $0.to) + time)
            }
        }
        excuses =
            spans([.restart, .badRow, .suspend], since: false, plus: 10).map {
                ($0, "no daemon, and 10 s")
            }
            + spans([.outOfReach], since: false, plus: NightJudge.patient).map {
                ($0, "out of reach, and 90 s")
            }
            + spans([.powerLoss], since: true, plus: NightJudge.corrected).map {
                ($0, "60 s after a loss of power")
            }
            + Self.programs(programs, parts, journal)
            + journal.swells.map {
                (NightFacts.Span(from: $0.from - 0.1, to: $0.to + 0.6), "while a light announces a night")
            }
            + Self.forged(facts, device, programs).map { ($0, "6 min after a change that a forger hides") }
            + [
                (NightFacts.Span(from: 0, to: NightCalendar.isFurnished), "before all schedules are there")
            ]
    }

    /// After a program has begun or ended what is wanted beside it takes a while; what Lull mirrors does not, where the
    /// device shows then what it is to show.
    private static func programs(
        _ programs: [NightPrograms.Run], _ parts: [NightModel.Part], _ journal: NightJournal
    ) -> [(span: NightFacts.Span, why: String)] {
        func isMeant(_ run: NightPrograms.Run) -> Bool {
            let time = run.span.from + mirrored
            guard let part = parts.last(where: { $0.from <= time }) else { return false }
            return run.isMirror && part.view.allows(run.shown, at: time, lag: NightJudge.prompt)
        }
        /// Whether the end of a program switches a device off that is to be on, which is heard of no sooner either.
        func endsUnmeant(_ run: NightPrograms.Run) -> Bool {
            let (end, time) = (run.span.to, run.span.to + mirrored)
            let part = parts.last { $0.from <= time }
            return run.isMirror && journal.shown(at: end - 1).isOn && !journal.shown(at: time).isOn
                && part?.view.isOn ?? false
        }
        return programs.flatMap { run -> [(span: NightFacts.Span, why: String)] in
            // A device that does something else than it is to is heard of no sooner than any other.
            let unmeant = NightJudge.corrected + (run.isMirror ? NightAir.quiet : 0)
            let corrected = isMeant(run) ? mirrored : unmeant
            return [
                (
                    NightFacts.Span(from: run.span.from - 1, to: run.span.from + corrected),
                    run.isMirror ? "after a program of Lull's begins" : "60 s after a program begins or ends"
                ),
                (
                    NightFacts.Span(
                        from: run.span.to - 1,
                        to: run.span.to + NightJudge.corrected + (endsUnmeant(run) ? NightAir.quiet : 0)),
                    run.isMirror ? "60 s after a program of Lull's ends" : "60 s after a program begins or ends"
                ),
            ]
        }
    }

    /// How long the host and the device may differ in what both begin, in seconds.
    private static let mirrored = 5.0

    /// After what happened at the device while somebody else advertised in its name: those advertisements are a reason
    /// to look at it every five minutes only.
    private static func forged(
        _ facts: NightFacts, _ device: Int, _ programs: [NightPrograms.Run]
    ) -> [NightFacts.Span] {
        let forgeries = facts.spans([.forgery], on: device)
        let touches = facts.deeds.filter { $0.device == device && $0.action == .tap }.map(\.at)
        let changes =
            touches + facts.spans([.powerLoss], on: device).map(\.from)
            + programs.flatMap { [$0.span.from, $0.span.to] }
        return changes.filter { change in forgeries.contains { $0.contains(change) } }
            .map { NightFacts.Span(from: $0, to: $0 + 300 + NightJudge.corrected) }
    }

    mutating func look(_ generator: inout SeededGenerator) {
        var blamed: Set<Int> = []
        let soon = parts.map { $0.from + NightJudge.prompt + $0.patience + 0.1 }
        let random = (0..<plan.days * 200).map { _ in Double.random(in: 0..<plan.end, using: &generator)
        }
        var index = 0
        for time in (soon + random).sorted() where time < plan.end {
            while index < parts.count - 1, parts[index].to <= time { index += 1 }
            let part = parts[index]
            guard part.from <= time, time < part.to else { continue }
            if let why = excuse(part, at: time, before: index > 0 ? parts[index - 1] : nil) {
                excused[why, default: 0] += 1
                continue
            }
            compared += 1
            let shown = journal.shown(at: time)
            guard !part.view.allows(shown, at: time, lag: NightJudge.prompt),
                blamed.insert(index).inserted
            else { continue }
            faults.append(
                "device \(device) at \(clock.wall(at: time)): shows \(shown), and is to show "
                    + "\(part.view.shown(at: time)) since \(clock.wall(at: part.from))")
        }
    }

    private func excuse(_ part: NightModel.Part, at time: Double, before: NightModel.Part?) -> String? {
        if let doubt = part.doubt { return doubt + ", until somebody switches it off" }
        if let excuse = excuses.first(where: { $0.span.contains(time) }) { return excuse.why }
        // A report so soon after a step of a fade may be one of that: Lull asks again after five seconds.
        let isFading = [part, before].contains { $0?.view.fades(at: time) ?? false }
        if isFading, touches.contains(where: { $0 <= time && time < $0 + 8 }) { return "8 s after a touch in a fade" }
        // A touch changes what the device shows also where that is put right.
        guard before?.view != part.view || touches.contains(part.from), time - part.from < lag(part, at: time) else {
            return nil
        }
        return time - part.from < NightJudge.prompt
            ? "3 s after a change" : "2 s more on a failing disk, and 1 s for each lost reply"
    }

    /// How late the device may be.
    private func lag(_ part: NightModel.Part, at time: Double) -> Double {
        let lost = lostReplies.count { part.from <= $0 && $0 <= time }
        return NightJudge.prompt + part.patience + Double(lost)
    }
}
