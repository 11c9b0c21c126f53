// SPDX-License-Identifier: Apache-2.0

/// What the sun does once on most days.
public enum SunEvent: String, Codable, Hashable, Sendable, CaseIterable {
    /// Its upper edge appears over a level horizon.
    case sunrise
    /// Its upper edge goes below a level horizon.
    case sunset

    /// When it happens on a civil date, to two minutes in the years 1950 to 2100, or nil if it does not.
    ///
    /// It belongs to the date that the zone's clocks show when it happens, however far the place is from the zone's
    /// meridian. So near the poles, where sunrise and sunset wander over midnight, a date may have none although its
    /// neighbours have one, and where a date has two the first counts. As in almanacs the upper edge of the sun is on
    /// a level horizon and refraction is 34 arc minutes; where the sun grazes the horizon, real air decides.
    public func instant(on date: CivilDate, at place: GeographicPlace, in zone: ZoneRules) -> Instant? {
        seconds(on: date.daysSince1970, at: place, in: zone).map { Instant(secondsSince1970: $0) }
    }

    /// The first second of it on a date given in days since 1970, in seconds since 1970.
    func seconds(on day: Int, at place: GeographicPlace, in zone: ZoneRules) -> Int64? {
        let sky = SunSky(over: place)
        let span = zone.table.span(ofDay: day)
        guard sky.canSunCrossHorizon(near: span.lowerBound) else { return nil }
        var start = span.lowerBound
        var wasUp = sky.isSunUp(at: start)
        // From one culmination to the next the sun only rises or only sinks.
        var end = min(start + sky.secondsToCulmination(at: start), span.upperBound)
        while start < end {
            let isUp = sky.isSunUp(at: end)
            if wasUp != isUp, isUp == (self == .sunrise) {
                let found = sky.firstSecond(after: start, through: end) { $0 == isUp }
                if zone.table.day(at: found) == day { return found }
            }
            wasUp = isUp
            start = end
            end = min(start + 43_200, span.upperBound)
        }
        return nil
    }
}
