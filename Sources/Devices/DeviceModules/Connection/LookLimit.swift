// SPDX-License-Identifier: Apache-2.0

/// How often advertisements may be a reason to connect to a device and look.
///
/// Anybody can send them in its name, and each look keeps the phone's app out for a moment. So after one look the next
/// waits five seconds, and twice as long after each that found nothing, up to five minutes.
struct LookLimit: Hashable, Sendable {
    private static let first = Duration.seconds(5)
    private static let longest = Duration.seconds(5 * 60)

    private var pause = first
    private var next = Duration.zero

    /// Whether to look now; counts as a look then.
    mutating func allows(at boot: Duration) -> Bool {
        guard boot >= next else { return false }
        if boot - next > Self.longest { pause = Self.first }
        next = boot + pause
        pause = min(pause * 2, Self.longest)
        return true
    }

    /// Notes that a look found what was advertised.
    mutating func found(at boot: Duration) {
        pause = Self.first
        next = boot + pause
    }
}
