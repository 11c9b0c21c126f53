// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Scheduling

extension ZoneBook {
    /// How far a device's clock, which keeps the host's local time, is ahead of it, in seconds.
    func drift(of clock: CivilDateTime?, at instant: Instant) -> Int? {
        guard let clock, let host = try? rules(for: nil) else { return nil }
        let expected = host.civil(at: instant)
        return (clock.date.daysSince1970 - expected.date.daysSince1970) * 86_400
            + clock.time.secondsSinceMidnight - expected.time.secondsSinceMidnight
    }
}
