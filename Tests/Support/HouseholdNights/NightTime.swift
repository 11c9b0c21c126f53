// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// The time of a household as it went by: seconds since its beginning, and what the host's clock and zone were then.
struct NightTime: Sendable {
    /// A part of the time in which nobody set the clock or moved.
    struct Era: Sendable {
        var from: Double
        var to: Double
        /// By how many seconds the clock had been set until then.
        var offset: Double
        var zone: ZoneRules
    }

    let start: Instant
    let eras: [Era]

    init(start: Instant, end: Double, zone: ZoneRules, changes: [NightFacts.ClockChange]) {
        self.start = start
        var eras = [Era(from: 0, to: end, offset: 0, zone: zone)]
        for change in changes {
            eras[eras.count - 1].to = change.at
            var era = eras[eras.count - 1]
            (era.from, era.to) = (change.at, end)
            era.offset += change.step
            era.zone = change.zone ?? era.zone
            eras.append(era)
        }
        self.eras = eras
    }

    /// What the clock shows.
    func wall(at time: Double) -> Instant {
        start + .seconds(time + (eras.last { $0.from <= time } ?? eras[0]).offset)
    }

    /// When the clock shows an instant, or a later one, for the first time from `from` on.
    func time(of instant: Instant, from: Double = 0) -> Double {
        let seconds = (instant - start).inSeconds
        for era in eras where era.to > from {
            let time = max(seconds - era.offset, era.from, from)
            if time < era.to { return time }
        }
        return seconds - (eras.last?.offset ?? 0)
    }

    /// What kept anybody from looking until then; nil for what cannot be said.
    func absence(before time: Double, _ facts: NightFacts) -> OccurrenceReason? {
        func ends(_ faults: [NightFault]) -> Bool {
            facts.spans(faults, on: nil).contains { abs($0.to - time) < 0.01 }
        }
        if ends([.restart, .badRow]) { return .down }
        if ends([.suspend]) { return .suspend }
        guard let index = eras.firstIndex(where: { $0.from > 0 && abs($0.from - time) < 0.01 }) else { return nil }
        return eras[index].zone == eras[index - 1].zone ? .clockStep : .zoneChange
    }
}
