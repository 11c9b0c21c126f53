// SPDX-License-Identifier: Apache-2.0

/// The time of day at which a rule happens.
public enum DayTime: Hashable, Codable, Sendable {
    /// At the same wall-clock time every day.
    case clock(TimeOfDay)
    /// At a wall-clock time of each weekday; nothing happens on those without one.
    case byWeekday(WeekdayTimes)
    /// When the sun rises or sets, or about then.
    indirect case sun(SunTime)
}

extension DayTime: CustomStringConvertible {
    /// `07:00`, `mon,tue 07:00, sat 09:30` or `30m before sunrise`.
    public var description: String {
        switch self {
        case .clock(let time):
            return time.description
        case .byWeekday(let times):
            return times.groups.map { "\($0.days.shortNames.joined(separator: ",")) \($0.time)" }.joined(
                separator: ", ")
        case .sun(let time):
            let offset = DurationText.format(time.offset < .zero ? .zero - time.offset : time.offset)
            if time.offset == .zero { return time.event.rawValue }
            return "\(offset) \(time.offset < .zero ? "before" : "after") \(time.event.rawValue)"
        }
    }
}
