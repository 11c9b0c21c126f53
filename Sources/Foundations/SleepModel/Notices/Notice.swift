// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// Something that somebody should know, until it is acknowledged.
public struct Notice: Hashable, Codable, Sendable {
    /// The number that people type; no two notices have the same.
    public var number: Int
    /// When it happened, or happened last.
    public var at: Instant
    /// When it happened first.
    public var since: Instant
    /// How often it happened.
    public var count: Int
    /// What kind of thing happened.
    public var kind: NoticeKind
    /// How much it matters.
    public var grade: NoticeGrade
    /// The device it is about; nil if it is about none.
    public var device: MacAddress?
    /// The schedule it is about; nil if it is about none.
    public var schedule: ScheduleID?
    /// The occurrence it is about, the last one of several; nil if it is about none.
    public var occurrence: OccurrenceKey?
    /// What happened; sentences for people.
    public var message: String
    /// What to do; sentences for people.
    public var advice: String
    /// When somebody acknowledged it; nil if nobody has.
    public var acknowledgedAt: Instant?

    /// Makes a notice; one about an occurrence is about its schedule too.
    public init(
        number: Int, at: Instant, since: Instant? = nil, count: Int = 1, kind: NoticeKind, grade: NoticeGrade,
        device: MacAddress? = nil, schedule: ScheduleID? = nil, occurrence: OccurrenceKey? = nil, message: String,
        advice: String, acknowledgedAt: Instant? = nil
    ) {
        self.number = number
        self.at = at
        self.since = since ?? at
        self.count = count
        self.kind = kind
        self.grade = grade
        self.device = device
        self.schedule = schedule ?? occurrence?.schedule
        self.occurrence = occurrence
        self.message = message
        self.advice = advice
        self.acknowledgedAt = acknowledgedAt
    }

    /// Whether somebody has acknowledged it.
    public var isAcknowledged: Bool { acknowledgedAt != nil }
}

/// What kind of thing somebody should know.
public enum NoticeKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// An alarm is due and its device does not ring.
    case notRinging = "alarm-not-ringing"
    /// An alarm did not ring.
    case missed = "alarm-missed"
    /// An alarm rang until its limit and nobody answered.
    case unattended = "alarm-unattended"
    /// New zone data gave an alarm another time.
    case timeChanged = "alarm-time-changed"
    /// A device is out of reach, and an alarm is due on it soon, or what runs does not show there.
    case unreachable = "device-unreachable"
    /// This computer's Bluetooth hears no device.
    case radio
    /// A device lost its power.
    case powerLost = "device-power-lost"
    /// The clock of a device showed another time.
    case clockSet = "device-clock"
    /// A night begins soon.
    case reminder
    /// Somebody changed a device beyond its limit, and it was turned back.
    case limit
    /// What Lull keeps on disk cannot be saved, backed up or read.
    case storage

    /// Whether it is news each time that it happens again with a grade: an alarm that still does not ring, or that nobody
    /// answered when it rang again.
    public func isNewsAgain(_ grade: NoticeGrade) -> Bool {
        self == .unattended || self == .notRinging && grade == .alarm
    }
}

/// How much a notice matters.
public enum NoticeGrade: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
    /// It explains something.
    case information
    /// Something did not happen as it should, or may not.
    case warning
    /// Somebody is to be woken, and the device does not do it.
    case alarm

    /// Whether the first matters less.
    public static func < (first: NoticeGrade, second: NoticeGrade) -> Bool { first.rank < second.rank }

    private var rank: Int {
        switch self {
        case .information: 0
        case .warning: 1
        case .alarm: 2
        }
    }
}
