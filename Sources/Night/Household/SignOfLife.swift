// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// Where a daemon notes that it runs, so that the next one can say for how long none did.
public protocol SignOfLife: Sendable {
    /// When a daemon before this one was last known to run; nil if nobody knows.
    func last() async -> Instant?

    /// Notes that this one runs; a disk that cannot note it changes nothing, and nobody waits for it.
    func note(at now: Instant)
}
