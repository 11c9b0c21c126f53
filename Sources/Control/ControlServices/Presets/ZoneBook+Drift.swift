// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceModules
import Scheduling
import SleepModel

extension ZoneBook {
    /// How far the clock of a device is ahead; nil when the device does not know the time.
    func drift(of state: DeviceState, at instant: Instant) -> Int? {
        state.knowsTheTime(at: instant) ? drift(of: state.clock, at: instant) : nil
    }

    /// How far a device's clock, which keeps the host's local time, is ahead of it, in seconds.
    func drift(of clock: CivilDateTime?, at instant: Instant) -> Int? {
        guard let clock, let host = try? rules(for: nil) else { return nil }
        let expected = host.civil(at: instant)
        return (clock.date.daysSince1970 - expected.date.daysSince1970) * 86_400
            + clock.time.secondsSinceMidnight - expected.time.secondsSinceMidnight
    }
}
