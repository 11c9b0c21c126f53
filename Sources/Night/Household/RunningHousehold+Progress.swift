// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
import Scheduling
public import SleepModel

extension RunningHousehold {
    /// Suspends until everything scheduled has followed the clock once; false when the task is cancelled before.
    ///
    /// On a host whose clock is wrong at first, schedules wait for the right time.
    public nonisolated func waitUntilSchedulesRun() async -> Bool {
        await schedulesRun.valueUnlessCancelled() != nil
    }

    /// Suspends until the loop that follows the clock has looked at it once more, or the task is cancelled.
    ///
    /// Comes back only while the household makes progress; it waits for no store and no device.
    public func answer() async {
        let question = questions.ask()
        defer { questions.withdraw(question) }
        signal.raise()
        await question.valueUnlessCancelled()
    }

    /// The alarm that rings next on any device, and when by the rules of its zone; nil when none is planned.
    public var nextAlarm: (alarm: Schedule, at: CivilDateTime)? {
        nextRing.map { alarm, instant in (alarm, configuration.zones.rules(of: alarm.zone).civil(at: instant)) }
    }

    /// The alarm that rings next on any device, and when; nil when none is planned.
    var nextRing: (alarm: Schedule, at: Instant)? {
        devices.all.flatMap { device in
            device.schedules(of: .alarm).compactMap { alarm in
                device.next(of: alarm).map { (alarm: alarm, at: $0.planned) }
            }
        }
        .min { $0.at < $1.at }
    }
}
