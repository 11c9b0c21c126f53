// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel

struct ScheduleRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case id = "id"
        case device = "device"
        case kind = "kind"
        case name = "name"
        case onceOn = "once_on"
        case weekdays = "weekdays"
        case timeOfDay = "time_of_day"
        case gap = "gap"
        case overlap = "overlap"
        case zone = "zone"
        case isEnabled = "is_enabled"
        case settledSeconds = "settled_seconds"
        case settledNanosecond = "settled_nanosecond"
        case plan = "plan"
    }

    static let table = "schedules"
    static let key = [CodingKeys.id]

    var id: String
    var device: String
    var kind: StoredKind
    var name: String
    /// The one date of the rule; with `weekdays` and the rest empty where there is no rule.
    var onceOn: String?
    /// The days of a weekly rule: bit 0 is Sunday, bit 6 Saturday.
    var weekdays: UInt8?
    var timeOfDay: String?
    var gap: StoredGap?
    var overlap: StoredOverlap?
    var zone: String?
    var isEnabled: Bool
    var settledSeconds: Int64
    var settledNanosecond: Int32
    var plan: String

    init(_ schedule: Schedule) throws {
        id = schedule.id.rawValue
        device = schedule.device.rawValue
        kind = StoredKind(schedule.kind)
        name = schedule.name
        switch schedule.recurrence?.days {
        case .once(let date): onceOn = date.description
        case .weekly(let days): weekdays = days.rawValue
        case nil: break
        }
        timeOfDay = schedule.recurrence?.time.description
        gap = schedule.recurrence.map { StoredGap($0.gap) }
        overlap = schedule.recurrence.map { StoredOverlap($0.overlap) }
        zone = schedule.zone
        isEnabled = schedule.isEnabled
        settledSeconds = schedule.settledThrough.secondsSince1970
        settledNanosecond = schedule.settledThrough.nanosecond
        plan = try VersionedPayload(PlanPayload(schedule.plan)).text()
    }

    func value() throws -> Schedule {
        Schedule(
            id: ScheduleID(rawValue: id), device: try MacAddress(stored: device), name: name,
            recurrence: try recurrence(), zone: zone, isEnabled: isEnabled,
            settledThrough: try Instant(storedSeconds: settledSeconds, nanosecond: settledNanosecond),
            plan: try VersionedPayload<PlanPayload>(text: plan).content.value())
    }

    private func recurrence() throws -> Recurrence? {
        let days: Recurrence.Days
        switch (onceOn, weekdays) {
        case (let text?, nil): days = .once(try CivilDate(stored: text))
        case (nil, let bits?): days = .weekly(WeekdaySet(rawValue: bits))
        case (nil, nil) where timeOfDay == nil: return nil
        default: throw PayloadError.invalid("its days are neither one date nor days of the week")
        }
        guard let timeOfDay, let gap, let overlap else {
            throw PayloadError.invalid("its rule has no time or no policy")
        }
        return Recurrence(
            days: days, time: try TimeOfDay(stored: timeOfDay), gap: gap.value, overlap: overlap.value)
    }
}
