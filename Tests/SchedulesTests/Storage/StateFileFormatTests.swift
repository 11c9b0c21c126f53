// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SQLiteStorage
import SleepModel
import Storage
import StorageConformance
import Testing

/// The file as released builds have written it; a change that breaks these tests needs a migration.
@Suite struct StateFileFormatTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static let amber = #"{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51}"#
    private static let dark = #"{"appearance":{"color":{"blue":0,"green":0,"red":0}},"brightness":0}"#
    private static let anchor =
        #"{"bootID":"6f2b0f0e-8a3c-4d0a-9d46-000000000001","bootNanoseconds":86400000000001,"#
        + #""wall":{"nanosecond":123456789,"seconds":1805009400}}"#
    private static let routine =
        #"{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":"# + amber
        + #","lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},"#
        + #"{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"#
        + #""lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},"#
        + #"{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}"#
    private static let alarm =
        #"{"light":"# + amber
        + #","snoozeNanoseconds":540000000000,"sound":19,"sunriseNanoseconds":1800000000000,"volume":102}"#
    private static let bedtime =
        #"{"light":"# + amber
        + #","sound":7,"volume":40,"wake":"06:45","#
        + #""wakeLight":{"appearance":{"gradient":{}},"brightness":99},"windDownNanoseconds":1800000000000}"#

    private static func payload(_ name: String, _ content: String) -> String {
        #"{"content":{""# + name + #"":{"# + content + #"}},"v":1}"#
    }

    static let plans = [
        payload("routine", #""plan":"# + routine),
        payload("alarm", #""plan":"# + alarm),
        payload("alarm", #""plan":{"snoozeNanoseconds":0,"sound":0,"volume":0}"#),
        payload("bedtime", #""plan":"# + bedtime),
        payload(
            "bedtime",
            #""plan":{"light":"# + dark + #","sound":0,"volume":255,"wakeLight":"# + dark
                + #","windDownNanoseconds":0}"#),
        payload("routine", #""plan":{"steps":[]}"#),
    ]

    static let runs = [
        payload("routine", #""plan":"# + routine + #","start":"# + anchor),
        payload(
            "alarm",
            #""phase":{"ringing":{"round":2,"since":"# + anchor + #"}},"plan":"# + alarm + #","yielded":[]"#),
        payload(
            "alarm",
            #""chosenVolume":77,"phase":{"sunrise":{"since":"# + anchor + #"}},"plan":"# + alarm
                + #","yielded":["light","power","sound","volume"]"#),
        payload(
            "alarm",
            #""phase":{"snoozed":{"lengthNanoseconds":300000000000,"round":3,"since":"# + anchor
                + #"}},"plan":"# + alarm + #","yielded":["light"]"#),
        payload(
            "bedtime",
            #""bedtime":{"nanosecond":123456789,"seconds":1805009400},"plan":"# + bedtime + #","start":"# + anchor
                + #","wake":{"nanosecond":123456790,"seconds":1805009400}"#),
    ]

    @Test(.timeLimit(.minutes(1)), arguments: zip(Samples.plans, plans))
    func plan_isWrittenAndReadAsTheLiteral_forEveryKind(_ plan: Schedule.Plan, _ literal: String) async throws {
        let store = try await SQLiteNightStore.open(directory: directory.path)
        try await store.save(Samples.schedule(plan: plan), log: [])
        await store.close()
        #expect(try directory.strings("SELECT plan FROM schedules") == [literal])
    }

    @Test(.timeLimit(.minutes(1)), arguments: zip(Samples.runs, runs))
    func run_isWrittenAndReadAsTheLiteral_forEveryKind(_ run: OccurrenceRun, _ literal: String) async throws {
        let store = try await SQLiteNightStore.open(directory: directory.path)
        #expect(try await store.claim(Samples.record(run: run), settling: nil, log: []))
        await store.close()
        #expect(try directory.strings("SELECT run FROM ledger") == [literal])
    }

    @Test(.timeLimit(.minutes(1)))
    func store_readsEveryTable_fromLiteralRows() async throws {
        await (try SQLiteNightStore.open(directory: directory.path)).close()
        try directory.execute(
            """
            INSERT INTO devices VALUES (1, 'DC:06:41:DC:1A:B4', 'nursery', 'hatch-rest', 1805009400, 123456789);
            INSERT INTO schedules VALUES (
                1, 'alarm-1', 'DC:06:41:DC:1A:B4', 'alarm', 'Wake', NULL, 62, '07:00', 'later', 'first',
                'Europe/Berlin', 1, 1805009400, 123456789, '\(Self.plans[1])');
            INSERT INTO schedules VALUES (
                2, 'alarm-2', 'DC:06:41:DC:1A:B4', 'alarm', 'Once', '2027-03-14', NULL, '23:59:59', 'skip', 'both',
                NULL, 0, 0, 0, '\(Self.plans[1])');
            INSERT INTO ledger VALUES (
                'alarm-1', '2027-03-14', 'scheduled', 1, 'alarm', 'DC:06:41:DC:1A:B4', 'Wake', 1805009400, 123456789,
                'Europe/Berlin', '2025b', 'unique', 1500000001, 'schedule', '\(Self.runs[1])', NULL, NULL, NULL);
            INSERT INTO ledger VALUES (
                'alarm-1', '2027-03-13', 'scheduled', 1, 'alarm', 'DC:06:41:DC:1A:B4', 'Wake', 1805009400, 123456789,
                'Europe/Berlin', '2025b', 'unique', 1500000001, 'schedule', NULL, 'done', 1805009490, 123456789);
            INSERT INTO log VALUES (
                1, 1805009400, 123456789, 1805009400, 123456789, 'DC:06:41:DC:1A:B4', 'alarm', 'Wake', 'rang', 0,
                'schedule');
            """)
        var once = Samples.schedule("alarm-2", name: "Once")
        once.recurrence = Recurrence(
            days: .once(Samples.date()), time: Samples.time(23, 59, 59), gap: .skip, overlap: .both)
        once.zone = nil
        once.isEnabled = false
        once.settledThrough = Instant(secondsSince1970: 0)

        let store = try await SQLiteNightStore.open(directory: directory.path)
        #expect(try await store.devices() == [Samples.device()])
        #expect(try await store.schedules() == [Samples.schedule(), once])
        #expect(try await store.openRecords() == [Samples.record()])
        #expect(try await store.record(Samples.key(day: 13)) == Samples.ended(Samples.key(day: 13)))
        #expect(try await store.entries(since: nil, device: nil, limit: 10) == [Samples.entry()])
        await store.close()
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("rule", AppliedRule.allCases.map(\.rawValue)), ("kind", ["routine", "alarm", "bedtime"]),
            ("actor", ["schedule", "person"]),
            ("outcome", ["done", "dismissed", "unattended", "cancelled", "missed", "superseded"]),
        ])
    func record_isReadable_withEveryNameOfTheFormat(_ column: String, _ names: [String]) async throws {
        for name in names {
            let store = try await SQLiteNightStore.open(directory: directory.path)
            let record = Samples.record(Samples.key(slot: name))
            #expect(try await store.claim(record, settling: nil, log: []))
            await store.close()
            try directory.execute("UPDATE ledger SET \(column) = '\(name)' WHERE slot = '\(name)'")
            let reopened = try await SQLiteNightStore.open(directory: directory.path)
            #expect(try await reopened.record(record.key) != nil)
            await reopened.close()
        }
    }
}
