// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// The rules of zones under the names they have in the file.
///
/// The raw values are the file format: they stay when a case of the domain is renamed, and the switches make the
/// compiler ask for new ones.
enum StoredRule: String, Codable {
    case unique = "unique"
    case gapLater = "gap-later"
    case gapEarlier = "gap-earlier"
    case gapSkip = "gap-skip"
    case overlapFirst = "overlap-first"
    case overlapSecond = "overlap-second"
    case nonexistentDate = "nonexistent-date"
    case sun = "sun"
    case sunEarliest = "sun-earliest"
    case sunLatest = "sun-latest"
    case sunFallback = "sun-fallback"
    case noSunEvent = "no-sun-event"

    init(_ rule: AppliedRule) {
        self =
            switch rule {
            case .unique: .unique
            case .gapLater: .gapLater
            case .gapEarlier: .gapEarlier
            case .gapSkip: .gapSkip
            case .overlapFirst: .overlapFirst
            case .overlapSecond: .overlapSecond
            case .nonexistentDate: .nonexistentDate
            case .sun: .sun
            case .sunEarliest: .sunEarliest
            case .sunLatest: .sunLatest
            case .sunFallback: .sunFallback
            case .noSunEvent: .noSunEvent
            }
    }

    var value: AppliedRule {
        switch self {
        case .unique: .unique
        case .gapLater: .gapLater
        case .gapEarlier: .gapEarlier
        case .gapSkip: .gapSkip
        case .overlapFirst: .overlapFirst
        case .overlapSecond: .overlapSecond
        case .nonexistentDate: .nonexistentDate
        case .sun: .sun
        case .sunEarliest: .sunEarliest
        case .sunLatest: .sunLatest
        case .sunFallback: .sunFallback
        case .noSunEvent: .noSunEvent
        }
    }
}
