// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// The clock of a unit: local wall time counted as if it were UTC, by the unit's own oscillator.
struct RestClock: Hashable, Sendable {
    private let setTo: Instant
    private let setAt: Duration
    /// The letter that came with the time; whether a unit does anything about it is not known.
    let zone: UInt8

    init(_ reading: Instant, zone: UInt8 = UInt8(ascii: "N"), at uptime: Duration) {
        setTo = reading
        setAt = uptime
        self.zone = zone
    }

    /// What it counts from when nobody has set it: captures of such units are a few hours after this.
    static func unset(at uptime: Duration) -> RestClock {
        RestClock(Instant(secondsSince1970: 0xF800_0000), at: uptime)
    }

    func reading(at uptime: Duration) -> Instant { setTo + (uptime - setAt) }

    /// The seconds as reports have them.
    func seconds(at uptime: Duration) -> UInt32 {
        UInt32(truncatingIfNeeded: reading(at: uptime).secondsSince1970)
    }

    /// When it will read `reading`, which must be later than what it reads at `uptime`.
    func uptime(of reading: Instant, after uptime: Duration) -> Duration {
        uptime + (reading - self.reading(at: uptime))
    }
}
