// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// The policies for 29 February under the names they have in the file.
///
/// The raw values are the file format: they stay when a case of the domain is renamed, and the switches make the
/// compiler ask for new ones.
enum StoredLeapDay: String, Codable {
    case skip = "skip"
    case clamp = "clamp"

    init(_ policy: MonthDay.LeapDayPolicy) {
        self =
            switch policy {
            case .skip: .skip
            case .clamp: .clamp
            }
    }

    var value: MonthDay.LeapDayPolicy {
        switch self {
        case .skip: .skip
        case .clamp: .clamp
        }
    }
}
