// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// What really happened in a night, as those who made it happen noted it.
struct NightFacts: Sendable {
    /// A time with a beginning and an end.
    struct Span: Hashable, Sendable {
        var from: Instant
        var to: Instant

        func contains(_ instant: Instant) -> Bool { from <= instant && instant < to }
        func touches(_ start: Instant, _ end: Instant) -> Bool { from <= end && start <= to }
    }

    /// What a person did to an alarm that rang.
    struct Answer: Hashable, Sendable {
        var at: Instant
        var alarm: String
        var deed: NightPlan.Deed
    }

    /// When each fault lasted.
    var spans: [NightFault: [Span]] = [:]
    private var begun: [NightFault: Instant] = [:]
    var answers: [Answer] = []
    /// The dates skipped, each with when they became so and when that was taken back.
    var skips: [(alarm: String, date: CivilDate, span: Span)] = []
    var faults: [String] = []

    mutating func begin(_ fault: NightFault, at instant: Instant) {
        begun[fault] = begun[fault] ?? instant
    }

    mutating func end(_ fault: NightFault, at instant: Instant) {
        guard let from = begun.removeValue(forKey: fault) else { return }
        spans[fault, default: []].append(Span(from: from, to: instant))
    }

    func isUnderWay(_ fault: NightFault) -> Bool { begun[fault] != nil }

    /// Whether one of the faults lasted at some time between the two.
    func has(_ faults: [NightFault], between start: Instant, and end: Instant) -> Bool {
        faults.contains { spans[$0, default: []].contains { $0.touches(start, end) } }
    }

    /// The end of the time without a daemon that an instant lies in; nil if there was one.
    func absence(at instant: Instant) -> Instant? {
        var end: Instant?
        let spans = [NightFault.restart, .badRow, .suspend].flatMap { self.spans[$0, default: []] }
            .sorted { $0.from < $1.from }
        for span in spans where span.contains(end ?? instant) { end = span.to }
        return end
    }
}
