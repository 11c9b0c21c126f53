// SPDX-License-Identifier: Apache-2.0

import CivilTime

extension AcceleratedClock.Settings {
    /// Reads `START,SPEED,EPOCH`: two instants, each as `2027-03-14T07:30:00Z` or as seconds since 1970, and a whole
    /// number from 1 to 100,000 between them; nil for anything else.
    public init?(parsing text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let start = Self.instant(parts[0]), let speed = Int(parts[1]),
            (1...100_000).contains(speed), let epoch = Self.instant(parts[2])
        else { return nil }
        self.init(start: start, speed: speed, epoch: epoch)
    }

    private static func instant(_ text: String) -> Instant? {
        if let instant = Instant(iso8601: text) { return instant }
        guard let seconds = Double(text), abs(seconds) < 1e11 else { return nil }
        let whole = seconds.rounded(.down)
        return Instant(
            secondsSince1970: Int64(whole), nanosecond: Int32(((seconds - whole) * 1e9).rounded(.down)))
    }
}
