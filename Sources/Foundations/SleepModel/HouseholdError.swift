// SPDX-License-Identifier: Apache-2.0

/// Why the household does not do what somebody asked.
public enum HouseholdError: Error, Hashable, Sendable {
    /// The device blinks already, or does not show again yet what it showed before.
    case identificationUnderWay
    /// As many programs as may watch already do.
    case tooManyReaders(Int)
    /// The alarm does not ring now.
    case notRinging
    /// The alarm was snoozed as often as it allows.
    case snoozeLimitReached
    /// The routine does not run now.
    case notRunning
    /// Another routine runs, which this one is not to replace.
    case anotherRuns
    /// The routine has only that many steps.
    case noStep(of: Int)
    /// The routine is not paused.
    case notPaused
    /// The step, from 0, lasts until somebody says so, and cannot be extended.
    case untilTold(step: Int)
    /// The device has nothing that runs schedules of this kind.
    case noFeature(ScheduleKind)
}
