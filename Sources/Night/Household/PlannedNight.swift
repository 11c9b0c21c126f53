// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Scheduling
public import SleepModel

/// A night of a bedtime that runs or lies ahead.
public struct PlannedNight: Hashable, Sendable {
    /// The bedtime.
    public var schedule: ScheduleID
    /// The bedtime's name.
    public var name: String
    /// The plan of this night.
    public var plan: BedtimePlan
    /// When its wind-down begins: of two nights the one that begins later decides.
    public var begins: Instant
    /// Its wake time, or its end if it has none.
    public var wake: Instant

    /// Whether another night decides at the wake time.
    public func isCovered(by other: PlannedNight) -> Bool {
        begins < other.begins && other.begins <= wake && wake < other.plan.end(wakingAt: other.wake)
    }

    /// The one of some nights that decides at the wake time of this one; nil for itself.
    public func cover(among nights: [PlannedNight]) -> PlannedNight? {
        nights.filter(isCovered).max { $0.begins < $1.begins }
    }
}
