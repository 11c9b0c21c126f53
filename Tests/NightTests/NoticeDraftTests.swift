// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel
import Testing

@testable import Household

/// What lines of the log have to say to somebody, and in which words.
@Suite struct NoticeDraftTests {
    private static let start = Instant(secondsSince1970: 1_800_000_000)
    private static let nursery = MacAddress(rawValue: "DC:06:41:00:00:01")

    private static func line(
        _ kind: LogKind, _ outcome: LogOutcome, name: String? = "up", reason: OccurrenceReason? = nil,
        device: MacAddress? = nursery, after seconds: Int = 0, planned: Instant? = start
    ) -> LogEntry {
        LogEntry(
            at: start + .seconds(seconds), planned: planned, device: device, kind: kind, name: name, outcome: outcome,
            reason: reason, actor: .daemon)
    }

    private static func words(_ entry: LogEntry) -> String? {
        NoticeDraft.all(for: [entry]).first?.cause.message(device: "nursery") { _ in "NOON" }
    }

    private static let sentences: [(LogEntry, String)] = [
        (line(.alarm, .missed), "The alarm “up” of NOON did not ring on nursery."),
        (
            line(.alarm, .missed, reason: .down),
            "The alarm “up” of NOON did not ring on nursery: Lull was not running."
        ),
        (
            line(.alarm, .missed, reason: .undelivered),
            "The alarm “up” of NOON did not ring on nursery: the device was out of reach."
        ),
        (
            line(.alarm, .unattended),
            "The alarm “up” of NOON rang on nursery until its time was over; nobody answered."
        ),
        (
            line(.alarm, .unanswered),
            "The alarm “up” of NOON rang on nursery until its time was over; nobody answered."
        ),
        (
            line(.alarm, .unattended, reason: .undelivered),
            "The alarm “up” of NOON rang on nursery, and did not ring again after that: the device was out of reach."
        ),
        (line(.daemon, .restarted, name: nil), "nursery lost its power."),
        (line(.daemon, .set, name: "device clock after a loss of power", planned: nil), "nursery lost its power."),
        (
            line(.daemon, .set, name: "device clock because it was 2h behind"),
            "Lull set the clock of nursery because it was 2h behind."
        ),
        (
            line(.control, .limited, name: "volume 40%"),
            "Somebody changed nursery beyond its limit; Lull turned it back to volume 40%."
        ),
        (line(.daemon, .backupFailed, name: "It is full."), "No backup was made. It is full."),
        (
            line(.daemon, .quarantined, name: "log:1: It is odd."),
            "Something that is stored cannot be read; everything else goes on."
        ),
    ]

    @Test(arguments: sentences) func line_isASentence(_ line: LogEntry, _ sentence: String) {
        #expect(Self.words(line) == sentence)
    }

    @Test(arguments: [
        line(.alarm, .dismissed), line(.alarm, .unanswered, reason: .undelivered), line(.routine, .missed),
        line(.bedtime, .unattended), line(.daemon, .unreachable),
        line(.daemon, .set, name: "device clock after pairing"),
        // The loss was noted at its time.
        line(.daemon, .set, name: "device clock after a loss of power"),
        line(.daemon, .set, name: "clock 2h ahead", device: nil), line(.daemon, .failed, name: "notice command x"),
    ])
    func line_isNothing_thatSomebodyMustKnow(_ line: LogEntry) {
        #expect(NoticeDraft.all(for: [line]) == [])
    }

    @Test(arguments: [(["up", "up"], false), (["up", "nap", "up"], true)])
    func linesOfSeveralAlarms_areOneDraft_thatSaysSo(schedules: [String], isOfSeveral: Bool) {
        let lines = schedules.enumerated().map { day, schedule in
            var line = Self.line(.alarm, .missed)
            line.occurrence = OccurrenceKey(
                schedule: ScheduleID(rawValue: schedule), date: CivilDate(daysSince1970: 20_000 + day))
            return line
        }
        let drafts = NoticeDraft.all(for: lines)
        #expect(drafts.map(\.count) == [schedules.count])
        #expect(drafts.map(\.isOfSeveral) == [isOfSeveral])
    }

    @Test func lines_areOneDraft_aboutTheSame() {
        let lines = (1...40).map { Self.line(.alarm, .missed, after: $0) } + [Self.line(.daemon, .restarted)]
        let drafts = NoticeDraft.all(for: lines)
        #expect(drafts.map(\.count) == [40, 1])
        #expect(drafts.map(\.cause.kind) == [.missed, .powerLost])
        #expect(drafts.first?.since == Self.start)
        #expect(drafts.first?.at == Self.start + .seconds(40))
    }

    @Test(arguments: [(60, "1 minute"), (125, "2 minutes"), (1800, "30 minutes")])
    func silentAlarm_saysSinceWhen(_ seconds: Int, _ words: String) {
        let cause = NoticeCause.notRinging(name: "up\u{1B}", due: Self.start, late: .seconds(seconds))
        #expect(
            cause.message(device: "nursery") { _ in "NOON" }
                == "nursery does not ring: the alarm “up\u{FFFD}” was due on NOON, \(words) ago.")
        #expect(cause.grade == .alarm)
    }

    @Test func lateAlarm_saysWhenItWasDue_andWhenItCame() {
        let cause = NoticeCause.ringsLate(name: "up", due: Self.start, at: Self.start + .seconds(60))
        #expect(
            cause.message(device: "nursery") { "\(($0 - Self.start).components.seconds)" }
                == "The alarm “up”, due on 0, reached nursery on 60; before that nobody may have heard it.")
        #expect(cause.grade == .information)
    }

    @Test func alarmOfAnotherZone_saysWhichZoneItIs() {
        let cause = NoticeCause.zoneChanged(name: "up", next: Self.start, by: .seconds(-3600), zone: "Europe/Berlin")
        #expect(
            cause.message(device: "nursery") { _ in "NOON" }
                == "The alarm “up” on nursery rings 1h earlier than planned, on NOON: this computer is in the time zone "
                + "Europe/Berlin now.")
    }

    @Test(arguments: [(-3600, "1h earlier"), (1800, "30m later")])
    func movedAlarm_saysByHowMuch(_ seconds: Int, _ words: String) {
        let cause = NoticeCause.timeChanged(name: "up", next: Self.start, by: .seconds(seconds), zone: "Europe/Berlin")
        #expect(
            cause.message(device: "nursery") { _ in "NOON" }
                == "The alarm “up” on nursery rings \(words) than planned, on NOON: the rules of the time zone "
                + "Europe/Berlin changed.")
    }
}
