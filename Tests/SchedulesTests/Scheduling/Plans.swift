// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling
import SleepModel
import Storage

/// Values and builders that all tests of scheduling share.
enum Plans {
    static let device = address(0xB4)

    static func address(_ last: UInt8) -> MacAddress {
        guard let address = MacAddress(bytes: [0xDC, 0x06, 0x41, 0xDC, 0x1A, last]) else {
            preconditionFailure("six bytes are an address")
        }
        return address
    }

    static func instant(_ text: String) -> Instant {
        guard let instant = Instant(iso8601: text) else { preconditionFailure("\(text) is no instant") }
        return instant
    }

    static func date(_ text: String) -> CivilDate {
        guard let date = CivilDate(iso8601: text) else { preconditionFailure("\(text) is no date") }
        return date
    }

    static func time(_ text: String) -> TimeOfDay {
        guard let time = TimeOfDay(parsing: text) else { preconditionFailure("\(text) is no time of day") }
        return time
    }

    /// The zone files kept with the tests, so that no result depends on the machine.
    static let database = ZoneDatabase(
        directory: "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
            + "/FoundationsTests/Zoneinfo")

    static func zones(host: String = "America/New_York") throws -> ZoneBook {
        ZoneBook(database: database, host: try database.rules(for: host))
    }

    static func sample(_ wall: String, boot: Duration = .seconds(1000), bootID: String = "first") -> ClockSample {
        ClockSample(wall: instant(wall), boot: boot, monotonic: boot, bootID: bootID)
    }

    static func key(_ day: String, _ schedule: String = "wake", pass: Int = 1) -> OccurrenceKey {
        OccurrenceKey(schedule: ScheduleID(rawValue: schedule), date: date(day), pass: pass)
    }

    static func schedule(
        _ id: String = "wake", at time: String = "07:00", days: Recurrence.Days = .weekly(.daily),
        overlap: OverlapPolicy = .first, zone: String? = nil, settled: String, plan: Schedule.Plan = alarm()
    ) -> Schedule {
        Schedule(
            id: ScheduleID(rawValue: id), device: device, name: id,
            recurrence: Recurrence(days: days, time: self.time(time), overlap: overlap), zone: zone,
            settledThrough: instant(settled), plan: plan)
    }

    static func alarm(sunrise: Duration? = nil) -> Schedule.Plan {
        .alarm(
            AlarmPlan(
                sunrise: sunrise, light: nil, sound: SoundID(rawValue: 19), volume: .full, snooze: .seconds(540)))
    }

    static func routine(_ ends: RoutineStep.End...) -> Schedule.Plan {
        .routine(RoutinePlan(steps: ends.map { RoutineStep(sound: SoundID(rawValue: 7), end: $0) }))
    }

    static func bedtime(windDown: Duration = .zero, wake: String?) -> Schedule.Plan {
        .bedtime(
            BedtimePlan(
                windDown: windDown, light: .off, sound: .none, volume: .zero,
                wake: wake.map { WeekdayTimes(everyDay: time($0)) },
                wakeLight: .off))
    }
}
