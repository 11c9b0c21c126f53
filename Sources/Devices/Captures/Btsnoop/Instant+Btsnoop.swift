// SPDX-License-Identifier: Apache-2.0

import CivilTime

extension Instant {
    /// Microseconds from the year 0, where btsnoop counts from, to 1970.
    private static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000

    /// Reads a btsnoop timestamp; one outside the years 1 to 9999 saturates.
    init(btsnoop microseconds: Int64) {
        let (since1970, overflow) = microseconds.subtractingReportingOverflow(Self.epoch)
        let bounded = overflow ? Int64.min : since1970
        // Rounded towards the past, so that the remainder is never negative.
        let seconds = bounded / 1_000_000 - (bounded % 1_000_000 < 0 ? 1 : 0)
        let remainder = bounded % 1_000_000
        self.init(
            secondsSince1970: seconds, nanosecond: Int32(remainder < 0 ? remainder + 1_000_000 : remainder) * 1000)
    }

    /// The instant as a btsnoop timestamp, to the microsecond.
    var btsnoop: Int64 {
        secondsSince1970 * 1_000_000 + Int64(nanosecond / 1000) + Self.epoch
    }
}
