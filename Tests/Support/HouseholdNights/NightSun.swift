// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// A time that follows the sun.
///
/// When the sun rises and sets is taken from Lull, which astronomy tests hold to almanacs; what comes of it is not.
struct NightSun: Hashable, Sendable {
    var event: SunEvent
    /// How many minutes later it is, negative for earlier.
    var offset: Int
    /// Hundredths of degrees north and east.
    var north: Int
    var east: Int
    /// The times before and after which the sun does not count, and the one of dates without it.
    var earliest, latest, fallback: NightSchedule.Time?

    /// When it is on a date; nil for never.
    func moment(on date: CivilDate, zone: ZoneRules) -> Instant? {
        let place = GeographicPlace(latitude: Double(north) / 100, longitude: Double(east) / 100)
        guard let place, let sun = event.instant(on: date, at: place, in: zone) else {
            return fallback.map { zone.moment($0, on: date) }
        }
        let moment = sun + .seconds(60 * offset)
        let (first, last) = (earliest.map { zone.moment($0, on: date) }, latest.map { zone.moment($0, on: date) })
        return min(max(moment, first ?? .min), last ?? .max)
    }

    var text: String { event.rawValue + (offset == 0 ? "" : offset < 0 ? "\(offset)m" : "+\(offset)m") }

    var placeText: String { "\(Double(north) / 100),\(Double(east) / 100)" }
}
