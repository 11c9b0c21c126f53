// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Decides when to connect to a device ahead of what begins on it, so that the first byte goes out at its time.
///
/// A connected device keeps the phone's app out, so the link is made no sooner than it has to be, and given up when
/// nothing begins after all.
struct Preparation: Hashable, Sendable {
    /// What to do about the link.
    enum Effect: Hashable, Sendable {
        /// Connect, and keep the link until something begins.
        case connect(until: Instant)
        /// Keep the link no longer.
        case release
    }

    /// Enough for a connection that takes 20 s and one more attempt (`bluez.md` 6).
    private static let lead = Duration.seconds(45)

    /// How long before a start the device is connected: devices that are tried in step keep each other from connecting.
    let lead: Duration
    /// What the device is connected for.
    private(set) var start: Instant?

    init(for device: MacAddress) {
        let number = device.rawValue.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
        lead = Self.lead + .milliseconds(number % 101 * 100) - .seconds(5)
    }

    /// Lets time pass; `next` is when something begins on the device.
    mutating func advance(to now: Instant, next: Instant?) -> Effect? {
        let before = start
        if let next, now < next, now >= next - lead { start = next } else { start = nil }
        guard start != before else { return nil }
        if let start { return .connect(until: start) }
        return before.map { now < $0 } == true ? .release : nil
    }

    /// When to look again; nil when there is nothing to wait for, as when a start that is over has not begun yet.
    func nextLook(next: Instant?, at now: Instant) -> Instant? {
        guard let next, next != start, next > now else { return nil }
        return next - lead
    }
}
