// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// What the sun does under the names it has in the file.
///
/// The raw values are the file format: they stay when a case of the domain is renamed, and the switches make the
/// compiler ask for new ones.
enum StoredSunEvent: String, Codable {
    case sunrise = "sunrise"
    case sunset = "sunset"

    init(_ event: SunEvent) {
        self =
            switch event {
            case .sunrise: .sunrise
            case .sunset: .sunset
            }
    }

    var value: SunEvent {
        switch self {
        case .sunrise: .sunrise
        case .sunset: .sunset
        }
    }
}
