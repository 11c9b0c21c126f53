// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// The actors of occurrences under the names they have in the file.
///
/// The raw values are the file format: they stay when a case of the domain is renamed, and the switches make the
/// compiler ask for new ones.
enum StoredActor: String, Codable {
    case schedule = "schedule"
    case person = "person"

    init(_ actor: OccurrenceActor) {
        self =
            switch actor {
            case .schedule: .schedule
            case .person: .person
            }
    }

    var value: OccurrenceActor {
        switch self {
        case .schedule: .schedule
        case .person: .person
        }
    }
}
