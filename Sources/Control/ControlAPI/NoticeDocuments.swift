// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceDocuments
public import SleepModel

/// Asks for notices.
public struct NoticesQuery: Hashable, QueryRequest {
    /// The items that there may be.
    public static let parameters = [QueryParameter("all", .boolean)]

    /// Whether also for those that are acknowledged.
    public var all: Bool

    /// Makes a query.
    public init(all: Bool = false) {
        self.all = all
    }

    /// Reads the item `all`, `true` or `false`; false when it is absent.
    public init(query: [String: String]) throws(ControlError) {
        all = try query.flag("all")
    }

    /// The items to send.
    public var query: [String: String] { ["all": "\(all)"] }
}

/// Names the notices to acknowledge.
public struct NoticesSelection: Hashable, Codable, Sendable {
    /// The number of one; nil for all.
    public var id: Int?

    /// Makes a selection.
    public init(id: Int?) {
        self.id = id
    }
}

/// Something that somebody should know, as people, programs and the owner's command read it.
public struct NoticeDocument: Hashable, Codable, Sendable {
    /// The number that acknowledges it.
    public var id: Int
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
    /// The nickname or the address of the device; null if it is about none.
    @NullWhenAbsent public var device: String?
    /// The device's address; null if it is about none.
    @NullWhenAbsent public var address: MacAddress?
    /// The alarm or the bedtime it is about, or else the device; null if it is about none.
    @NullWhenAbsent public var subject: Route?
    /// The id of the alarm; null if it is about none.
    @NullWhenAbsent public var schedule: String?
    /// Which occurrence, the last one of several; null if it is about none.
    @NullWhenAbsent public var occurrence: OccurrenceDocument?
    /// What happened, in sentences.
    public var message: String
    /// What to do, in sentences.
    public var advice: String
    /// Whether somebody has acknowledged it.
    public var acknowledged: Bool

    /// Describes a notice about the device of that name, if it is about one.
    public init(_ notice: Notice, device: String?) {
        id = notice.number
        at = notice.at
        since = notice.since
        count = notice.count
        kind = notice.kind
        grade = notice.grade
        self.device = device
        address = notice.device
        // Of all schedules only alarms make notices, and a bedtime that is announced.
        subject = Route(
            schedule: notice.schedule, of: notice.kind == .reminder ? .bedtime : .alarm, device: notice.device)
        schedule = notice.schedule?.rawValue
        occurrence = notice.occurrence.map { OccurrenceDocument($0) }
        message = notice.message
        advice = notice.advice
        acknowledged = notice.isAcknowledged
    }
}
