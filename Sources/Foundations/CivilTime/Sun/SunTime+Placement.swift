// SPDX-License-Identifier: Apache-2.0

extension SunTime {
    /// What happens on a date, with policies for the limits and the fallback, of which `both` takes the first pass.
    func placement(on day: Int, in zone: ZoneRules, gap: GapPolicy, overlap: OverlapPolicy) -> Placement {
        guard let event = event.seconds(on: day, at: place, in: zone) else {
            if let fallback {
                let placement = zone.placements(on: day, at: fallback, gap: gap, overlap: overlap).first
                return placement.happens ? placement.because(.sunFallback) : placement
            }
            let midnight = zone.placements(
                on: day, at: TimeOfDay(secondsSinceMidnight: 0), gap: .later, overlap: .first
            ).first
            return midnight.happens ? midnight.because(.noSunEvent, happens: false) : midnight
        }
        /// A limit that the clocks jump over still limits, and a date with the event exists.
        func limit(_ time: TimeOfDay, _ rule: AppliedRule) -> Placement {
            zone.placements(on: day, at: time, gap: gap == .skip ? .later : gap, overlap: overlap).first.because(rule)
        }
        let moment = event + offset.components.seconds
        if let earliest {
            let limit = limit(earliest, .sunEarliest)
            if moment < limit.moment { return limit }
        }
        if let latest {
            let limit = limit(latest, .sunLatest)
            if moment > limit.moment { return limit }
        }
        let time = zone.civil(at: Instant(secondsSince1970: event)).time
        return Placement(day: day, time: time, rule: .sun, moment: moment)
    }
}

extension Placement {
    /// The same time for another reason.
    fileprivate func because(_ rule: AppliedRule, happens: Bool = true) -> Placement {
        Placement(day: day, time: time, rule: rule, moment: moment, happens: happens)
    }
}
