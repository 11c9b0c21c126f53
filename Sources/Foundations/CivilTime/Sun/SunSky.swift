// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The position of the sun, seen from one place.
///
/// Low-precision solar coordinates after Meeus, Astronomical Algorithms, chapters 12 and 25: good to 0.01 degrees for
/// some centuries around 2000, so to seconds of time except where the sun moves almost along the horizon.
struct SunSky {
    private let longitude: Double
    private let sineOfLatitude: Double
    private let cosineOfLatitude: Double

    /// 34 arc minutes of refraction and 16 of the sun's radius below the horizon.
    private static let sineOfRising = sin(-50.0 / 60 * degree)
    /// The same, with more to either side than the sun wanders north or south in two days.
    private static let nearRising = sineOfRising - sin(degree)...sineOfRising + sin(degree)
    private static let degree = Double.pi / 180

    init(over place: GeographicPlace) {
        longitude = place.longitude * SunSky.degree
        sineOfLatitude = sin(place.latitude * SunSky.degree)
        cosineOfLatitude = cos(place.latitude * SunSky.degree)
    }

    /// Whether the sun may rise or set within a day or two, false only if that is out of the question.
    func canSunCrossHorizon(near seconds: Int64) -> Bool {
        let z = SunSky.geometry(at: seconds).direction.z
        let middle = sineOfLatitude * z
        let swing = cosineOfLatitude * (1 - z * z).squareRoot()
        return (middle - swing...middle + swing).overlaps(SunSky.nearRising)
    }

    /// Whether any of the sun is over the horizon, at a time in seconds since 1970.
    func isSunUp(at seconds: Int64) -> Bool {
        let (direction, rotation) = SunSky.geometry(at: seconds)
        let (x, y, z) = direction
        let meridian = rotation + longitude
        let sine = sineOfLatitude * z + cosineOfLatitude * (x * cos(meridian) + y * sin(meridian))
        return sine >= SunSky.sineOfRising
    }

    /// How long it takes until the sun is highest or lowest, 1 to 43 200 seconds.
    func secondsToCulmination(at seconds: Int64) -> Int64 {
        let (direction, rotation) = SunSky.geometry(at: seconds)
        let hourAngle = (rotation + longitude - atan2(direction.y, direction.x)) / .pi
        return max(1, Int64((hourAngle.rounded(.down) + 1 - hourAngle) * 43_200))
    }

    /// The first second after `start` at which the sun is up or not as wanted, if it is so at `end` but not at `start`
    /// and changes once.
    func firstSecond(after start: Int64, through end: Int64, where isWanted: (Bool) -> Bool) -> Int64 {
        var start = start
        var end = end
        while end - start > 1 {
            let middle = start + (end - start) / 2
            if isWanted(isSunUp(at: middle)) { end = middle } else { start = middle }
        }
        return end
    }

    /// The direction of the sun from the Earth's centre, with the equator as x and y and x towards the vernal equinox,
    /// and how far Greenwich has turned from there, in radians.
    private static func geometry(
        at seconds: Int64
    ) -> (direction: (x: Double, y: Double, z: Double), rotation: Double) {
        // Days since noon of 2000-01-01. The minute or more between the Earth's rotation and uniform time is left out.
        let days = (Double(seconds) - 946_728_000) / 86_400
        let centuries = days / 36_525
        let meanLongitude = 280.46646 + centuries * (36_000.76983 + centuries * 0.0003032)
        let anomaly = (357.52911 + centuries * (35_999.05029 - centuries * 0.0001537)) * degree
        let center =
            (1.914602 - centuries * (0.004817 + centuries * 0.000014)) * sin(anomaly)
            + (0.019993 - centuries * 0.000101) * sin(2 * anomaly) + 0.000289 * sin(3 * anomaly)
        let node = (125.04 - centuries * 1934.136) * degree
        let longitude = (meanLongitude + center - 0.00569 - 0.00478 * sin(node)) * degree
        let obliquity = (23.4392911 - centuries * 0.0130042 + 0.00256 * cos(node)) * degree
        let siderealTime = 280.46061837 + 360.98564736629 * days + 0.000387933 * centuries * centuries
        let sine = sin(longitude)
        return ((cos(longitude), cos(obliquity) * sine, sin(obliquity) * sine), siderealTime * degree)
    }
}
