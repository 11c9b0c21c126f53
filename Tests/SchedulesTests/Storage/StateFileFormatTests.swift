// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage
import StorageConformance
import Testing

@testable import SQLiteStorage

/// The format of the state file; after a release, a change that breaks these tests needs a step of the schema.
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

    private static let holidays =
        #"{"content":[{"except":["2029-03-30","2029-03-31"],"days":2,"first":"2027-03-02","summary":"Spring","#
        + #""yearly":{"days":[16,-1],"interval":2,"months":[3,9],"until":"2038-02-10"}},"#
        + #"{"days":3,"first":"2027-03-14","summary":"Fair: “#1”, ''x''"},"#
        + #"{"first":"2027-03-20","summary":"no name","yearly":{}},"#
        + #"{"first":"2027-03-20","summary":"Elections","yearly":{"months":[11],"weekdays":["tue 1","sun"]}}],"v":1}"#

    static let plans = [
        payload("routine", #""plan":"# + routine),
        payload("alarm", #""plan":"# + alarm),
        payload("alarm", #""plan":{"snoozeNanoseconds":0,"sound":0,"volume":0}"#),
        payload("bedtime", #""plan":"# + bedtime),
        payload(
            "bedtime",
            #""plan":{"light":"# + dark + #","sound":0,"volume":255,"wakeLight":"# + dark
                + #","windDownNanoseconds":0}"#),
        payload(
            "bedtime",
            #""plan":{"light":"# + dark + #","nightLight":"# + amber
                + #","nightVolume":3,"returnNanoseconds":600000000000,"sound":0,"soundForNanoseconds":2700000000000,"stayInBedLight":"#
                + dark
                + #","stayInBedNanoseconds":1800000000000,"volume":255,"#
                + #""wakeByWeekday":["08:00:05","06:45",null,null,null,null,null],"#
                + #""wakeForNanoseconds":7200000000000,"wakeLight":"# + dark + #","windDownNanoseconds":0}"#),
        payload("routine", #""plan":{"steps":[]}"#),
        payload(
            "alarm",
            #""plan":{"crescendoNanoseconds":60000000000,"ringForNanoseconds":3600000000000,"snoozeLimit":0,"#
                + #""snoozeNanoseconds":0,"sound":0,"volume":255}"#),
        payload("routine", #""plan":{"ifRunning":"queue","steps":[]}"#),
        payload(
            "alarm",
            #""plan":{"backupNanoseconds":300000000000,"light":"# + amber + #","lightAfterNanoseconds":600000000000,"#
                + #""snoozeNanoseconds":0,"sound":0,"touch":"dismiss","volume":255}"#),
        payload(
            "bedtime",
            #""plan":{"light":"# + dark + #","reminderNanoseconds":900000000000,"sound":0,"volume":255,"wakeLight":"#
                + dark
                + #","windDownNanoseconds":0}"#),
        payload(
            "bedtime",
            #""plan":{"light":"# + dark + #","sound":0,"volume":255,"wakeLight":"# + dark
                + #","wakeUntil":"08:30","windDownNanoseconds":0}"#),
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
        payload(
            "routine",
            #""before":{"light":"# + amber + #","volume":33},"plan":{"steps":[]},"start":"# + anchor),
        payload(
            "routine",
            #""course":{"beginsNanoseconds":90000000000,"lengthsNanoseconds":{"1":600000000000,"12":0},"#
                + #""pausedAtNanoseconds":95500000000,"rounds":{"0":1,"2":3},"step":2},"plan":{"steps":[]},"start":"#
                + anchor),
        payload("routine", #""isQueued":true,"plan":{"ifRunning":"ignore","steps":[]},"start":"# + anchor),
        payload(
            "alarm",
            #""backup":"undelivered","phase":{"unanswered":{"round":1,"since":"# + anchor + #"}},"plan":"# + alarm
                + #","yielded":[]"#),
        payload(
            "alarm",
            #""backup":"unanswered","phase":{"lightAfter":{"outcome":"unattended","since":"# + anchor
                + #"}},"plan":"# + alarm + #","yielded":[]"#),
    ]

    @Test(.timeLimit(.minutes(1)), arguments: zip(Samples.plans, plans))
    func plan_isWrittenAndReadAsTheLiteral_forEveryKind(_ plan: Schedule.Plan, _ literal: String) async throws {
        let store = try await directory.open()
        try await store.save(Samples.schedule(plan: plan))
        await store.close()
        #expect(try directory.strings("SELECT plan FROM schedules") == [literal])
    }

    @Test(.timeLimit(.minutes(1)), arguments: zip(Samples.runs, runs))
    func run_isWrittenAndReadAsTheLiteral_forEveryKind(_ run: OccurrenceRun, _ literal: String) async throws {
        let store = try await directory.open()
        #expect(try await store.claim(Samples.record(run: run)))
        await store.close()
        #expect(try directory.strings("SELECT run FROM runs") == [literal])
    }

    private static func rule(
        _ days: String, _ time: String, _ rest: String = #""exceptions":[],"gap":"later","overlap":"first""#
    )
        -> String
    {
        #"{"content":{"days":{"# + days + #"},"# + rest + #","time":{"# + time + #"}},"v":1}"#
    }

    private static let daily = #""weekly":{"weekdays":127}"#
    private static let seven = #""clock":{"time":"07:00"}"#

    /// Those of `Samples.rules`, in their order.
    static let rules = [
        rule(#""yearly":{"day":29,"leapDay":"skip","month":2}"#, #""clock":{"time":"02:30"}"#),
        rule(#""yearly":{"day":29,"leapDay":"clamp","month":2}"#, #""clock":{"time":"02:30"}"#),
        rule(
            daily,
            #""sun":{"time":{"earliest":"06:00","event":"sunrise","fallback":"07:00","latest":"06:00:01","#
                + #""latitude":69.6496,"longitude":18.956,"offsetSeconds":-86399}}"#),
        rule(
            daily,
            #""sun":{"time":{"event":"sunset","latitude":-90,"longitude":0.3333333333333333,"offsetSeconds":1}}"#),
        rule(daily, #""byWeekday":{"times":["09:30","07:00",null,null,null,null,"09:00:01"]}"#),
        rule(daily, #""byWeekday":{"times":[null,null,null,null,null,null,null]}"#),
        rule(
            #""weekly":{"weekdays":65}"#, seven,
            #""exceptions":["0001-01-01","2027-03-14","2027-03-20"],"first":"2027-03-01","gap":"skip","#
                + #""last":"9999-12-31","overlap":"both""#),
        rule(daily, seven, #""exceptions":[],"gap":"later","last":"2027-03-02","overlap":"first""#),
        rule(
            daily, seven,
            #""exceptions":[],"gap":"later","notOn":["school","a: b"],"onlyOn":["away"],"overlap":"first""#),
    ]

    @Test(.timeLimit(.minutes(1)), arguments: zip(Samples.rules, rules))
    func rule_isWrittenAndReadAsTheLiteral_forEveryKind(_ rule: Recurrence, _ literal: String) async throws {
        let store = try await directory.open()
        var schedule = Samples.schedule()
        schedule.recurrence = rule
        try await store.save(schedule)
        await store.close()
        #expect(try directory.strings("SELECT rule FROM schedules") == [literal])
    }

    private static func hold(
        _ action: String, by actor: String = "person", since: String = instant, until: String = instant,
        over: String = "", outlasts: String = ""
    ) -> String {
        #"{"action":{"# + action + #"},"actor":""# + actor + #"","outlasts":["# + outlasts + #"],"over":["# + over
            + #"],"since":"# + since + #","until":"# + until + "}"
    }

    private static func key(
        _ schedule: String, _ date: String, slot: String = "scheduled", pass: Int = 1
    ) -> String {
        #"{"date":""# + date + #"","pass":\#(pass),"schedule":""# + schedule + #"","slot":""# + slot + #""}"#
    }

    private static let instant = #"{"nanosecond":123456789,"seconds":1805009400}"#
    private static let fourHoursLater = #"{"nanosecond":123456789,"seconds":1805023800}"#

    /// That of `Samples.holds`.
    static let holds =
        #"{"content":["#
        + [
            hold(
                #""power":{"isOn":false}"#, by: "device", until: fourHoursLater,
                outlasts: key("alarm-1", "2027-03-14") + ","
                    + key("bedtime", "2027-03-13", slot: "manual-1", pass: 2)),
            hold(
                #""light":{"light":"# + amber + "}", until: fourHoursLater,
                over: #"{"kind":"bedtime","number":0,"occurrence":"# + key("bedtime", "2027-03-13") + "},"
                    + #"{"kind":"routine","number":2,"occurrence":"# + key("routine-1", "2027-03-14") + "}"),
            hold(
                #""sound":{"number":3}"#, since: #"{"nanosecond":0,"seconds":-62135596800}"#,
                until: #"{"nanosecond":999999999,"seconds":253402300799}"#),
            hold(#""volume":{"level":77}"#),
        ].joined(separator: ",") + #"],"v":1}"#

    /// That of `Samples.holds`.
    static let nap =
        #"{"content":{"lengthNanoseconds":2700000000001,"sound":7,"start":{"bootID":"boot-1","bootNanoseconds":1,"wall":"#
        + instant + #"},"volume":77,"wakeLight":"# + amber + #"},"v":1}"#

    /// Those of `Samples.holds`.
    static let fadeStarts =
        #"{"content":[{"part":{"kind":"bedtime","number":0,"occurrence":"# + key("bedtime", "2027-03-13")
        + #"},"volume":51},{"part":{"kind":"routine","number":2,"occurrence":"# + key("routine-1", "2027-03-14")
        + #"},"volume":26}],"v":1}"#

    /// Those of `Samples.holds`.
    static let waiting =
        #"{"content":[{"actions":[{"power":{"isOn":false}}],"name":"power off","since":"# + instant
        + #"},{"actions":[{"power":{"isOn":true}},{"light":{"light":"# + amber
        + #"}},{"sound":{"number":7}}],"name":"light, sound “Regen”","since":"# + instant + #"}],"v":1}"#

    @Test(.timeLimit(.minutes(1)))
    func holds_areWrittenAsTheLiteral() async throws {
        let store = try await directory.open()
        try await store.pair(Samples.device())
        #expect(try await store.commit(.hold(Samples.holds, on: Samples.nursery, log: [])))
        await store.close()
        #expect(try directory.strings("SELECT holds FROM holds") == [Self.holds])
        #expect(try directory.strings("SELECT nap FROM holds") == [Self.nap])
        #expect(try directory.strings("SELECT fade_starts FROM holds") == [Self.fadeStarts])
        #expect(try directory.strings("SELECT waiting FROM holds") == [Self.waiting])
    }

    @Test(.timeLimit(.minutes(1)))
    func store_readsEveryTable_fromLiteralRows() async throws {
        await (try directory.open()).close()
        let record =
            "'alarm', 'DC:06:41:DC:1A:B4', 'Wake', 1805009400, 123456789, 'Europe/Berlin', '2025b', 'unique', "
            + "1500000001, 'schedule'"
        try directory.execute(
            """
            INSERT INTO devices VALUES (
                1, 'DC:06:41:DC:1A:B4', 'nursery', 'hatch-rest', 1805009400, 123456789, 102, 51, '20:00-07:00',
                1, 'random');
            INSERT INTO devices VALUES (
                2, 'DC:06:41:DC:1A:B5', 'bedroom', 'hatch-rest', 1805009400, 123456789, NULL, NULL, NULL, 0,
                NULL);
            INSERT INTO schedules VALUES (
                1, 'alarm-1', 'DC:06:41:DC:1A:B4', 'alarm', 'Wake',
                '\(Self.rule(#""weekly":{"weekdays":62}"#, Self.seven))', 'Europe/Berlin', 1, 1805009400, 123456788,
                1805009400, 123456789, '\(Self.plans[1])', 'kids');
            INSERT INTO schedules VALUES (
                2, 'alarm-2', 'DC:06:41:DC:1A:B4', 'alarm', 'None', NULL, NULL, 0, 0, 0, 0, 1, '\(Self.plans[1])', NULL);
            INSERT INTO overrides VALUES ('alarm-1', '2027-03-14', 'skip', NULL, 1805009400, 123456789);
            INSERT INTO overrides VALUES ('alarm-1', '2027-03-15', 'time', '06:30', 1805009400, 123456789);
            INSERT INTO pauses VALUES (NULL, 1805009400, 123456789, NULL, '2027-03-20T07:00:01', 'Europe/Berlin');
            INSERT INTO pauses VALUES ('DC:06:41:DC:1A:B4', -62135596800, 0, NULL, NULL, NULL);
            INSERT INTO pauses VALUES ('DC:06:41:DC:1A:B5', 253402300799, 999999999, '2027-03-20T12:30:15', '2027-03-21T00:00', NULL);
            INSERT INTO holidays VALUES ('school', '\(Self.holidays)');
            INSERT INTO groups VALUES ('kids', '{"content":["DC:06:41:DC:1A:B5","DC:06:41:DC:1A:B4"],"v":1}');
            INSERT INTO holds VALUES (
                'DC:06:41:DC:1A:B4', 1805009400, 123456789, 1805009400, 123456789, 1, 1, 102, '\(Self.holds)',
                '\(Self.nap)', '\(Self.fadeStarts)', '\(Self.waiting)');
            INSERT INTO holds VALUES (
                'DC:06:41:DC:1A:B5', NULL, NULL, NULL, NULL, 0, 0, NULL, '{"v":1,"content":[]}', NULL, NULL, NULL);
            INSERT INTO notices VALUES (
                3, 1805009400, 123456789, 1805009400, 123456788, 2, 'alarm-not-ringing', 'alarm', 'DC:06:41:DC:1A:B4',
                'alarm-1', '2027-03-14', 'scheduled', 2, 'It does not “ring”.', 'Wake ''them''.', 1805009400, 123456790);
            INSERT INTO notices VALUES (
                4, 1805009400, 123456789, 1805009400, 123456789, 1, 'storage', 'warning', NULL, NULL, NULL, NULL, NULL,
                'Nothing can be saved.', 'Make room.', NULL, NULL);
            INSERT INTO ledger VALUES (
                1, 0, 'claimed', 'alarm-1', '2027-03-14', 'scheduled', 1, \(record), NULL, NULL, NULL, NULL);
            INSERT INTO runs VALUES (1, 'alarm-1', '2027-03-14', 'scheduled', 1, \(record), '\(Self.runs[1])');
            INSERT INTO ledger VALUES (
                2, 0, 'claimed', 'alarm-1', '2027-03-13', 'scheduled', 1, \(record), NULL, NULL, NULL, NULL);
            INSERT INTO ledger VALUES (
                3, 2, 'ended', 'alarm-1', '2027-03-13', 'scheduled', 1, \(record), 'done', NULL, 1805009490, 123456789);
            INSERT INTO ledger VALUES (
                4, 0, 'passed', 'alarm-1', '2027-03-12', 'scheduled', 1, \(record), 'done', NULL, 1805009490,
                123456789);
            INSERT INTO ledger VALUES (
                5, 0, 'passed', 'alarm-1', '2027-03-11', 'scheduled', 1, \(record), 'missed', 'down', 1805009490,
                123456789);
            INSERT INTO ledger VALUES (
                6, 5, 'void', 'alarm-1', '2027-03-11', 'scheduled', 1, \(record), 'missed', 'clock-step', 1805009490,
                123456789);
            INSERT INTO log VALUES (
                1, 1805009400, 123456789, 1805009400, 123456789, 'DC:06:41:DC:1A:B4', 'alarm',
                'alarm-1', '2027-03-14', 'scheduled', 1, 'Wake', NULL, 'ringing', NULL, 0, 'schedule', 0);
            INSERT INTO log VALUES (
                2, 1805009401, 123456789, 1805009400, 123456789, 'DC:06:41:DC:1A:B4', 'alarm',
                'alarm-1', '2027-03-14', 'scheduled', 1, 'Wake', '07:00 → 07:30', 'ringing', 'clock-step', 1, 'schedule', 0);
            """)
        var reasoned = Samples.entry(1)
        reasoned.reason = .clockStep
        reasoned.detail = "07:00 → 07:30"
        var none = Samples.schedule("alarm-2", name: "None")
        none.recurrence = nil
        none.zone = nil
        none.isEnabled = false
        none.validFrom = Instant(secondsSince1970: 0)
        none.settledThrough = Instant(secondsSince1970: 0, nanosecond: 1)
        var moved = Samples.skip(day: 15)
        moved.change = .time(Samples.time(6, 30))

        let store = try await directory.open()
        var limited = Samples.device()
        limited.limit = DeviceLimit(
            volume: Level(rawValue: 102), brightness: Level(rawValue: 51), hours: DailyHours(parsing: "20:00-07:00"))
        limited.isMirrored = true
        limited.addressKind = .random
        #expect(try await store.devices() == [limited, Samples.device(Samples.bedroom, name: "bedroom")])
        #expect(try await store.schedules() == [Samples.schedule(group: "kids"), none])
        #expect(try await store.overrides() == [Samples.skip(), moved])
        #expect(try await store.settings() == Samples.settings)
        #expect(try await store.holidays() == [try Samples.holidays()])
        #expect(try await store.groups() == [try Samples.group()])
        #expect(
            try await store.holds() == [Samples.nursery: Samples.holds, Samples.bedroom: DeviceHolds()])
        #expect(try await store.notices() == [Samples.notice(), Samples.plainNotice()])
        #expect(try await store.openRecords() == [Samples.record()])
        #expect(
            try await store.records(of: nil, from: .min, to: .max, limit: 10)
                == [Samples.record(), Samples.ended(Samples.key(day: 13)), Samples.ended(Samples.key(day: 12))])
        #expect(try await store.record(Samples.key(day: 11)) == nil)
        #expect(try await store.log() == [Samples.entry(), reasoned])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func device_keepsEverything_fromAFileWithoutTypesOfAddresses() async throws {
        let old = try await directory.open()
        var device = Samples.device()
        device.limit = DeviceLimit(volume: Level(rawValue: 102))
        device.isMirrored = true
        try await old.pair(device)
        await old.close()
        try directory.execute(
            """
            ALTER TABLE devices DROP COLUMN address_type;
            DELETE FROM grdb_migrations WHERE identifier = '2-address-types';
            """)
        let store = try await directory.open()
        #expect(try await store.devices() == [device])
        device.addressKind = .random
        try await store.pair(device)
        #expect(try await store.devices() == [device])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func device_isKept_withoutATypeOfItsAddressThatNobodyKnows() async throws {
        let old = try await directory.open()
        try await old.pair(Samples.device())
        await old.close()
        try directory.execute("UPDATE devices SET address_type = 'x'")
        let store = try await directory.open()
        #expect(try await store.devices().map(\.addressKind) == [nil])
        #expect(try await store.quarantine().map(\.device) == [Samples.nursery])
        await store.close()
    }

    @Test(.timeLimit(.minutes(1)))
    func ledger_hasAnEntry_forEveryChangeOfAnOccurrence() async throws {
        let store = try await directory.open()
        var cancelled = Samples.ended(outcome: .cancelled)
        cancelled.actor = .person
        let answers = try await store.commit([
            .pair(Samples.device(), log: []), .claim(Samples.ended(outcome: .missed), settling: nil, log: []),
            .claim(Samples.record(), settling: nil, log: []), .update(Samples.record(run: Samples.runs[2]), log: []),
            .update(Samples.ended(), log: []), .void(Samples.key(), .clockStep, at: .max, log: []),
            .claim(Samples.record(), settling: nil, log: []), .forget(Samples.nursery, at: .min, log: []),
        ])
        #expect(answers == answers.map { _ in true })
        await store.close()
        let columns = ["number", "follows", "entry", "outcome", "reason", "ended_seconds", "actor"]
        let line = columns.map { "ifnull(\($0), '-')" }.joined(separator: " || ' ' || ")
        #expect(
            try directory.strings("SELECT \(line) FROM ledger ORDER BY number")
                == [
                    "1 0 passed missed - 1805009490 schedule", "2 1 claimed - - - schedule",
                    "3 2 ended done - 1805009490 schedule", "4 3 void done clock-step 253402300799 schedule",
                    "5 4 claimed - - - schedule", "6 5 ended cancelled - -62135596800 person",
                ])
        #expect(try directory.strings("SELECT count(*) FROM runs") == ["0"])
    }

    @Test(.timeLimit(.minutes(1)))
    func ledger_refusesWhateverWouldChangeAnEntry_orFollowTheSame() async throws {
        let store = try await directory.open()
        #expect(try await store.claim(Samples.ended()))
        await store.close()
        for sql in [
            "UPDATE ledger SET outcome = 'missed'", "UPDATE ledger SET number = 2",
            "INSERT INTO ledger SELECT 2, follows, entry, \(Self.entryColumns) FROM ledger",
            "INSERT INTO ledger SELECT 2, 0, 'claimed', \(Self.entryColumns) FROM ledger",
        ] {
            #expect(throws: DatabaseError.self) { try directory.execute(sql) }
        }
        #expect(try directory.strings("SELECT outcome FROM ledger") == ["done"])
    }

    private static let entryColumns =
        "schedule, date, slot, pass, kind, device, name, planned_seconds, planned_nanosecond, zone, zone_data, rule, "
        + "lateness_nanoseconds, actor, outcome, reason, ended_seconds, ended_nanosecond"

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("rule", AppliedRule.allCases.map(\.rawValue)), ("kind", ["routine", "alarm", "bedtime"]),
            ("actor", ["schedule", "person"]),
            ("outcome", ["done", "dismissed", "unattended", "cancelled", "missed", "superseded", "skipped"]),
            (
                "reason",
                ["down", "suspend", "clock-step", "zone-change", "storage", "undelivered", "damaged", "pause", "skip"]
            ),
        ])
    func record_isReadable_withEveryNameOfTheFormat(_ column: String, _ names: [String]) async throws {
        for name in names {
            let store = try await directory.open()
            let record = Samples.ended(Samples.key(slot: name))
            #expect(try await store.claim(record))
            await store.close()
            try directory.execute(
                """
                DROP TRIGGER IF EXISTS ledger_is_append_only;
                UPDATE ledger SET \(column) = '\(name)' WHERE slot = '\(name)';
                """)
            let reopened = try await directory.open()
            #expect(try await reopened.record(record.key) != nil)
            await reopened.close()
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func log_isWrittenWithEveryReasonOfTheFormat() async throws {
        let store = try await directory.open()
        for (number, reason) in OccurrenceReason.allCases.enumerated() {
            var entry = Samples.entry(number)
            entry.reason = reason
            try await store.note([entry])
        }
        await store.close()
        #expect(
            try directory.strings("SELECT reason FROM log ORDER BY number")
                == [
                    "down", "suspend", "clock-step", "zone-change", "storage", "unrecorded", "undelivered", "damaged",
                    "pause", "skip", "busy", "begun",
                ])
    }

    @Test(.timeLimit(.minutes(1)))
    func log_isWrittenInTheWordsOfTheFormat() async throws {
        let store = try await directory.open()
        try await store.note(
            LogOutcome.allCases.map { LogEntry(at: Samples.morning, kind: .daemon, outcome: $0, actor: .daemon) })
        try await store.note(
            LogKind.allCases.map { LogEntry(at: Samples.morning, kind: $0, outcome: .set, actor: .daemon) })
        try await store.note(
            LogActor.allCases.map { LogEntry(at: Samples.morning, kind: .daemon, outcome: .set, actor: $0) })
        await store.close()
        let words = [
            "started", "queued", "ringing", "snoozed", "unanswered", "light-ended", "stepped", "extended", "done",
            "dismissed", "unattended",
            "cancelled",
            "missed", "superseded",
            "skipped", "night-began", "stay-in-bed", "ok-to-wake",
            "void", "saved", "removed", "skip", "moved", "unskip", "confirmed", "unconfirmed", "held-back",
            "failed", "pending", "given-up", "touched", "limited", "released", "paired", "unpaired", "renamed",
            "paused", "resumed",
            "imported", "set",
            "suspended", "not-running",
            "changed", "unreadable", "trusted", "doubted", "restarted", "reached", "unreachable", "not-stopped",
            "stopped", "state-set-aside", "quarantined", "saved-again", "backup-failed", "state-restored",
        ]
        let kinds = ["routine", "alarm", "bedtime", "control", "daemon"]
        let actors = ["schedule", "person", "device", "daemon"]
        let written =
            words.map { "daemon \($0) daemon" } + kinds.map { "\($0) set daemon" }
            + actors.map { "daemon set \($0)" }
        #expect(
            try directory.strings("SELECT kind || ' ' || outcome || ' ' || actor FROM log ORDER BY number") == written)
    }
}
