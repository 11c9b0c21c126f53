// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// What nothing may exceed on a device.
struct NightLimit: Hashable, Sendable {
    /// A part of each day by the clock, which may go over midnight.
    struct Hours: Hashable, Sendable {
        var from: NightSchedule.Time
        var until: NightSchedule.Time
    }

    /// In percent; nil for any.
    var volume: Int?
    var brightness: Int?
    /// Nil for always.
    var hours: Hours?

    func holds(at wall: Instant, zone: ZoneRules) -> Bool {
        guard let hours else { return true }
        let minute = zone.civil(at: wall).time.secondsSinceMidnight / 60
        let (from, until) = (hours.from.minute, hours.until.minute)
        return from < until ? from <= minute && minute < until : from <= minute || minute < until
    }

    private func level(_ percent: Int?) -> Double { percent.map { Double(($0 * 255 + 50) / 100) } ?? 255 }

    /// A volume and a brightness on the device's scale, within the limit.
    func limited(volume: Double) -> Double { min(volume, level(self.volume)) }
    func limited(level: Double) -> Double { min(level, self.level(brightness)) }
}
