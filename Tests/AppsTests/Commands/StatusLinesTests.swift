// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import DeviceDocuments
import SleepModel
import Testing

@testable import LullCommands

/// What `lull status` and the lists say of devices and alarms that are not as usual.
@Suite
struct StatusLinesTests {
    private static let id = ScheduleID(rawValue: "a-1")
    private static let eight = Instant(secondsSince1970: 1_800_000_000)

    private func lines(_ change: (inout StatusDocument) throws -> Void) throws -> [String] {
        var device = StatusDocument(
            address: try #require(MacAddress(rawValue: "DC:06:41:00:00:01")), name: "nursery", product: "hatch-rest",
            link: .coolingDown, state: nil, clockDriftSeconds: nil, battery: nil, owners: [:], next: nil)
        try change(&device)
        return StatusCommand.lines(device, LocalTimes(host: .utc)).map(\.text)
    }

    @Test func status_isSilentAboutTheLink_whenTheDeviceIsReached() throws {
        #expect(
            try lines { _ in } == [
                "nursery (DC:06:41:00:00:01, hatch-rest), cooling-down", "  shows  nothing known yet",
                "  next   nothing",
            ])
    }

    /// Tonight begins with the wind-down.
    @Test(arguments: [
        (PlannedKind.bedtime, Int64(-1800), "  next   wind-down of “up” Fri 2027-01-15 07:30, lights out 08:00"),
        (.alarm, -600, "  next   sunrise of “up” Fri 2027-01-15 07:50, alarm 08:00"),
        (.bedtime, 0, "  next   lights out of “up” Fri 2027-01-15 08:00"),
    ])
    func status_namesWhatBeginsFirst(kind: PlannedKind, lead: Int64, line: String) throws {
        let next = NextDocument(
            at: Self.eight, local: "", device: "nursery", subject: .schedule(.alarm, Self.id), kind: kind, name: "up",
            rule: "unique", why: "", begins: lead == 0 ? nil : Self.eight + .seconds(lead))
        #expect(try lines { $0.next = next }.last == line)
    }

    @Test(arguments: [(DeviceConnectionState.absent, "  last seen  off"), (.held, "  shows  off")])
    func status_saysThatItWasSeenLast_whileTheDeviceIsNotHeard(link: DeviceConnectionState, line: String) throws {
        #expect(try lines { ($0.link, $0.state) = (link, Self.state(clock: nil)) }.contains(line))
    }

    @Test(
        arguments: [
            ("wind-down", "night", "bedtime, wind-down, until lights-out at 08:00; wake light 18:00"),
            ("night", "stay-in-bed", "bedtime, night, until the stay-in-bed light at 08:00; wake light 18:00"),
            ("night", "wake", "bedtime, night, until the wake light at 08:00"),
            ("wake", nil, "bedtime, wake, until Fri 2027-01-15 08:00"),
        ] as [(String, String?, String)])
    func night_saysWhatComesNext(phase: String, next: String?, words: String) {
        let wake: Instant? = next == nil ? nil : next == "wake" ? Self.eight : Self.eight + .seconds(36_000)
        let running = RunningDocument(
            id: Self.id, kind: .bedtime, name: "bedtime", phase: phase, until: Self.eight, nextPhase: next,
            wakesAt: wake)
        #expect(Describe.running(running, LocalTimes(host: .utc)) == words)
    }

    @Test(arguments: [true, false])
    func status_saysSinceWhenTheDeviceIsNotHeard_whereItIsAbsent(isAbsent: Bool) throws {
        let lines = try lines {
            ($0.link, $0.lastHeard) = (isAbsent ? .absent : .advertising, Self.eight)
        }
        let line = "  reach  not heard since Fri 2027-01-15 08:00; it may have no power"
        #expect(lines.contains(line) == isAbsent)
    }

    @Test(arguments: [
        (ListeningMode.active, "  listens  actively, for six seconds of each minute"),
        (.passive, "  listens  passively, as bluetoothd reports the device by itself"),
    ])
    func status_saysHowLullListens(mode: ListeningMode, line: String) throws {
        #expect(try lines { $0.listening = mode }.contains(line))
    }

    @Test func status_saysThatARingMayNotBeHeard_whenTheDeviceIsOutOfReach() throws {
        let lines = try lines {
            $0.unreachableSince = Self.eight
            $0.running = [RunningDocument(id: Self.id, kind: .alarm, name: "up", phase: "ringing", until: nil)]
        }
        #expect(lines.contains("  reach  out of reach since Fri 2027-01-15 08:00; the alarm may not be heard"))
        #expect(lines.contains("  runs   alarm “up” rings"))
    }

    @Test func status_saysThatTheDeviceDoesNotRing_whenItHasNotTakenTheAlarm() throws {
        let lines = try lines {
            $0.unreachableSince = Self.eight
            $0.running = [
                RunningDocument(
                    id: Self.id, kind: .alarm, name: "up", phase: "ringing", until: nil, delivered: false)
            ]
        }
        #expect(lines.contains("  reach  out of reach since Fri 2027-01-15 08:00; the alarm is not heard"))
        #expect(lines.contains("  runs   alarm “up” is due, but the device does not ring yet"))
    }

    @Test func status_namesLightsOut_whereABedtimeIsNext() throws {
        let lines = try lines {
            $0.next = NextDocument(
                at: Self.eight, local: "", device: "nursery", subject: .schedule(.bedtime, Self.id), kind: .bedtime,
                name: "bedtime", rule: "unique", why: "daily")
        }
        #expect(lines.contains("  next   lights out of “bedtime” Fri 2027-01-15 08:00"))
    }

    @Test(arguments: [
        (
            AlarmPhase.unanswered,
            "  runs   nobody answered alarm “up”; it rings again Fri 2027-01-15 08:00"
        ), (.lightAfter, "  runs   light after “up” until Fri 2027-01-15 08:00"),
    ])
    func status_saysWhatAnAlarmDoesAfterItsRing(phase: AlarmPhase, line: String) throws {
        let lines = try lines {
            $0.running = [
                RunningDocument(id: Self.id, kind: .alarm, name: "up", phase: phase.rawValue, until: Self.eight)
            ]
        }
        #expect(lines.contains(line))
    }

    @Test func status_saysThatTheDeviceMayNotHaveStopped_whenItHasNotTakenTheEnd() throws {
        let lines = try lines { $0.stopPending = true }
        #expect(lines.contains("  pending  may not have stopped yet; Lull keeps trying"))
    }

    @Test func status_saysWhatIsDifferentSoon() throws {
        let date = try #require(CivilDate(year: 2027, month: 1, day: 16))
        let lines = try lines {
            $0.timer = RunningTimerDocument(remainingSeconds: 600, endsAt: Self.eight)
            $0.skipped = [SkippedDateDocument(id: Self.id, kind: .alarm, name: "up", date: date)]
            $0.moved = [
                MovedScheduleDocument(
                    id: Self.id, kind: .bedtime, name: "bedtime", date: date,
                    at: try #require(TimeOfDay(hour: 21, minute: 0)))
            ]
            $0.mornings = [
                MovedScheduleDocument(
                    id: Self.id, kind: .bedtime, name: "bedtime", date: date,
                    at: try #require(TimeOfDay(hour: 8, minute: 0)))
            ]
            $0.pauses = [
                PauseDocument(device: nil, since: Self.eight, until: nil),
                PauseDocument(device: "nursery", since: Self.eight, until: Self.eight),
            ]
        }
        #expect(
            lines.dropFirst() == [
                "  shows  nothing known yet", "  timer  its own sleep timer ends Fri 2027-01-15 08:00",
                "  next   nothing", "  skips  alarm “up” on Sat 2027-01-16",
                "  moved  bedtime “bedtime” is at 21:00 on Sat 2027-01-16",
                "  wakes  bedtime “bedtime” at 08:00 on Sat 2027-01-16",
                "  pause  everything is paused until resumed",
                "  pause  nursery is paused until Fri 2027-01-15 08:00",
            ])
    }

    @Test(
        arguments: [
            (40, nil, nil, true, "at most 40% volume"),
            (
                40, 30, "20:00-07:00", false,
                "at most 40% volume and 30% brightness, 20:00-07:00 (not now)"
            ),
            (nil, 30, "20:00-07:00", true, "at most 30% brightness, 20:00-07:00 (now)"),
        ] as [(Int?, Int?, String?, Bool, String)])
    func status_saysWhatNothingMayExceed(
        volume: Int?, brightness: Int?, between: String?, isActive: Bool, words: String
    ) throws {
        let lines = try lines {
            $0.limit = LimitDocument(
                address: $0.address, name: $0.name, volume: volume, brightness: brightness, between: between,
                active: isActive)
        }
        #expect(lines.contains("  limit  \(words)"))
    }

    @Test(
        arguments: [
            (Nap.Phase.sleep, "rain", "green 20%", "until Fri 2027-01-15 08:00: rain at 30%, then green 20%"),
            (.waking, nil, nil, "until Fri 2027-01-15 08:00: no sound"),
            (.light, "rain", "green 20%", "is over; its light goes out Fri 2027-01-15 08:15"),
        ] as [(Nap.Phase, String?, String?, String)])
    func status_saysWhenANapEnds(phase: Nap.Phase, sound: String?, light: String?, words: String) throws {
        let lines = try lines {
            $0.nap = NapDocument(
                address: $0.address, name: $0.name, phase: phase, since: Self.eight, endsAt: Self.eight,
                lightUntil: Self.eight + .seconds(900), sound: sound, volume: 30, wakeLight: light)
        }
        #expect(lines.contains("  nap    \(words)"))
    }

    /// A volume that is not 0 is that of the sound that begins next.
    @Test(arguments: [(Level.zero, "no sound"), (Level(rawValue: 128), "no sound (volume 50%)")])
    func silence_hasAVolume_unlessThatIsZero(volume: Level, words: String) {
        let state = DeviceStateDocument(
            DeviceState(isOn: true, light: .off, sound: .none, volume: volume), product: .hatchRest, soundName: nil)
        #expect(Describe.sound(state) == words)
    }

    private static func state(clock: CivilDateTime?) -> DeviceStateDocument {
        DeviceStateDocument(
            DeviceState(isOn: false, light: .off, sound: .none, volume: .zero, clock: clock), product: .hatchRest,
            soundName: nil)
    }

    @Test(arguments: [
        (100, false, "2 min ahead; set it: `lull clock nursery set`"),
        (-172_800, true, "48 h behind; set it: `lull clock nursery set`"),
        (nil, false, "not set; Lull sets it soon, or `lull clock nursery set`"),
        (nil, true, "not set; Lull sets it when the alarm ends"),
    ])
    func status_saysWhatIsWrongWithTheClock(drift: Int?, rings: Bool, words: String) throws {
        let lines = try lines {
            $0.state = Self.state(clock: CivilDateTime(iso8601: "2101-01-01T00:00:00"))
            $0.clockDriftSeconds = drift
            if rings {
                $0.running = [RunningDocument(id: Self.id, kind: .alarm, name: "up", phase: "ringing", until: nil)]
            }
        }
        #expect(lines.contains("  clock      \(words)"))
    }

    @Test func status_saysNothingOfAClock_thatTheDeviceDoesNotReport() throws {
        let lines = try lines { $0.state = Self.state(clock: nil) }
        #expect(!lines.contains { $0.hasPrefix("  clock") })
    }

    /// One piece of advice is enough for what a damaged file leaves behind.
    @Test func damage_hasItsAdviceOnce_whenThereIsMoreOfIt() {
        func row(_ number: Int) -> DamagedRowDocument {
            DamagedRowDocument(
                id: "log:\(number)", table: .log, kind: nil, schedule: nil, name: nil, device: nil, subject: nil,
                message: "Line \(number) cannot be read.", reason: "", advice: "Remove line \(number).")
        }
        #expect(Describe.damage([]) == [])
        #expect(Describe.damage([row(1)]).map(\.text) == ["Line 1 cannot be read. Remove line 1."])
        #expect(
            Describe.damage([row(1), row(2)]).map(\.text) == [
                "Line 1 cannot be read.", "Line 2 cannot be read.",
                "See `lull damaged list`. If nothing is missing, `lull damaged remove --all` removes them all.",
            ])
    }

    private func alarm() throws -> AlarmDocument {
        AlarmDocument(
            id: Self.id, name: "up", device: "nursery",
            address: try #require(MacAddress(rawValue: "DC:06:41:00:00:01")),
            rule: RuleDocument(Recurrence(days: .weekly(.monday), time: try #require(TimeOfDay(hour: 7, minute: 0)))),
            sunriseSeconds: nil, color: nil,
            sound: nil, volume: 50, crescendoSeconds: nil, ringForSeconds: 1800, snoozeSeconds: 540, snoozeLimit: 3,
            touch: .snooze, lightAfterSeconds: nil, backupSeconds: nil,
            zone: nil, enabled: true, phase: nil, until: nil, next: nil)
    }

    /// The pause may last beyond the only time of an alarm.
    @Test(arguments: [(true, "if resumed before its time"), (false, "when resumed")])
    func alarm_ringsOnlyIfItIsResumedBefore_whenItIsForOneDate(isOnce: Bool, words: String) throws {
        var alarm = try alarm()
        alarm.paused = true
        if isOnce { (alarm.days, alarm.date) = (nil, CivilDate(year: 2027, month: 1, day: 15)) }
        #expect(alarm.nextTime(LocalTimes(host: .utc)) == words)
    }

    @Test(arguments: [
        (true, "it rings once, Fri 2027-01-15 08:00; with --days it repeats"),
        (false, "it rings mon at 07:00, next Fri 2027-01-15 08:00"),
    ])
    func alarm_saysThatItRingsOnce_whenItIsForOneDate(isOnce: Bool, words: String) throws {
        var alarm = try alarm()
        (alarm.next, alarm.zone) = (Self.eight, "UTC")
        if isOnce { (alarm.days, alarm.date) = (nil, CivilDate(year: 2027, month: 1, day: 15)) }
        let ringing = alarm.ringing(LocalTimes(host: .utc), repeats: "with --days it repeats")
        #expect(ringing.replacing(" UTC", with: "") == words)
    }

    /// The next time alone would not show a day that somebody forgot.
    @Test(arguments: [
        ("mon,tue,wed,thu,fri", "07:00", "mon-fri at 07:00"), ("daily", "06:45", "daily at 06:45"),
        ("mon,tue,wed,thu,fri,sat", "06:45,sat=08:00", "mon-fri 06:45, sat 08:00"),
    ])
    func alarm_saysOnWhichDaysItRings_whenItRepeats(days: String, at: String, words: String) throws {
        var (alarm, request) = (try alarm(), RuleRequest(at: at, days: days))
        request.notOn = "school"
        let today = try #require(CivilDate(year: 2027, month: 1, day: 15))
        let rule = try request.recurrence(today: today) { _ in .weekly(.daily) }
        (alarm.rule, alarm.next) = (RuleDocument(rule), Self.eight)
        #expect(
            alarm.ringing(LocalTimes(host: .utc)) == "it rings \(words), not on school, next Fri 2027-01-15 08:00")
    }

    @Test(arguments: [
        (9, 0, "Fri 2027-01-15 08:00, 09:00 on Fri 2027-01-15"), (8, 0, "Fri 2027-01-15 08:00 (moved)"),
    ])
    func alarm_saysOnce_whenItsNextTimeIsMoved(hour: Int, minute: Int, words: String) throws {
        var alarm = try alarm()
        alarm.next = Self.eight
        alarm.moved = [
            MovedDateDocument(
                date: try #require(CivilDate(year: 2027, month: 1, day: 15)),
                at: try #require(TimeOfDay(hour: hour, minute: minute)))
        ]
        #expect(alarm.nextTime(LocalTimes(host: .utc)) == words)
    }

    @Test func owner_saysSinceWhenAndUntilWhen() {
        let owner = OwnerDocument(
            ClaimDocument(layer: .manual, since: Self.eight, until: Self.eight + .seconds(3600), by: "person"))
        #expect(
            Describe.owner(owner, LocalTimes(host: .utc))
                == "set by hand since Fri 2027-01-15 08:00, until Fri 2027-01-15 09:00")
        let night = ClaimDocument(layer: .night, since: Self.eight, until: Self.eight + .seconds(7200), by: "bedtime")
        let first = ClaimDocument(layer: .manual, since: Self.eight, until: Self.eight + .seconds(3600), by: "person")
        #expect(
            Describe.owner(OwnerDocument(first, waiting: [night]), LocalTimes(host: .utc))
                == "set by hand since Fri 2027-01-15 08:00, until Fri 2027-01-15 09:00; "
                + "after that the night of “bedtime” until Fri 2027-01-15 10:00")
    }

    @Test func owner_namesNothing_thatEndsBeforeItDoes() {
        let night = ClaimDocument(layer: .night, since: Self.eight, until: Self.eight + .seconds(1800), by: "bedtime")
        let ring = ClaimDocument(layer: .alarm, since: Self.eight, until: Self.eight + .seconds(3600), by: "school")
        #expect(
            Describe.owner(OwnerDocument(ring, waiting: [night]), LocalTimes(host: .utc))
                == "set by the alarm “school” since Fri 2027-01-15 08:00, until Fri 2027-01-15 09:00")
    }

    @Test(
        arguments: [
            (nil, nil, "routine “t”, step 1, until `lull routine next` or `stop`"),
            (3600, nil, "routine “t”, step 1 until Fri 2027-01-15 09:00, with no end time"),
            (3600, 3600, "routine “t”, step 1, until Fri 2027-01-15 09:00"),
        ] as [(Int64?, Int64?, String)])
    func routine_saysWhatEndsItsStep(stepUntil: Int64?, until: Int64?, words: String) {
        let running = RunningDocument(
            id: Self.id, kind: .routine, name: "t", phase: "1", until: until.map { Self.eight + .seconds($0) },
            stepUntil: stepUntil.map { Self.eight + .seconds($0) })
        #expect(Describe.running(running, LocalTimes(host: .utc)) == words)
    }

    @Test(arguments: [(true, "Fri 2027-01-15 08:00, skips Thu 2027-01-14"), (false, "skips Thu 2027-01-14")])
    func alarm_namesTheDateThatItSkips(ringsAgain: Bool, words: String) throws {
        var alarm = try alarm()
        alarm.skipped = [
            try #require(CivilDate(year: 2027, month: 1, day: 14)),
            try #require(CivilDate(year: 2027, month: 1, day: 20)),
        ]
        if ringsAgain { alarm.next = Self.eight }
        #expect(alarm.nextTime(LocalTimes(host: .utc)) == words)
        #expect(
            alarm.skipLines(LocalTimes(host: .utc)).map(\.text) == [
                "“up” is skipped on Thu 2027-01-14 and Wed 2027-01-20; "
                    + (ringsAgain ? "next Fri 2027-01-15 08:00." : "after that never.")
            ])
    }
}
