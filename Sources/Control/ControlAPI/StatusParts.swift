// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

// What `status` says of a device beside its state.

/// A device's own sleep timer that runs.
public struct RunningTimerDocument: Hashable, Codable, Sendable {
    /// How long it still runs; null when the device has not said it.
    @NullWhenAbsent public var remainingSeconds: Int?
    /// When it ends and switches the device off; null when the device has not said it.
    @NullWhenAbsent public var endsAt: Instant?

    /// Makes a document.
    public init(remainingSeconds: Int?, endsAt: Instant?) {
        self.remainingSeconds = remainingSeconds
        self.endsAt = endsAt
    }
}

/// A date on which a schedule is skipped.
public struct SkippedDateDocument: Hashable, Codable, Sendable {
    /// The schedule.
    public var subject: Route
    /// What it is.
    public var kind: ScheduleKind
    /// Its name.
    public var name: String
    /// The date.
    public var date: CivilDate

    /// Makes a document.
    public init(id: ScheduleID, kind: ScheduleKind, name: String, date: CivilDate) {
        subject = .schedule(kind, id)
        self.kind = kind
        self.name = name
        self.date = date
    }
}

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
