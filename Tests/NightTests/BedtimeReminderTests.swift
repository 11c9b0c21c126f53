// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Testing

@testable import Household

/// When somebody is reminded of a night, and how long.
@Suite struct BedtimeReminderTests {
    private static let begins = Instant(secondsSince1970: 1_800_000_000)
    private static let key = OccurrenceKey(
        schedule: ScheduleID(rawValue: "bedtime"), date: CivilDate(daysSince1970: 20_000))

    private static func sample(_ seconds: Int) -> ClockSample {
        ClockSample(
            wall: begins + .seconds(seconds), boot: .seconds(100_000 + seconds), monotonic: .seconds(100_000 + seconds),
            bootID: "boot")
    }

    /// A night with a reminder 15 minutes before it begins, of a schedule that holds since some seconds before that.
    private static func night(begins seconds: Int = 0, validFor length: Int = 86_400) -> BedtimeReminder.Night {
        BedtimeReminder.Night(
            key: key, name: "bedtime", begins: begins + .seconds(seconds), lead: .seconds(900),
            validFrom: begins - .seconds(length))
    }

    private static func notice(at seconds: Int) -> Notice {
        Notice(
            number: 1, at: begins + .seconds(seconds), kind: .reminder, grade: .information, occurrence: key,
            message: "",
            advice: "")
    }

    @Test(
        arguments: [
            (-901, nil, 0, 86_400, false),
            (-900, nil, 0, 86_400, true),
            (-300, nil, 0, 86_400, true),
            (-299, nil, 0, 86_400, false),
            (-890, -900, 0, 86_400, false),
            // Moved by half an hour after its reminder.
            (-890, -900, 1800, 86_400, false),
            (900, -900, 1800, 86_400, true),
            (901, 900, 1800, 86_400, false),
            // Moved nearer after its reminder.
            (-890, -900, -300, 86_400, false),
            // Set for soon by somebody who knows of it.
            (-600, nil, 0, 700, false),
        ] as [(Int, Int?, Int, Int, Bool)])
    func reminder_isDue_onceForEachTime(
        now: Int, lastReminder: Int?, begins: Int, validFor: Int, isDue: Bool
    ) {
        let night = Self.night(begins: begins, validFor: validFor)
        let reminder = BedtimeReminder(nights: [night], open: [])
        #expect(
            reminder.due(at: Self.sample(now)) { _ in lastReminder.map(Self.notice) } == (isDue ? [night] : []))
    }

    @Test func reminder_isOver_whenItsNightIsNotAheadOrHasAnotherTime() {
        let notice = Self.notice(at: -900)
        #expect(BedtimeReminder(nights: [Self.night()], open: [notice]).over == [])
        #expect(BedtimeReminder(nights: [], open: [notice]).over == [notice])
        #expect(BedtimeReminder(nights: [Self.night(begins: 1800)], open: [notice]).over == [notice])
    }

    @Test(arguments: [(-1000, -900), (-900, 0), (-1, 0), (0, nil)] as [(Int, Int?)])
    func nextLook_isWhenItReminds_andWhenTheNightBegins(now: Int, next: Int?) {
        let reminder = BedtimeReminder(nights: [Self.night()], open: [])
        #expect(reminder.nextLook(at: Self.sample(now)) == next.map { Self.begins + .seconds($0) })
    }
}
