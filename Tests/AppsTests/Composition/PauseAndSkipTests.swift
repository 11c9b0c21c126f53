// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Scheduling
import SleepModel
import Storage
import Testing

@testable import Composition

/// Skipped dates and pauses, as people ask for them.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PauseAndSkipTests {
    private func addAlarm(_ house: House, _ name: String = "up", at time: String = "12:01") async throws {
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: name, device: "nursery", at: time, days: "daily"))
    }

    private func instant(_ text: String) throws -> Instant { try #require(Instant(iso8601: text)) }

    private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(iso8601: text)) }

    /// Lets time pass until something was noted about the alarm, and says what.
    private func outcome(of name: String, in house: House) async throws -> String? {
        let words: Set = ["started", "skipped", "missed"]
        func entries() async throws -> [LogDocument] {
            try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
                .filter { $0.name == name && words.contains($0.outcome.rawValue) }
        }
        try await house.passTime(inStepsOf: .seconds(30)) {
            try await house.until { try await !entries().isEmpty }
        }
        return try await entries().first?.outcome.rawValue
    }

    @Test func skipAlarm_skipsTheNextDateAlone() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            let skipped = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil))
            #expect(skipped.skipped == [try date("2027-01-15")])
            #expect(skipped.next == (try instant("2027-01-16T12:01:00Z")))
            #expect(try await outcome(of: "up", in: house) == "skipped")
            #expect(house.commands == [])
        }
    }

    @Test func unskipAlarm_letsItRingAgain() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            _ = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil))
            _ = try await house.control.perform(
                Endpoints.skipAlarm, SkipRequest(name: "up", device: nil, date: "2027-01-20"))
            let one = try await house.control.perform(
                Endpoints.unskipAlarm, SkipRequest(name: "up", device: nil, date: "2027-01-15"))
            #expect(one.skipped == [try date("2027-01-20")])
            #expect(one.next == (try instant("2027-01-15T12:01:00Z")))
            let all = try await house.control.perform(Endpoints.unskipAlarm, SkipRequest(name: "up", device: nil))
            #expect(all.skipped == [])
            #expect(try await outcome(of: "up", in: house) == "started")
        }
    }

    @Test func skipAlarm_countsFromToday_forAWord() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            let alarm = try await house.control.perform(
                Endpoints.skipAlarm, SkipRequest(name: "up", device: nil, date: "Tomorrow"))
            #expect(alarm.skipped == [try date("2027-01-16")])
        }
    }

    @Test(arguments: [("2027-01-14", "does not ring on"), ("someday", "is not a date")])
    func skipAlarm_saysWhatIsWrong(date: String, message: String) async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            let error = await #expect(throws: ControlError.self) {
                try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil, date: date))
            }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.contains(message) == true)
        }
    }

    @Test func unskipAlarm_saysSo_whenNothingIsSkipped() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            let error = await #expect(throws: ControlError.self) {
                try await house.control.perform(Endpoints.unskipAlarm, SkipRequest(name: "up", device: nil))
            }
            #expect(error?.code == .nothingActive)
        }
    }

    @Test(
        arguments: [
            (nil, nil), ("12:30", "2027-01-15T12:30:00Z"), ("2027-01-20", "2027-01-20T00:00:00Z"),
            ("2027-01-20T08:00", "2027-01-20T08:00:00Z"), ("2027-01-20T08:00:00Z", "2027-01-20T08:00:00Z"),
            ("36h", "2027-01-17T00:00:00Z"), ("tomorrow", "2027-01-16T00:00:00Z"),
        ] as [(String?, String?)])
    func pause_lastsUntilThatMoment(until: String?, end: String?) async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            let pause = try await house.control.perform(Endpoints.pause, PauseRequest(until: until))
            #expect(
                pause
                    == PauseDocument(
                        device: nil, since: House.noon, until: try end.map { try self.instant($0) }))
            #expect(try await house.control.perform(Endpoints.pauses) == [pause])
        }
    }

    @Test func pause_saysWhatGoesOn() async throws {
        try await House.ringing { house in
            let during = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil))
            #expect(during.warning == "“up” on nursery goes on to its end. To end it: `lull stop`.")
            _ = try await house.control.perform(Endpoints.resume, DeviceChoice())
            _ = try await house.control.perform(
                Endpoints.setBedtime, BedtimeRequest(device: "nursery", at: "20:00", windDown: "30m"))
            _ = try await house.control.perform(
                Endpoints.startBedtime, ScheduleSelection(name: nil, device: "nursery"))
            let both = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil, device: "nursery"))
            #expect(
                both.warning
                    == "“up” on nursery and “bedtime” on nursery go on to their end. To end them: `lull stop`.")
        }
    }

    /// Midnight in New York is five hours later.
    @Test func pause_endsByTheClocksOfItsZone() async throws {
        let zones = ZoneBook(database: ZoneDatabase(directory: ExplainFixture.zoneinfo), host: .utc)
        let house = try await House(zones: zones)
        try await house.run { () async throws -> Void in
            let pause = try await house.control.perform(
                Endpoints.pause, PauseRequest(until: "2027-01-20", zone: "America/New_York"))
            #expect(
                pause
                    == PauseDocument(
                        device: nil, since: House.noon, until: try self.instant("2027-01-20T05:00:00Z"),
                        zone: "America/New_York"))
            let error = await #expect(throws: ControlError.self) {
                try await house.control.perform(Endpoints.pause, PauseRequest(until: "18:00", zone: "Mars/Olympus"))
            }
            #expect(error?.message.contains("Mars/Olympus") == true)
        }
    }

    /// The clocks of New York go an hour ahead in these days.
    @Test(
        arguments: [
            ("5d", "2027-03-16T04:00:00Z"), ("5d12h", "2027-03-16T16:00:00Z"), ("120h", "2027-03-16T05:00:00Z"),
        ])
    func days_endAtTheSameTimeOfDay_whereTheClocksChange(until: String, end: String) async throws {
        let zones = ZoneBook(database: ZoneDatabase(directory: ExplainFixture.zoneinfo), host: .utc)
        let house = try await House(zones: zones)
        try await house.run { () async throws -> Void in
            let pause = try await house.control.perform(
                Endpoints.pause, PauseRequest(from: "2027-03-11", until: until, zone: "America/New_York"))
            #expect(try pause.until == self.instant(end))
        }
    }

    @Test func pause_keepsAlarmsFromRinging_untilItEnds() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            try await addAlarm(house, "later", at: "12:10")
            _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: "12:05", device: "nursery"))
            #expect(try await house.control.perform(Endpoints.next, NextQuery(days: 1)).map(\.name) == ["later"])
            #expect(try await outcome(of: "up", in: house) == "skipped")
            #expect(try await outcome(of: "later", in: house) == "started")
            #expect(try await house.control.perform(Endpoints.pauses) == [])
        }
    }

    /// The alarm rings once, in the pause, and has not rung yet.
    @Test func alarm_isPaused_untilItsTimeInAPauseHasPassed() async throws {
        let house = try await House()
        try await house.live {
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:01"))
            _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: "1h", device: nil))
            let alarm = try #require(try await house.control.perform(Endpoints.alarms).first)
            #expect((alarm.paused, alarm.enabled, alarm.next) == (true, true, nil))
        } _: {
            try await house.wait(.seconds(120))
            let alarm = try #require(try await house.control.perform(Endpoints.alarms).first)
            #expect((alarm.paused, alarm.enabled, alarm.next) == (false, false, nil))
        }
    }

    @Test func resume_endsEveryPause_andSaysWhich() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            let all = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil))
            let one = try await house.control.perform(Endpoints.pause, PauseRequest(until: "18:00", device: "nur"))
            #expect(one.device == "nursery")
            #expect(try await house.control.perform(Endpoints.resume, DeviceChoice()) == [all, one])
            #expect(try await outcome(of: "up", in: house) == "started")
        }
    }

    @Test func resume_saysWhatStillHolds_whenTheDeviceHasNoPauseOfItsOwn() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil))
            let error = await #expect(throws: ControlError.self) {
                try await house.control.perform(Endpoints.resume, DeviceChoice(device: "nursery"))
            }
            #expect(error?.code == .nothingActive)
            #expect(error?.advice.contains("lull resume") == true)
        }
    }

    @Test(arguments: ["yesterday", "2027-01-14", ""])
    func pause_saysWhatIsWrong(until: String) async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            let error = await #expect(throws: ControlError.self) {
                try await house.control.perform(Endpoints.pause, PauseRequest(until: until))
            }
            #expect(error?.code == .invalidArgument)
            #expect(try await house.control.perform(Endpoints.pauses) == [])
        }
    }

    // MARK: - Pauses that begin later

    @Test(
        arguments: [
            ("12:30", nil, "2027-01-15T12:30:00Z", nil),
            ("2027-01-20", "7d", "2027-01-20T00:00:00Z", "2027-01-27T00:00:00Z"),
            ("2027-01-20T08:00:00Z", "2027-01-21", "2027-01-20T08:00:00Z", "2027-01-21T00:00:00Z"),
            ("36h", "12:00", "2027-01-17T00:00:00Z", "2027-01-17T12:00:00Z"),
            // The Sunday after that Thursday, not the one before it.
            ("thursday", "sunday", "2027-01-21T00:00:00Z", "2027-01-24T00:00:00Z"),
        ] as [(String, String?, String, String?)])
    func pause_beginsAtThatMoment(from: String, until: String?, start: String, end: String?) async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            let pause = try await house.control.perform(Endpoints.pause, PauseRequest(from: from, until: until))
            #expect(
                pause
                    == PauseDocument(
                        device: nil, since: try self.instant(start), until: try end.map { try self.instant($0) },
                        begun: false))
            #expect(try await house.control.perform(Endpoints.pauses) == [pause])
            let status = try #require(try await house.control.perform(Endpoints.status, DeviceChoice()).first)
            #expect(status.pauses == [pause])
            #expect(status.paused == nil)
            let line = try #require(
                try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil)).last)
            #expect((line.outcome, line.planned) == (.paused, pause.since))
        }
    }

    private func arrangePause(in house: House) async throws {
        try await addAlarm(house, "first", at: "12:04")
        try await addAlarm(house, "second", at: "12:05")
        try await addAlarm(house, "third", at: "12:10")
        _ = try await house.control.perform(Endpoints.pause, PauseRequest(from: "12:05", until: "12:10"))
        let names = try await house.control.perform(Endpoints.next, NextQuery(days: 1)).map(\.name)
        #expect(names == ["first", "third"])
    }

    private func expectPause(in house: House) async throws {
        #expect(try await outcome(of: "first", in: house) == "started")
        #expect(try await house.control.perform(Endpoints.pauses).map(\.begun) == [false])
        #expect(try await outcome(of: "second", in: house) == "skipped")
        #expect(try await house.control.perform(Endpoints.pauses).map(\.begun) == [true])
        #expect(try await outcome(of: "third", in: house) == "started")
        #expect(try await house.control.perform(Endpoints.pauses) == [])
    }

    @Test func pause_letsRingWhatComesBeforeIt_andNothingInIt() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await arrangePause(in: house)
            try await expectPause(in: house)
        }
    }

    @Test func pause_beginsAtItsTime_whenTheDaemonStartsAnewBeforeThat() async throws {
        let before = try await House()
        try await before.run { () async throws -> Void in try await arrangePause(in: before) }
        let house = try await before.restarted()
        try await house.run { () async throws -> Void in try await expectPause(in: house) }
    }

    /// The alarm has a next time before the pause, and none after it.
    @Test func alarm_isNotPaused_beforeThePauseWithoutEndBegins() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            _ = try await house.control.perform(Endpoints.pause, PauseRequest(from: "13:00", until: nil))
            let alarm = try #require(try await house.control.perform(Endpoints.alarms).first)
            #expect((alarm.paused, alarm.next) == (false, try instant("2027-01-15T12:01:00Z")))
            house.clock.advance(by: .seconds(3700))
            let later = try #require(try await house.control.perform(Endpoints.alarms).first)
            #expect((later.paused, later.next) == (true, nil))
        }
    }

    @Test(
        arguments: [
            ("someday", nil, "“someday” is not a moment."), ("yesterday", nil, "That moment has passed."),
            ("2027-01-14", nil, "That moment has passed."),
            (
                "2027-01-20", "2027-01-19",
                "The pause would end before it begins: from Wed 2027-01-20 00:00 until Tue 2027-01-19 00:00."
            ),
            (
                "thursday", "2027-01-20T12:00",
                "The pause would end before it begins: from Thu 2027-01-21 00:00 until Wed 2027-01-20 12:00."
            ),
        ] as [(String, String?, String)])
    func pauseFrom_saysWhatIsWrong(from: String, until: String?, message: String) async throws {
        let house = try await House()
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.pause, PauseRequest(from: from, until: until))
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message == message)
        #expect(try await house.control.perform(Endpoints.pauses) == [])
    }

    /// There is one pause at a time, and another would lose it.
    @Test func pause_isKept_whenAnotherWouldLoseIt() async throws {
        let house = try await House()
        let later = PauseRequest(from: "18:00", until: "20:00")
        let all = try await house.control.perform(Endpoints.pause, later)
        let first = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.pause, PauseRequest(until: nil))
        }
        #expect(
            first?.message
                == "Everything has a pause ahead already, from Fri 2027-01-15 18:00 until Fri 2027-01-15 20:00, "
                + "and there is one pause at a time.")
        #expect(first?.advice == "End that first with `lull resume`.")
        _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil, device: "nursery"))
        let second = await #expect(throws: ControlError.self) {
            try await house.control.perform(
                Endpoints.pause, PauseRequest(from: "18:00", until: nil, device: "nursery"))
        }
        #expect(second?.message == "“nursery” is paused already, and there is one pause at a time.")
        #expect(second?.advice == "End that first with `lull resume --device nursery`.")
        #expect(try await house.control.perform(Endpoints.pauses).first == all)
        // Another beginning changes it.
        var changed = try await house.control.perform(Endpoints.pause, PauseRequest(from: "19:00", until: "21:00"))
        #expect(changed.replaced == PauseDocument.Replaced(since: all.since, until: all.until))
        changed.replaced = nil
        #expect(try await house.control.perform(Endpoints.pauses).first == changed)
    }

    @Test(
        arguments: [
            ("2027-01-20", "2027-01-24", nil), ("2027-01-20", "2027-01-24", "nursery"), ("16:00", "18:00", nil),
        ] as [(String, String, String?)])
    func pauseAhead_isKept_whenAnotherIsApartFromIt(from: String, until: String, device: String?) async throws {
        let house = try await House()
        let first = try await house.control.perform(
            Endpoints.pause, PauseRequest(from: "2027-01-18", until: "2027-01-20", device: device))
        let error = await #expect(throws: ControlError.self) {
            try await house.control.perform(Endpoints.pause, PauseRequest(from: from, until: until, device: device))
        }
        let subject = device.map { "“\($0)”" } ?? "Everything"
        #expect(
            error?.message
                == "\(subject) has a pause ahead already, from Mon 2027-01-18 00:00 until Wed 2027-01-20 00:00, "
                + "and there is one pause at a time.")
        #expect(error?.advice == "End that first with `lull resume\(device.map { " --device \($0)" } ?? "")`.")
        #expect(try await house.control.perform(Endpoints.pauses) == [first])
    }

    @Test func resume_callsOffAPauseThatIsToBegin() async throws {
        let house = try await House()
        let pause = try await house.control.perform(Endpoints.pause, PauseRequest(from: "18:00", until: nil))
        #expect(try await house.control.perform(Endpoints.resume, DeviceChoice()) == [pause])
        #expect(try await house.control.perform(Endpoints.pauses) == [])
    }

    /// The log of a device has what is about all of them; each pause has its own line, with its times.
    @Test func pauses_areLogged_withTheirTimesAndWhetherTheyBegan() async throws {
        let house = try await House()
        _ = try await house.control.perform(Endpoints.pause, PauseRequest(from: "18:00", until: "20:00"))
        _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil, device: "nursery"))
        _ = try await house.control.perform(Endpoints.resume, DeviceChoice())
        let log = try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: "nursery"))
            .filter { $0.name == "pause" }
        let six = try instant("2027-01-15T18:00:00Z")
        #expect(log.map(\.outcome) == [.paused, .paused, .cancelled, .resumed])
        #expect(log.map(\.device) == [nil, "nursery", nil, "nursery"])
        #expect(log.map(\.planned) == [six, nil, six, nil])
        #expect(log.map(\.detail) == ["until 2027-01-15 20:00", nil, "until 2027-01-15 20:00", nil])
    }

    @Test(
        arguments: [
            (nil, "Everything is still paused: `lull resume` ends that."),
            ("18:00", "Everything is still paused until 2027-01-15 18:00: `lull resume` ends that."),
        ] as [(String?, String)])
    func resumeOfADevice_saysThatThePauseOfEverythingGoesOn(until: String?, warning: String) async throws {
        let house = try await House()
        _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: until))
        var own = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil, device: "nursery"))
        own.warning = warning
        #expect(try await house.control.perform(Endpoints.resume, DeviceChoice(device: "nursery")) == [own])
        #expect(try await house.control.perform(Endpoints.pauses).map(\.device) == [nil])
    }

    @Test func resumeOfADevice_warnsOfNothing_whenNothingElseIsPausedNow() async throws {
        let house = try await House()
        _ = try await house.control.perform(Endpoints.pause, PauseRequest(from: "18:00", until: nil))
        let own = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil, device: "nursery"))
        #expect(try await house.control.perform(Endpoints.resume, DeviceChoice(device: "nursery")) == [own])
    }

    @Test func pause_holdsInTheNextProcess() async throws {
        let before = try await House()
        try await before.run { () async throws -> Void in
            try await addAlarm(before)
            _ = try await before.control.perform(Endpoints.pause, PauseRequest(until: "12:05"))
        }
        let house = try await House(isPaired: false, store: before.store)
        try await house.run { () async throws -> Void in
            #expect(try await house.control.perform(Endpoints.pauses).count == 1)
            #expect(try await outcome(of: "up", in: house) == "skipped")
        }
    }

    @Test func pause_ofADevice_isGoneAfterUnpairAndPair() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil, device: "nursery"))
            _ = try await house.control.perform(Endpoints.unpair, DeviceSelection(device: "nursery"))
            let pair = PairRequest(address: house.address.rawValue, name: "nursery")
            _ = try await house.passTime { try await house.control.perform(Endpoints.pair, pair) }
            #expect(try await house.control.perform(Endpoints.pauses) == [])
            // What is kept next does not bring it back.
            let all = try await house.control.perform(Endpoints.pause, PauseRequest(until: nil))
            #expect(try await house.control.perform(Endpoints.pauses) == [all])
            #expect(try await house.store.settings().devicePauses == [:])
        }
    }

    @Test func snoozeAlarms_silencesAllThatRing_butForOneWithoutASnoozeLeft() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            for (name, time) in [("first", "12:01"), ("second", "12:02"), ("third", "18:00")] {
                try await addAlarm(house, name, at: time)
            }
            var last = AlarmEditRequest(name: "second", device: nil)
            last.snoozeLimit = 0
            _ = try await house.control.perform(Endpoints.editAlarm, last)
            #expect(await snoozeAlarms(house) == nil)
            try await house.passTime(inStepsOf: .seconds(5)) {
                try await house.until {
                    try await house.control.perform(Endpoints.alarms).filter { $0.phase == .ringing }.count == 2
                }
            }
            #expect(await snoozeAlarms(house, length: "0m") == nil)
            let lines = await snoozeAlarms(house, length: "7m")
            #expect(
                lines == [
                    "first snoozed 420 s: ",
                    "second ringing: It was snoozed as often as it allows, and rings on. End it: `lull alarm dismiss second --device nursery`.",
                ])
            #expect(await snoozeAlarms(house) == nil)
        }
    }

    /// Each alarm that was asked to be quiet, as a line; nil for a refusal.
    private func snoozeAlarms(_ house: House, length: String? = nil) async -> [String]? {
        let request = SnoozeAllRequest(device: "nursery", length: length)
        guard let alarms = try? await house.control.perform(Endpoints.snoozeAlarms, request) else { return nil }
        let now = house.clock.now().wall
        return alarms.map { alarm in
            let quiet = alarm.phase == .snoozed ? alarm.until.map { " \(($0 - now).components.seconds) s" } ?? "" : ""
            return "\(alarm.name) \(alarm.phase.map { "\($0)" } ?? "")\(quiet): \(alarm.warning ?? "")"
        }
    }

    @Test func dismissAlarms_endsAllThatRing() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            for (name, time) in [("first", "12:01"), ("second", "12:02"), ("third", "18:00")] {
                try await addAlarm(house, name, at: time)
            }
            try await house.passTime(inStepsOf: .seconds(5)) {
                try await house.until {
                    try await house.control.perform(Endpoints.alarms).filter { $0.phase == .ringing }.count == 2
                }
            }
            let dismissed = try await house.control.perform(Endpoints.dismissAlarms, DeviceChoice())
            #expect(dismissed.map(\.name) == ["first", "second"])
            #expect(try await house.control.perform(Endpoints.alarms).compactMap(\.phase) == [])
            await #expect(throws: ControlError.self) {
                try await house.control.perform(Endpoints.dismissAlarms, DeviceChoice())
            }
        }
    }
}
