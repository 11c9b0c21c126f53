// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Household
import SleepModel

/// Logs what somebody asked of a device by command; a log that cannot be written undoes nothing.
struct CommandLog: Sendable {
    let log: HouseholdLog
    let clock: any NightClock

    /// Logs that `command` was asked of a device, and what became of it; a transient one leaves the device as it was.
    func note(_ device: PairedDevice, _ command: String, _ outcome: LogOutcome, isTransient: Bool = false) async {
        await log.write(
            LogEntry(
                at: clock.now().wall, device: device.address, kind: .control, name: command, outcome: outcome,
                actor: .person, isTransient: isTransient))
    }
}
