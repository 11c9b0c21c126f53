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
        let planned = devices.all.flatMap { device in
            device.schedules(of: .alarm).compactMap { alarm in device.next(of: alarm).map { (alarm, $0.planned) } }
        }
        guard let (alarm, instant) = planned.min(by: { $0.1 < $1.1 }) else { return nil }
        return (alarm, configuration.zones.rules(of: alarm.zone).civil(at: instant))
    }
}
