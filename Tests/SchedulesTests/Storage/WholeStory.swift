// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Storage
import StorageConformance

/// What the release with the second step of the schema was told before it wrote `Files/whole-story.sql`.
enum WholeStory {
    static let devices = [Samples.device(), Samples.device(Samples.bedroom, name: "Schlafzimmer \u{1F319} \"links\"")]

    static let schedules: [Schedule] = {
        var yearly = Samples.schedule("routine-1", device: Samples.bedroom, name: "it's", plan: Samples.plans[0])
        yearly.recurrence = MonthDay(month: 2, day: 29, leapDay: .clamp).map {
            Recurrence(days: .yearly($0), time: Samples.time(2, 30), exceptions: [Samples.date(20)], overlap: .both)
        }
        yearly.zone = nil
        yearly.isEnabled = false
        var moved = Samples.schedule()
        moved.settledThrough = Samples.morning + .seconds(86_400)
        return [moved, yearly]
    }()

    static let overrides = [
        Samples.skip(),
        OccurrenceOverride(
            schedule: ScheduleID(rawValue: "routine-1"), date: Samples.date(20), change: .time(Samples.time(6, 45, 1)),
            since: Samples.morning),
    ]

    /// Those that run, a snoozed alarm and a night.
    static let openRecords = [
        Samples.record(Samples.key(day: 15), planned: Samples.morning - .seconds(1), run: Samples.runs[3]),
        Samples.record(Samples.key("routine-1", day: 15, slot: "run-1"), run: Samples.runs[4]),
    ]

    /// One that ran, and one that did not for each reason.
    static let endedRecords: [OccurrenceRecord] =
        [Samples.ended(Samples.key(day: 1), outcome: .dismissed)]
        + [OccurrenceReason.down, .suspend, .clockStep, .zoneChange, .storage, .pause, .skip].enumerated().map {
            number, reason in
            var record = Samples.ended(
                Samples.key(day: 2 + number), outcome: [.pause, .skip].contains(reason) ? .skipped : .missed)
            record.reason = reason
            record.planned = Samples.morning + .seconds(86_400 * (number + 1))
            return record
        }

    /// One that was taken back.
    static let void = Samples.ended(Samples.key(day: 12))

    /// The log by instant; it had no reasons.
    static let log: [LogEntry] = [
        LogEntry(
            at: .min, planned: .max, device: Samples.bedroom, kind: "control", name: "it's \"\u{C4}\n",
            outcome: "done", lateSeconds: -3, actor: "device"),
        LogEntry(
            at: Samples.morning, planned: Samples.morning, device: Samples.nursery, kind: "alarm", name: "Wake",
            outcome: "missed", lateSeconds: 10_800, actor: "schedule"),
        Samples.entry(1),
        LogEntry(at: .max, kind: "daemon", outcome: "started", actor: "daemon"),
    ]

    /// All of it, in the order it was told.
    static let changes: [StoreChange] =
        devices.map { .pair($0, log: []) } + schedules.map { .save($0, log: []) }
        + overrides.map { .override($0, log: []) } + [.settings(Samples.settings, log: [])]
        + openRecords.map { .claim($0, settling: nil, log: []) } + endedRecords.flatMap(story) + story(of: void)
        + [.void(void.key, .clockStep, at: Samples.morning, log: []), .note(log)]

    /// A record that ends without having run is entered at once.
    private static func story(of record: OccurrenceRecord) -> [StoreChange] {
        guard record.reason == nil else { return [.claim(record, settling: nil, log: [])] }
        let begun = Samples.record(record.key, planned: record.planned)
        return [.claim(begun, settling: nil, log: []), .update(record, log: [])]
    }
}
