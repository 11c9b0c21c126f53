// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// A date on which a schedule has another time.
public struct MovedScheduleDocument: Hashable, Codable, Sendable {
    /// The schedule.
    public var subject: Route
    /// What it is.
    public var kind: ScheduleKind
    /// Its name.
    public var name: String
    /// The date.
    public var date: CivilDate
    /// The time on that date.
    public var at: TimeOfDay

    /// Makes a document.
    public init(id: ScheduleID, kind: ScheduleKind, name: String, date: CivilDate, at: TimeOfDay) {
        subject = .schedule(kind, id)
        self.kind = kind
        self.name = name
        self.date = date
        self.at = at
    }
}
