// SPDX-License-Identifier: Apache-2.0

/// When a rule happens on one of its dates, in plain numbers, which keeps searches cheap.
struct Placement {
    /// The date in days since 1970.
    let day: Int
    let time: TimeOfDay
    let rule: AppliedRule
    /// When it happens, or when the clocks jump over it, in seconds since 1970.
    let moment: Int64
    var happens = true
    var pass = 1

    var occurrence: CivilOccurrence {
        CivilOccurrence(
            civil: CivilDateTime(date: CivilDate(daysSince1970: day), time: time),
            instant: happens ? Instant(secondsSince1970: moment) : nil, rule: rule, pass: pass)
    }
}

/// Two under `OverlapPolicy.both`, else one.
typealias Placements = (first: Placement, second: Placement?)

extension ZoneRules {
    /// When a wall-clock time on a date happens under two policies.
    func placements(on day: Int, at time: TimeOfDay, gap: GapPolicy, overlap: OverlapPolicy) -> Placements {
        let midnight = Int64(day) * 86_400
        let wanted = midnight + Int64(time.secondsSinceMidnight)
        func place(_ rule: AppliedRule, _ moment: Int64, happens: Bool = true, pass: Int = 1) -> Placement {
            Placement(day: day, time: time, rule: rule, moment: moment, happens: happens, pass: pass)
        }
        switch table.resolve(wanted) {
        case .unique(let moment):
            return (place(.unique, moment), nil)
        case .overlap(let first, let second):
            let passes = (place(.overlapFirst, first), place(.overlapSecond, second, pass: 2))
            switch overlap {
            case .first: return (passes.0, nil)
            case .second: return (passes.1, nil)
            case .both: return passes
            }
        case .gap(let before, let after, let transition):
            if transition + before <= midnight, midnight + 86_400 <= transition + after {
                return (place(.nonexistentDate, transition, happens: false), nil)
            }
            switch gap {
            case .later: return (place(.gapLater, wanted - before), nil)
            case .earlier: return (place(.gapEarlier, wanted - after), nil)
            case .skip: return (place(.gapSkip, transition, happens: false), nil)
            }
        }
    }
}

/// What becomes of a time that the clocks jump over.
public enum GapPolicy: String, Codable, Hashable, Sendable, CaseIterable {
    /// It happens at the offset before the gap: 02:30 becomes 03:30.
    case later
    /// It happens at the offset after the gap: 02:30 becomes 01:30.
    case earlier
    /// It does not happen.
    case skip
}

/// What becomes of a time that the clocks show twice.
public enum OverlapPolicy: String, Codable, Hashable, Sendable, CaseIterable {
    /// It happens on the first pass.
    case first
    /// It happens on the second pass.
    case second
    /// It happens on both passes.
    case both
}
