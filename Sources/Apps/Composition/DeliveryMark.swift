// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Glibc

/// When a daemon last sent anything to a device: the time at which its lock file was last changed.
///
/// A device may report for up to a second what it showed before. A daemon that follows one that was killed waits for that
/// long before it trusts a report, counted from what was sent last and not from its own start.
public struct DeliveryMark: Sendable {
    /// How long a report may lag behind what was sent (source: several projects for the Hatch Rest saw up to a second).
    static let lag = Duration.seconds(1)

    private let path: String

    /// The mark at the file `path`, which is there already.
    init(path: String) {
        self.path = path
    }

    /// Notes that something is about to be sent; a disk that cannot note it changes nothing.
    func note() {
        _ = utimensat(AT_FDCWD, path, nil, 0)
    }

    /// When something was last sent, as the wall clock said; nil if there is no file.
    var lastDelivery: Instant? { Instant(lastChangeOf: path) }

    /// How long reports may still lag at `now`; all of it if the clock was set back meanwhile.
    static func remainder(since last: Instant?, at now: Instant) -> Duration {
        guard let last else { return .zero }
        return min(max(last + lag - now, .zero), lag)
    }
}
