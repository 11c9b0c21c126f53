// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Household
import SleepModel

extension HealthDocument {
    /// Describes how a household is.
    init(_ health: HouseholdHealth) {
        var checks = [
            health.schedulesRun ? Check(.schedules) : Check(.schedules, .failing, reason: "Schedules do not run yet.")
        ]
        if health.schedulesRun { checks.append(Self.loop(health)) }
        checks.append(Self.clock(health.clock))
        checks.append(Check(.store, health.unsaved == nil ? .ok : .degraded, reason: health.unsaved))
        checks.append(
            health.radio.map { Check(.radio, $0.isLasting ? .failing : .degraded, reason: $0.message) }
                ?? Check(.radio))
        checks.append(Self.devices(health))
        self.init(checks)
    }

    private static func loop(_ health: HouseholdHealth) -> Check {
        if health.isStuck { return Check(.loop, .failing, reason: "The daemon does not look at the clock any more.") }
        guard !health.stuckDevices.isEmpty else { return Check(.loop) }
        return Check(.loop, .failing, reason: "Nothing scheduled goes on for \(names(health.stuckDevices)).")
    }

    private static func clock(_ clock: HouseholdHealth.ClockStanding) -> Check {
        switch clock {
        case .right: Check(.clock)
        case .awaited: Check(.clock, .failing, reason: "The clock looks wrong, and schedules wait until it is set.")
        case .doubted: Check(.clock, .degraded, reason: "The clock looks wrong, and schedules follow it as it is.")
        }
    }

    private static func devices(_ health: HouseholdHealth) -> Check {
        guard !health.lostDevices.isEmpty else { return Check(.devices) }
        return Check(
            .devices, health.hasReach ? .degraded : .failing, reason: "Out of reach: \(names(health.lostDevices)).")
    }

    private static func names(_ names: [String]) -> String {
        names.map { "“\($0.printable)”" }.joined(separator: ", ")
    }
}
