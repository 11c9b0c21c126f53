// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// The policies for gaps under the names they have in the file.
///
/// The raw values are the file format: they stay when a case of the domain is renamed, and the switches make the
/// compiler ask for new ones.
enum StoredGap: String, Codable {
    case later = "later"
    case earlier = "earlier"
    case skip = "skip"

    init(_ gap: GapPolicy) {
        self =
            switch gap {
            case .later: .later
            case .earlier: .earlier
            case .skip: .skip
            }
    }

    var value: GapPolicy {
        switch self {
        case .later: .later
        case .earlier: .earlier
        case .skip: .skip
        }
    }
}
