// SPDX-License-Identifier: Apache-2.0

/// The sleep timer of a unit, in the time since it was switched on at the mains.
///
/// It counts whole seconds down and acts at the one after zero: a unit told to wait 60 s was seen to take 61.
struct RestTimer: Hashable, Sendable {
    var seconds: UInt16
    var startedAt: Duration

    var end: Duration { startedAt + .seconds(Int(seconds) + 1) }

    /// Whole seconds left.
    func left(at uptime: Duration) -> UInt16 {
        let passed = (uptime - startedAt).components.seconds
        return UInt16(clamping: Int64(seconds) - passed)
    }
}
