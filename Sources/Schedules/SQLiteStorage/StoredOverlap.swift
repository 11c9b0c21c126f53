// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// The policies for overlaps under the names they have in the file.
///
/// The raw values are the file format: they stay when a case of the domain is renamed, and the switches make the
/// compiler ask for new ones.
enum StoredOverlap: String, Codable {
    case first = "first"
    case second = "second"
    case both = "both"

    init(_ overlap: OverlapPolicy) {
        self =
            switch overlap {
            case .first: .first
            case .second: .second
            case .both: .both
            }
    }

    var value: OverlapPolicy {
        switch self {
        case .first: .first
        case .second: .second
        case .both: .both
        }
    }
}
