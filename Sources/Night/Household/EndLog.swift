// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import SleepModel

/// Logs that a device may go on with what has ended, as it does not answer, and when it has stopped; once each.
@MainActor
final class EndLog {
    private let device: MacAddress
    private let clock: any NightClock
    private let log: HouseholdLog
    /// Since when the log says that it may go on.
    private var pendingSince: Instant?

    init(of device: MacAddress, clock: any NightClock, log: HouseholdLog) {
        self.device = device
        self.clock = clock
        self.log = log
    }

    /// Notes what became of a delivery, and whether the device is still to take an end.
    func take(_ outcome: DeliveryOutcome, isEndPending: Bool) async {
        let now = clock.now().wall
        switch (outcome, pendingSince) {
        case (.failed(let error), nil) where isEndPending && error.code != .cancelled:
            pendingSince = now
            await log.write(LogEntry(at: now, device: device, kind: .daemon, outcome: .notStopped, actor: .daemon))
        case (_, let since?) where !isEndPending:
            pendingSince = nil
            // Otherwise somebody was there, or it goes on for something new.
            guard outcome.isDelivered else { return }
            await log.write(
                LogEntry(
                    at: now, planned: since, device: device, kind: .daemon, outcome: .stopped,
                    lateSeconds: Int((now - since).components.seconds), actor: .daemon))
        default: break
        }
    }
}
