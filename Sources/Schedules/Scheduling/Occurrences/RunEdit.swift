// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// What a run does when its schedule gets another time.
public enum RunEdit: Hashable, Sendable {
    /// It goes on as it is.
    case stays
    /// It goes on to the new time if that is near enough, as this run, and otherwise makes room for it.
    case follows(OccurrenceRun)
    /// It ends if its schedule is for one date, so that only the new time counts.
    case makesRoom
}
