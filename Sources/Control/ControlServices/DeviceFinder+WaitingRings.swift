// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Household
import Scheduling
import SleepModel

/// Alarms that are quiet and ring again.
extension DeviceFinder.Target {
    /// That an alarm of the device is quiet and rings again, with its time by the host's zone; nil when none is.
    @MainActor
    func waitingRing(_ zones: ZoneBook) -> String? {
        let quiet = controller.runningAlarms.filter(\.run.phase.isQuiet)
        guard let next = quiet.min(by: { $0.phaseEnd < $1.phaseEnd }),
            let schedule = controller.schedules(of: .alarm).first(where: { $0.id == next.key.schedule })
        else { return nil }
        let time = "\(zones.rules(of: nil).civil(at: next.phaseEnd).time)".prefix(5)
        return "“\(schedule.name)” rings again at \(time). End it: `lull alarm dismiss \(arguments(for: schedule))`."
    }
}
