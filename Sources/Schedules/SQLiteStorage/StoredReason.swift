// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// The reasons of ends under the names they have in the file.
///
/// The raw values are the file format: they stay when a case of the domain is renamed, and the switches make the
/// compiler ask for new ones.
enum StoredReason: String, Codable {
    case down = "down"
    case suspend = "suspend"
    case clockStep = "clock-step"
    case zoneChange = "zone-change"
    case storage = "storage"
    case undelivered = "undelivered"
    case pause = "pause"
    case skip = "skip"

    init(_ reason: OccurrenceReason) {
        self =
            switch reason {
            case .down: .down
            case .suspend: .suspend
            case .clockStep: .clockStep
            case .zoneChange: .zoneChange
            case .storage: .storage
            case .undelivered: .undelivered
            case .pause: .pause
            case .skip: .skip
            }
    }

    var value: OccurrenceReason {
        switch self {
        case .down: .down
        case .suspend: .suspend
        case .clockStep: .clockStep
        case .zoneChange: .zoneChange
        case .storage: .storage
        case .undelivered: .undelivered
        case .pause: .pause
        case .skip: .skip
        }
    }
}
