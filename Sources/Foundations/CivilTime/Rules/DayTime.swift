// SPDX-License-Identifier: Apache-2.0

/// At what time of its days something happens.
public enum DayTime: Hashable, Sendable {
    /// At the same wall-clock time every day.
    case clock(TimeOfDay)
    /// At a wall-clock time of each weekday; nothing happens on those without one.
    case byWeekday(WeekdayTimes)
    /// When the sun rises or sets, or about then.
    indirect case sun(SunTime)

    /// The wall-clock time that all days share, or nil if they do not.
    public var clockTime: TimeOfDay? {
        if case .clock(let time) = self { time } else { nil }
    }
}

extension DayTime: CustomStringConvertible {
    /// `07:00`, `mon 07:00, sat 09:30` or `30m before sunrise`.
    public var description: String {
        switch self {
        case .clock(let time):
            return time.description
        case .byWeekday(let times):
            let mondayFirst = Weekday.allCases.dropFirst() + [.sunday]
            return mondayFirst.compactMap { day in times[day].map { "\(day.shortName) \($0)" } }
                .joined(separator: ", ")
        case .sun(let time):
            let offset = DurationText.format(time.offset < .zero ? .zero - time.offset : time.offset)
            if time.offset == .zero { return time.event.rawValue }
            return "\(offset) \(time.offset < .zero ? "before" : "after") \(time.event.rawValue)"
        }
    }
}

extension DayTime: Codable {
    private enum CodingKeys: String, CodingKey {
        case byWeekday
        case sun
    }

    /// Decodes `"07:00"`, `{"byWeekday":{"mon":"07:00"}}` or `{"sun":{…}}`.
    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            self = .clock(try TimeOfDay(from: decoder))
            return
        }
        guard container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "a time is a text, byWeekday or sun"))
        }
        if container.contains(.sun) {
            self = .sun(try container.decode(SunTime.self, forKey: .sun))
        } else {
            self = .byWeekday(try container.decode(WeekdayTimes.self, forKey: .byWeekday))
        }
    }

    /// Encodes a time that all days share as text, else an object with the one key that fits.
    public func encode(to encoder: any Encoder) throws {
        if case .clock(let time) = self { return try time.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .clock: break
        case .byWeekday(let times): try container.encode(times, forKey: .byWeekday)
        case .sun(let time): try container.encode(time, forKey: .sun)
        }
    }
}
