// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Foundation
import SleepModel
import Testing

@testable import LullCommands

/// What `lull log` and `lull watch` say of what happened and what did not.
@Suite
struct LogTableTests {
    private static let seven = Instant(secondsSince1970: 1_800_000_000)

    private func missed(_ reason: String?, outcome: LogOutcome = .missed) -> LogDocument {
        LogDocument(
            at: Self.seven + .seconds(10_800), planned: Self.seven, device: "nursery", kind: .alarm, name: "up",
            outcome: outcome, reason: reason, lateSeconds: 10_800, actor: .schedule)
    }

    @Test
    func table_isSentences_withTheirReasons() {
        let started = LogDocument(
            at: Self.seven, planned: nil, device: nil, kind: .daemon, name: nil, outcome: .started, lateSeconds: nil,
            actor: .daemon)
        #expect(
            Describe.log([started, missed("suspend")], LocalTimes(host: .utc), width: 120) == [
                StyledLine("WHEN                  WHAT HAPPENED", .heading),
                StyledLine("Fri 2027-01-15 08:00  daemon started"),
                StyledLine(
                    "Fri 2027-01-15 11:00  alarm “up” on nursery of Fri 2027-01-15 08:00 was missed "
                        + "(the computer was asleep)", .warning),
            ])
    }

    private func entry(_ schedule: String, day: Int64, _ outcome: LogOutcome, _ reason: String?) -> LogDocument {
        LogDocument(
            at: Self.seven + .seconds(40 * 86_400), planned: Self.seven + .seconds(day * 86_400), device: "nursery",
            kind: .alarm, schedule: schedule, name: schedule, outcome: outcome, reason: reason,
            lateSeconds: Int((40 - day) * 86_400), actor: .schedule)
    }

    @Test
    func table_hasOneLine_forEachScheduleThatAPauseLeftOut_andForWhatAnAbsenceMissed() {
        let entries =
            (0..<31).map { entry("up", day: $0, .missed, "down") }
            + (0..<2).map { entry("late", day: $0, .skipped, "pause") } + [entry("once", day: 3, .missed, "down")]
        #expect(
            Describe.log(entries, LocalTimes(host: .utc), width: 200).map(\.text) == [
                "WHEN                  WHAT HAPPENED",
                "Wed 2027-02-24 08:00  alarm “up” on nursery and alarm “once” on nursery were missed 32 times in all, "
                    + "from Fri 2027-01-15 08:00 to Sun 2027-02-14 08:00 (Lull was not running)",
                "Wed 2027-02-24 08:00  alarm “late” on nursery was left out 2 times, from Fri 2027-01-15 08:00 to "
                    + "Sat 2027-01-16 08:00 (paused)",
            ])
    }

    private func absence(of days: Int64, _ kind: LogKind, _ name: String, day: Int64 = 0, after: Int = 0) -> LogDocument
    {
        let planned = Self.seven + .seconds(day * 86_400)
        return LogDocument(
            at: Self.seven + .seconds(days * 86_400 + Int64(after)), planned: planned, device: "Anna", kind: kind,
            schedule: name, name: name, outcome: .missed, reason: "down", lateSeconds: 60, actor: .schedule)
    }

    /// Somebody who was away for a month reads one line, and not a page.
    @Test
    func table_hasOneLine_forAllThatALongAbsenceMissed() {
        let entries =
            (0..<31).map { absence(of: 31, .bedtime, "bedtime", day: $0) }
            + (0..<31).map { absence(of: 31, .alarm, "up", day: $0, after: 2) }
            + [absence(of: 31, .alarm, "swim", day: 30, after: 2), absence(of: 31, .routine, "tidy", day: 30)]
        #expect(
            Describe.log(entries, LocalTimes(host: .utc), width: 200).map(\.text) == [
                "WHEN                  WHAT HAPPENED",
                "Mon 2027-02-15 08:00  alarm “up” on Anna, alarm “swim” on Anna and 2 others were missed 64 times in all, "
                    + "from Fri 2027-01-15 08:00 to Sun 2027-02-14 08:00 (Lull was not running)",
            ])
        #expect(
            LogGroup.all(in: entries.prefix(62) + []).map { $0.sentence(LocalTimes(host: .utc)) } == [
                "alarm “up” on Anna and bedtime “bedtime” on Anna were missed 62 times in all, "
                    + "from Fri 2027-01-15 08:00 to Sun 2027-02-14 08:00 (Lull was not running)"
            ])
    }

    @Test
    func table_hasALineForEach_ofWhatANightMissed() {
        let entries = [
            absence(of: 1, .bedtime, "bedtime"), absence(of: 1, .alarm, "up"), absence(of: 1, .alarm, "up", day: 1),
        ]
        #expect(LogGroup.all(in: entries).map(\.count) == [1, 2])
    }

    /// Two absences, or two reasons, are two lines.
    @Test
    func table_keepsApart_whatWasMissedAtAnotherTimeOrForAnotherReason() {
        var second = entry("up", day: 1, .missed, "down")
        second.at = second.at + .seconds(3600)
        let entries = [
            entry("up", day: 0, .missed, "down"), second, entry("up", day: 2, .missed, "suspend"),
            entry("up", day: 3, .skipped, "skip"),
        ]
        #expect(LogGroup.all(in: entries).map(\.count) == [1, 1, 1, 1])
        #expect(LogGroup.all(in: entries).map(\.first) == entries)
    }

    /// Somebody who reads about the night wants to know when nobody would have been woken.
    @Test(arguments: [0, 3])
    func table_leavesOutADevice_thatWasOutOfReachForLessThanASecond(seconds: Int) {
        func line(_ device: String, _ outcome: LogOutcome) -> LogDocument {
            LogDocument(
                at: Self.seven + .seconds(outcome == .reached ? seconds : 0), planned: nil, device: device,
                kind: .daemon, name: nil, outcome: outcome, lateSeconds: outcome == .reached ? 70 : nil,
                actor: .daemon)
        }
        let entries = [
            line("Anna", .unreachable), line("nursery", .unreachable), line("Anna", .reached), line("Anna", .restarted),
        ]
        #expect(
            Describe.withoutBlinks(entries)
                == (seconds == 0 ? [line("nursery", .unreachable), line("Anna", .restarted)] : entries))
    }

    @Test(
        arguments: [
            (.saved, nil, "alarm “up” on nursery was saved"),
            (.saved, "07:00 → 07:30, volume 40%", "alarm “up” on nursery was changed: 07:00 → 07:30, volume 40%"),
            (.moved, "07:00 → 07:30", "alarm “up” on nursery of Fri 2027-01-15 08:00 was moved: 07:00 → 07:30"),
        ] as [(LogOutcome, String?, String)])
    func change_saysWhatIsDifferent(outcome: LogOutcome, detail: String?, sentence: String) {
        let entry = LogDocument(
            at: Self.seven, planned: outcome == .moved ? Self.seven : nil, device: "nursery", kind: .alarm, name: "up",
            detail: detail, outcome: outcome, lateSeconds: nil, actor: .person)
        #expect(Describe.sentence(entry, LocalTimes(host: .utc)) == sentence)
    }

    @Test(
        arguments: [
            (.saved, "nursery, bedroom", "the group “kids” was saved: nursery, bedroom"),
            (.saved, nil, "the group “kids” was saved"),
            (.removed, "nursery, bedroom", "the group “kids” was removed"),
        ] as [(LogOutcome, String?, String)])
    func group_isSavedAndRemoved_inASentence(outcome: LogOutcome, members: String?, sentence: String) {
        let entry = LogDocument(
            at: Self.seven, planned: nil, device: nil, kind: .control, name: "group kids", detail: members,
            outcome: outcome, lateSeconds: nil, actor: .person)
        #expect(Describe.sentence(entry, LocalTimes(host: .utc)) == sentence)
    }

    @Test(
        arguments: [
            ("nursery", nil, "nursery was paused, until somebody resumes"),
            (nil, nil, "all schedules were paused, until somebody resumes"),
            ("nursery", seven, "nursery was paused from Fri 2027-01-15 08:00 on, until somebody resumes"),
            (nil, seven, "all schedules were paused from Fri 2027-01-15 08:00 on, until somebody resumes"),
        ] as [(String?, Instant?, String)])
    func pause_saysFromWhen_whenItBeginsLater(device: String?, from: Instant?, sentence: String) {
        let entry = LogDocument(
            at: Self.seven, planned: from, device: device, kind: .control, name: "pause", outcome: .paused,
            lateSeconds: nil, actor: .person)
        #expect(Describe.sentence(entry, LocalTimes(host: .utc)) == sentence)
    }

    @Test(
        arguments: [
            (nil, true, "Schedules are no longer paused."),
            ("nursery", true, "The pause of nursery has ended."),
            (nil, false, "The pause from Fri 2027-01-15 08:00 is called off."),
            ("nursery", false, "The pause of nursery from Fri 2027-01-15 08:00 is called off."),
        ] as [(String?, Bool, String)])
    func pause_saysHowItEnds(device: String?, hasBegun: Bool, sentence: String) {
        let pause = PauseDocument(device: device, since: Self.seven, until: nil, begun: hasBegun)
        #expect(pause.ending(LocalTimes(host: .utc)) == sentence)
    }

    @Test func pause_saysInWhosePlaceItIs() {
        var pause = PauseDocument(device: nil, since: Self.seven, until: nil, begun: false)
        pause.replaced = PauseDocument.Replaced(since: Self.seven, until: Self.seven)
        #expect(
            pause.sentence(LocalTimes(host: .utc))
                == "Schedules are paused from Fri 2027-01-15 08:00 until `lull resume`, "
                + "in place of the one from Fri 2027-01-15 08:00 until Fri 2027-01-15 08:00.")
    }

    private static let lines: [(kind: LogKind, name: String?, outcome: LogOutcome, late: Int?, sentence: String)] = [
        (.control, "pause", .cancelled, nil, "the pause of Anna was called off before it began"),
        (.daemon, nil, .restarted, nil, "Anna had lost its power; Lull restored what runs"),
        (.daemon, nil, .unreachable, nil, "Anna is out of reach"),
        (
            .daemon, nil, .notStopped, nil,
            "Anna does not answer and may go on with what has ended; Lull keeps trying"
        ),
        (.daemon, nil, .stopped, 90, "Anna has stopped, 2 min late"),
        (.daemon, nil, .reached, 5400, "Anna is back in reach, after 1 h 30 min"),
        (.control, "light amber 20%", .confirmed, nil, "Anna: light amber 20%, done"),
        (.control, "volume", .touched, nil, "somebody changed the volume of Anna at the device"),
        (
            .control, "light, sound, volume", .touched, nil,
            "somebody changed the light, the sound and the volume of Anna at the device"
        ),
        (.control, "power off", .touched, nil, "somebody switched Anna off at the device"),
        (.control, "power", .touched, nil, "somebody switched Anna on at the device"),
        (.control, "pair", .paired, nil, "Anna was paired"),
        (.daemon, "The disk is full.", .savedAgain, 5, "nothing could be saved for at least 5 s: The disk is full."),
        (.alarm, "up", .ringing, 0, "alarm “up” on Anna rings"),
        (.alarm, "up", .started, 90, "alarm “up” on Anna began, 2 min late"),
        (.alarm, "up", .dismissed, 0, "alarm “up” on Anna was dismissed"),
        (
            .alarm, "up", .unanswered, 0,
            "alarm “up” on Anna rang until its time was over; nobody answered, so it rings once more"
        ),
        (.alarm, "up", .lightEnded, 0, "the light after alarm “up” on Anna went off"),
        (.routine, "nap", .done, 0, "routine “nap” on Anna ended"),
    ]

    @Test(arguments: lines)
    func line_isASentence(
        kind: LogKind, name: String?, outcome: LogOutcome, late: Int?, sentence: String
    ) {
        let entry = LogDocument(
            at: Self.seven, planned: nil, device: "Anna", kind: kind, name: name, outcome: outcome, lateSeconds: late,
            actor: .daemon)
        #expect(Describe.sentence(entry, LocalTimes(host: .utc)) == sentence)
    }

    @Test(arguments: [
        ("down", "missed (Lull was not running)"), ("suspend", "missed (the computer was asleep)"),
        ("clock-step", "missed (the clock was set)"), ("zone-change", "missed (the time zone changed)"),
        ("storage", "missed (nothing could be saved)"), ("pause", "missed (paused)"), ("skip", "missed (on request)"),
        ("of-the-future", "missed (of-the-future)"), (nil, "missed"),
    ])
    func reason_isInWords_whicheverItIs(reason: String?, words: String) {
        #expect(Describe.outcome("missed", reason) == words)
    }

    @Test(arguments: [
        (LogOutcome.pending, "waits until the device is in reach"),
        (.givenUp, "given up because the device stayed out of reach"),
    ])
    func change_saysWhatBecomesOfIt_whileTheDeviceIsOutOfReach(outcome: LogOutcome, words: String) {
        let entry = LogDocument(
            at: Self.seven, planned: nil, device: "Anna", kind: .control, name: "light red 5%", outcome: outcome,
            lateSeconds: nil, actor: .person)
        #expect(
            Describe.log([entry], LocalTimes(host: .utc), width: 120).last
                == StyledLine("Fri 2027-01-15 08:00  Anna: light red 5%, \(words)", .warning))
    }

    @Test(arguments: [LogOutcome.started, .ringing])
    func ring_isDue_whileTheDeviceIsOutOfReach(outcome: LogOutcome) {
        let entry = LogDocument(
            at: Self.seven, planned: Self.seven, device: "Anna", kind: .alarm, name: "up", outcome: outcome,
            reason: "undelivered", lateSeconds: 0, actor: .schedule)
        #expect(
            Describe.log([entry], LocalTimes(host: .utc), width: 120).last
                == StyledLine(
                    "Fri 2027-01-15 08:00  alarm “up” on Anna is due, and the device is out of reach", .warning))
    }

    /// A ring that nobody could hear is no ring that nobody answered; the first one is missed.
    @Test
    func ring_didNotComeAgain_whenTheDeviceWasOutOfReachAfterASnooze() {
        var entry = LogDocument(
            at: Self.seven, planned: Self.seven, device: "Anna", kind: .alarm, name: "up", outcome: .unattended,
            lateSeconds: 0, actor: .schedule)
        let times = LocalTimes(host: .utc)
        #expect(
            Describe.sentence(entry, times) == "alarm “up” on Anna rang until its time was over; nobody answered")
        entry.reason = "undelivered"
        #expect(
            Describe.sentence(entry, times)
                == "alarm “up” on Anna did not ring again (the device was out of reach)")
        entry.outcome = .missed
        #expect(
            Describe.sentence(entry, times)
                == "alarm “up” on Anna of Fri 2027-01-15 08:00 was missed (the device was out of reach)")
    }

    @Test(arguments: [(LogOutcome.snoozed, "was snoozed"), (.dismissed, "was dismissed")])
    func answer_saysThatItWasATouch(outcome: LogOutcome, words: String) {
        let entry = LogDocument(
            at: Self.seven, planned: nil, device: "Anna", kind: .alarm, name: "up", outcome: outcome, lateSeconds: nil,
            actor: .device)
        #expect(
            Describe.sentence(entry, LocalTimes(host: .utc)) == "alarm “up” on Anna \(words) at the device")
    }

    @Test
    func everyReason_hasWordsOfItsOwn() {
        let words = OccurrenceReason.allCases.map { Describe.outcome("missed", $0.rawValue) }
        #expect(Set(words).count == words.count)
    }

    @Test(arguments: lines)
    func event_isTheSentenceOfTheLog(
        kind: LogKind, name: String?, outcome: LogOutcome, late: Int?, sentence: String
    ) {
        let event = EventDocument(
            at: Self.seven, event: .occurrence, device: "Anna", kind: kind, name: name, outcome: outcome,
            lateSeconds: late, actor: .daemon)
        #expect(Describe.event(event, LocalTimes(host: .utc)) == "Fri 2027-01-15 08:00  " + sentence)
    }

    @Test
    func event_saysWhyInWords() {
        let event = EventDocument(
            at: Self.seven, event: .occurrence, device: "nursery", kind: .alarm, name: "up", planned: Self.seven,
            outcome: .missed, reason: "down", actor: .schedule)
        #expect(
            Describe.event(event, LocalTimes(host: .utc)) == "Fri 2027-01-15 08:00  "
                + "alarm “up” on nursery of Fri 2027-01-15 08:00 was missed (Lull was not running)")
    }

    private static let states: [(event: EventDocument, sentence: String)] = [
        (EventDocument(at: seven, event: .paired, device: "Anna"), "Anna was paired"),
        (EventDocument(at: seven, event: .unpaired, device: "Anna"), "Anna was unpaired"),
        (EventDocument(at: seven, event: .link, device: "Anna", link: .held), "Anna is connected and idle"),
        (EventDocument(at: seven, event: .link, device: "Anna", link: .absent), "Anna is not near"),
        (EventDocument(at: seven, event: .state, device: "Anna"), "Anna shows something unknown"),
        (
            EventDocument(at: seven, event: .dropped, dropped: 3),
            "3 events were lost because nobody read them in time"
        ),
    ]

    @Test(arguments: states)
    func event_isASentence_whateverItIsAbout(event: EventDocument, sentence: String) {
        #expect(Describe.event(event, LocalTimes(host: .utc)) == "Fri 2027-01-15 08:00  " + sentence)
    }

    /// Keys of the contract are there whether there is a value or not.
    @Test(arguments: [nil, "down"])
    func reason_isAKeyOfTheDocument_evenWithoutOne(reason: String?) throws {
        let data = try JSONEncoder().encode(missed(reason))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "at", "planned", "device", "kind", "schedule", "occurrence", "name", "detail", "outcome", "reason",
                "lateSeconds",
                "actor", "subject",
            ])
        #expect(object["reason"] as? String == reason)
        #expect(try JSONDecoder().decode(LogDocument.self, from: data) == missed(reason))
    }
}
