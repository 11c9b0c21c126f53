// SPDX-License-Identifier: Apache-2.0

/// A part of each day by the wall clock, such as 20:00-07:00; it may go over midnight.
public struct DailyHours: Hashable, Sendable {
    /// When it begins.
    public let from: TimeOfDay
    /// When it ends.
    public let until: TimeOfDay

    /// Makes a part of the day; nil when it would end as it begins.
    public init?(from: TimeOfDay, until: TimeOfDay) {
        guard from != until else { return nil }
        (self.from, self.until) = (from, until)
    }

    /// Reads `20:00-07:00`.
    public init?(parsing text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let from = TimeOfDay(parsing: parts[0]), let until = TimeOfDay(parsing: parts[1])
        else { return nil }
        self.init(from: from, until: until)
    }

    /// Whether a clock in `zone` shows a time of this part of the day.
    public func contains(_ instant: Instant, in zone: ZoneRules) -> Bool {
        contains(zone.civil(at: instant).time)
    }

    /// When to look again after `instant`: nothing changes before that.
    public func nextLook(after instant: Instant, in zone: ZoneRules) -> Instant {
        let time = zone.civil(at: instant).time
        let edge = contains(time) ? until : from
        let distance = edge.secondsSinceMidnight - time.secondsSinceMidnight
        let start = Instant(secondsSince1970: instant.secondsSince1970)
        let end = start + .seconds(distance > 0 ? distance : distance + 86_400)
        let offset = zone.offset(at: start)
        guard zone.offset(at: end) != offset else { return end }
        // The clocks are set before that, and show another time then.
        var (before, after) = (start, end)
        while after - before > .seconds(1) {
            let middle = before + .seconds((after - before).components.seconds / 2)
            if zone.offset(at: middle) == offset { before = middle } else { after = middle }
        }
        return after
    }

    private func contains(_ time: TimeOfDay) -> Bool {
        from < until ? time >= from && time < until : time >= from || time < until
    }
}

extension DailyHours: CustomStringConvertible, Codable {
    /// The text of `init(parsing:)`.
    public var description: String { "\(from)-\(until)" }

    /// Decodes the text of `init(parsing:)`.
    public init(from decoder: any Decoder) throws {
        self = try decoder.parsedText(as: "hours like 20:00-07:00", DailyHours.init(parsing:))
    }

    /// Encodes `description`.
    public func encode(to encoder: any Encoder) throws {
        try encoder.encodeText(description)
    }
}
