// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// One thing that happens in a scenario, to the clock, the host or the schedules.
///
/// What a step finds when it comes to it depends on what was killed before; `choice` picks one of what is there then.
enum ScenarioStep: Hashable, Sendable {
    /// Time passes, and everything that falls due in it is looked after.
    case pass(Duration)
    /// Time passes until something planned begins, and a while beyond.
    case passToNext(beyond: Duration)
    case suspend(Duration)
    /// The host sleeps until something planned was to begin, and a while beyond.
    case suspendOverNext(beyond: Duration)
    case stepClock(Duration)
    /// The clock is set to a while beyond the next thing planned.
    case stepOverNext(beyond: Duration)
    case moveHost(zone: String)
    /// The zone data is read anew.
    case renewZones
    /// The process ends and another one begins, which finds a row that it cannot read if `isDamaged`.
    case restart(JournalEvent.Restart, isDamaged: Bool)
    /// The disk is full for as many of the next commits.
    case fillDisk(commits: Int)
    /// The process may open no file from now on.
    case takeDescriptors
    /// The process may open files again.
    case returnDescriptors

    case pair(device: Int)
    case forget(device: Int)
    case add(ScheduleSketch)
    case edit(choice: Int, ScheduleSketch)
    case enable(choice: Int, Bool)
    case remove(choice: Int)
    case skip(choice: Int, daysAhead: Int)
    case unskip(choice: Int)
    case move(choice: Int, to: TimeOfDay)
    /// A calendar of holidays has dates that many days ahead from now on, or is gone if there are none.
    case holidays(String, daysAhead: [Int])
    case pause(device: Int?, Duration?)
    case resume
    case dismiss(choice: Int)
    case snooze(choice: Int, Duration?)
    case touch(choice: Int, [DeviceAction])
    case run(choice: Int)
    case stop(choice: Int)
}
