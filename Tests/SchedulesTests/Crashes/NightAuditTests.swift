// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@testable import CrashNights

/// The audit of the crash runs finds each kind of fault in a journal that is otherwise good.
struct NightAuditTests {
    @Test func audit_isSilent_aboutAGoodMorning() {
        #expect(Morning().faults == [])
    }

    @Test func audit_isSilent_aboutARingThatIsMissed_asItReachedNoDevice() {
        var morning = Morning()
        var record = Morning.ended(7, 30)
        (record.outcome, record.reason) = (.missed, .undelivered)
        morning.end[1] = .commits([.update(record, log: [])])
        #expect(morning.faults == [])
    }

    @Test(arguments: Spoiled.all)
    func audit_findsWhatIsWrong_inASpoiledMorning(_ spoiled: Spoiled) {
        var morning = Morning()
        spoiled.spoil(&morning)
        #expect(morning.faults.first?.contains(spoiled.fault) == true, "\(morning.faults)")
    }
}

/// A journal in which an alarm is set for seven in UTC, rings, and ends when nobody comes.
struct Morning {
    static let device = Scenario.devices[0]
    static let key = OccurrenceKey(schedule: ScheduleID(rawValue: "wake"), date: date(14))
    static let plan = AlarmPlan(
        sunrise: nil, light: nil, sound: SoundID(rawValue: 19), volume: .full, snooze: .seconds(540))

    var before: [JournalEvent] = [
        .started(moment(6, 0)), .begins(step: 0, "add"), .commits([.save(schedule, log: [])]), .made([true]),
        .done(step: 0),
        .looks(moment(6, 0)), .looked(plans(14)),
    ]
    var ring: [JournalEvent] = [
        .looks(moment(7, 0)), .commits([.claim(claim, settling: nil, log: [])]), .made([true]),
        .shows(JournalEvent.Shown(key: key, part: "ring 1")), .looked(plans(15)),
    ]
    var end: [JournalEvent] = [
        .looks(moment(7, 30)), .commits([.update(ended(7, 30), log: [])]), .made([true]), .looked(plans(15)),
    ]

    var faults: [String] {
        NightAudit.faults(in: before + ring + end, zones: ZoneShelf(directory: CrashFiles.zones))
    }

    static let schedule = Schedule(
        id: key.schedule, device: device, name: "wake",
        recurrence: TimeOfDay(hour: 7, minute: 0).map { Recurrence(days: .weekly(.daily), time: $0) }, zone: nil,
        settledThrough: instant(6, 0), plan: .alarm(plan))

    static var claim: OccurrenceRecord {
        OccurrenceRecord(
            key: key, kind: .alarm, device: device, name: "wake", planned: instant(7, 0), zone: "UTC", zoneData: nil,
            rule: .unique, lateness: .zero, actor: .schedule,
            run: .alarm(
                AlarmRun(
                    plan: plan,
                    phase: .ringing(
                        round: 1, since: RunAnchor(wall: instant(7, 0), boot: moment(7, 0).boot, bootID: "boot")))))
    }

    static func ended(_ hour: Int, _ minute: Int) -> OccurrenceRecord {
        var record = claim
        (record.run, record.outcome, record.endedAt) = (nil, .unattended, instant(hour, minute))
        return record
    }

    static func date(_ day: Int) -> CivilDate {
        CivilDate(year: 2027, month: 3, day: day) ?? CivilDate(daysSince1970: 0)
    }

    static func instant(_ hour: Int, _ minute: Int, day: Int = 14) -> Instant {
        Instant(secondsSince1970: Int64(date(day).daysSince1970 * 86_400 + hour * 3600 + minute * 60))
    }

    static func moment(_ hour: Int, _ minute: Int) -> JournalEvent.Moment {
        let boot = instant(hour, minute) - instant(0, 0)
        return JournalEvent.Moment(
            wall: instant(hour, minute), boot: boot, monotonic: boot, bootID: "boot", zone: "UTC", zoneEdition: 0)
    }

    static func plans(_ day: Int) -> [JournalEvent.Plan] {
        [JournalEvent.Plan(device: device, kind: .alarm, wall: instant(7, 0, day: day))]
    }
}

/// One thing done wrong in a morning, and what is to be said about it.
struct Spoiled: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let fault: String
    let spoil: @Sendable (inout Morning) -> Void

    init(_ name: String, _ fault: String, _ spoil: @escaping @Sendable (inout Morning) -> Void) {
        testDescription = name
        self.fault = fault
        self.spoil = spoil
    }

    static let all = [
        Spoiled("unattended, though it reached no device", "G2: \(Morning.key) is unattended, and nobody could hear it")
        {
            var record = Morning.ended(7, 30)
            record.reason = .undelivered
            $0.end[1] = .commits([.update(record, log: [])])
        },
        Spoiled("missed while it rang", "G2: \(Morning.key) is missed in ringing") {
            var record = Morning.ended(7, 30)
            record.outcome = .missed
            $0.end[1] = .commits([.update(record, log: [])])
        },
        Spoiled("claimed twice", "G1: \(Morning.key) is claimed while it runs") {
            $0.ring.insert(contentsOf: $0.ring[1...2], at: 3)
        },
        Spoiled("claimed after its end", "G1: \(Morning.key) is claimed again") {
            $0.end.insert(contentsOf: $0.ring[1...2], at: 3)
        },
        Spoiled("shown twice", "G1: \(Morning.key) begins to show ring 1 again") { $0.ring.insert($0.ring[3], at: 4) },
        Spoiled("not rung", "G2: \(Morning.key) of 2027-03-14T07:00:00Z is lost") { morning in
            morning.ring.removeSubrange(1...3)
            morning.end = []
        },
        Spoiled("not rung, and away until noon", "G2: \(Morning.key) of 2027-03-14T07:00:00Z is lost") { morning in
            morning.ring = [.started(Morning.moment(12, 0)), .looks(Morning.moment(12, 0)), .looked(Morning.plans(15))]
            morning.end = []
        },
        Spoiled("rung before its time", "G2: \(Morning.key) is entered before its time") {
            $0.ring[0] = .looks(Morning.moment(6, 59))
        },
        Spoiled("rung for ever", "G2: \(Morning.key) goes on") { $0.end.removeSubrange(1...2) },
        Spoiled("shown before it is durable", "G3: ring 1 of \(Morning.key) is shown, and it does not run") {
            $0.ring.swapAt(2, 3)
        },
        Spoiled("ended too soon", "G4: \(Morning.key) ends -600.0 seconds early") { morning in
            morning.end[0] = .looks(Morning.moment(7, 20))
        },
        Spoiled("moved while it rings", "G5: \(Morning.key) of 2027-03-14T07:00:00Z is changed") { morning in
            var record = Morning.ended(7, 30)
            record.planned = Morning.instant(7, 5)
            morning.end[1] = .commits([.update(record, log: [])])
        },
        Spoiled("nothing planned", "G6: the alarm machine of \(Morning.device) plans nothing") { morning in
            morning.ring[4] = .looked([JournalEvent.Plan(device: Morning.device, kind: .alarm, wall: nil)])
        },
        Spoiled("overslept", "G6: \(Morning.key) is dealt with 60.0 seconds late, though awake") { morning in
            var record = Morning.claim
            record.lateness = .seconds(60)
            morning.ring[0] = .looks(Morning.moment(7, 1))
            morning.ring[1] = .commits([.claim(record, settling: nil, log: [])])
        },
        Spoiled("rung although skipped", "G7: \(Morning.key) begins although its date is skipped") { morning in
            let override = OccurrenceOverride(
                schedule: Morning.key.schedule, date: Morning.key.date, change: .skip(), since: Morning.instant(6, 0))
            morning.before += [
                .begins(step: 1, "skip"), .commits([.override(override, log: [])]), .made([true]), .done(step: 1),
            ]
        },
        Spoiled("rung in a pause", "G7: \(Morning.key) begins in a pause") { morning in
            let pause = Pause(since: Morning.instant(6, 0), until: nil, zone: nil)
            morning.before += [
                .begins(step: 1, "pause"), .commits([.settings(NightSettings(pause: pause), log: [])]), .made([true]),
                .done(step: 1),
            ]
        },
        Spoiled("counted from another time", "G8: \(Morning.key) is anchored") { morning in
            var record = Morning.claim
            record.run = .alarm(
                AlarmRun(
                    plan: Morning.plan,
                    phase: .snoozed(
                        round: 1, since: RunAnchor(wall: Morning.instant(7, 9), boot: .zero, bootID: "boot"),
                        length: .seconds(540))))
            morning.ring += [.commits([.update(record, log: [])]), .made([true])]
            morning.end = []
        },
        Spoiled("voided without a reason", "K3: \(Morning.key) of 2027-03-14T07:00:00Z is void, and not far ahead") {
            $0.end.insert(
                contentsOf: [
                    .commits([.void(Morning.key, .clockStep, at: Morning.instant(7, 30), log: [])]), .made([true]),
                ], at: 3)
        },
        Spoiled("not voided", "K3: \(Morning.key) of 2027-03-14T07:00:00Z happened under a wrong clock") {
            morning in
            var now = Morning.moment(7, 30)
            now.wall = Morning.instant(7, 30, day: 12)
            morning.end += [.clock(now), .looks(now), .looked(Morning.plans(13))]
        },
        Spoiled("not shown", "K12: \(Morning.key) runs, and what it wants is not shown") { $0.ring.remove(at: 3) },
        Spoiled("a deed in two parts", "a deed took 2 transactions") {
            $0.before.insert(contentsOf: $0.before[2...3], at: 4)
        },
        Spoiled("refused", "the store refused what should have been known") { $0.ring[2] = .made([false]) },
    ]
}
