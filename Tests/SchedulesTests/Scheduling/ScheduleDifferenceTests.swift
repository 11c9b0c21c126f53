// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Scheduling
import SleepModel
import Testing

struct ScheduleDifferenceTests {
    private static let night = BedtimePlan(
        windDown: .seconds(1800), light: .off, sound: .none, volume: .zero, wake: WeekdayTimes(everyDay: time("07:00")),
        wakeLight: .off)

    private static func time(_ text: String) -> TimeOfDay { Plans.time(text) }

    private static func schedule(_ change: (inout Schedule) -> Void = { _ in }) -> Schedule {
        var schedule = Plans.schedule(settled: "2027-01-15T00:00:00Z", plan: .bedtime(night))
        change(&schedule)
        return schedule
    }

    private static func night(_ change: (inout BedtimePlan) -> Void) -> Schedule {
        var plan = night
        change(&plan)
        return schedule { $0.plan = .bedtime(plan) }
    }

    private static func alarm(
        crescendo: Duration? = nil, ringFor: Duration = .seconds(1800), snooze: Duration = .seconds(540),
        limit: Int = 3, touch: AlarmTouch = .snooze, lightAfter: Duration? = nil, backup: Duration? = nil
    ) -> Schedule {
        let plan = AlarmPlan(
            sunrise: nil, light: nil, sound: .none, volume: .full, crescendo: crescendo, ringFor: ringFor,
            snooze: snooze, snoozeLimit: limit, touch: touch, lightAfter: lightAfter, backup: backup)
        return schedule { $0.plan = .alarm(plan) }
    }

    @Test(arguments: [
        (alarm(crescendo: .seconds(60)), "crescendo 1m"), (alarm(ringFor: .seconds(3600)), "ring for 1h"),
        (alarm(snooze: .seconds(300)), "snooze 5m"), (alarm(limit: 0), "snooze limit 0"),
        (alarm(touch: .dismiss), "touch dismiss"), (alarm(lightAfter: .seconds(600)), "light after 10m"),
        (alarm(backup: .seconds(300)), "backup 5m"),
    ])
    func difference_namesWhatAnEditOfAnAlarmChanged(after: Schedule, text: String) {
        #expect(ScheduleDifference.text(from: Self.alarm(), to: after) == text)
    }

    @Test(
        arguments: [
            (schedule(), nil),
            (
                schedule {
                    $0.recurrence?.time = .byWeekday(WeekdayTimes([.saturday: time("08:00"), .monday: time("07:00")]))
                },
                "07:00 → mon 07:00, sat 08:00"
            ),
            (schedule { $0.recurrence = nil }, "07:00 → by hand"),
            (schedule { $0.recurrence?.days = .weekly([.saturday, .sunday]) }, "sat,sun"),
            (schedule { $0.recurrence?.bounds.first = Plans.date("2027-02-01") }, "from 2027-02-01"),
            (schedule { $0.recurrence?.bounds.last = Plans.date("2027-02-01") }, "until 2027-02-01"),
            (
                schedule { $0.recurrence?.exceptions = [Plans.date("2027-02-02"), Plans.date("2027-02-01")] },
                "except 2027-02-01 and 2027-02-02"
            ),
            (schedule { $0.recurrence?.gap = .skip }, "gap skip"),
            (schedule { $0.recurrence?.overlap = .both }, "overlap both"),
            (schedule { $0.zone = "Europe/Berlin" }, "zone Europe/Berlin"),
            (schedule { $0.isEnabled = false }, "disabled"),
            (night { $0.reminder = .seconds(900) }, "reminder 15m"),
            (night { $0.windDown = .zero }, "no wind-down"),
            (night { $0.nightVolume = Level.zero }, "night volume 0%"),
            (night { $0.soundFor = .seconds(3600) }, "sound for 1h"),
            (night { $0.returnsAfter = .seconds(600) }, "return after 10m"),
            (night { $0.nightLight = .off }, "night light off"),
            (night { $0.stayInBed = BedtimePlan.StayInBed(lead: .seconds(1800), light: .off) }, "stay in bed 30m off"),
            (night { $0.wake = nil }, "no wake time"),
            (night { $0.wakeFor = .seconds(600) }, "wake for 10m"),
            (night { $0.wakeUntil = time("08:30") }, "wake until 08:30"),
        ] as [(Schedule, String?)])
    func difference_namesWhatAnEditChanged(after: Schedule, text: String?) {
        #expect(ScheduleDifference.text(from: Self.schedule(), to: after) == text)
    }
}
