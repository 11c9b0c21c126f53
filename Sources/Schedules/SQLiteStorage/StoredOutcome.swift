// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// The ends of occurrences under the names they have in the file.
///
/// The raw values are the file format: they stay when a case of the domain is renamed, and the switches make the
/// compiler ask for new ones.
enum StoredOutcome: String, Codable {
    case done = "done"
    case dismissed = "dismissed"
    case unattended = "unattended"
    case cancelled = "cancelled"
    case missed = "missed"
    case superseded = "superseded"
    case skipped = "skipped"

    init(_ outcome: OccurrenceOutcome) {
        self =
            switch outcome {
            case .done: .done
            case .dismissed: .dismissed
            case .unattended: .unattended
            case .cancelled: .cancelled
            case .missed: .missed
            case .superseded: .superseded
            case .skipped: .skipped
            }
    }

    var value: OccurrenceOutcome {
        switch self {
        case .done: .done
        case .dismissed: .dismissed
        case .unattended: .unattended
        case .cancelled: .cancelled
        case .missed: .missed
        case .superseded: .superseded
        case .skipped: .skipped
        }
    }
}
