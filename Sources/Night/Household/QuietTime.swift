// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks

/// Decides when a device is asked nothing in passing: a question that gets no answer takes the link for seconds, and what
/// begins then would be late.
struct QuietTime: Hashable, Sendable {
    /// How long a question takes that gets no answer.
    private static let question = Duration.seconds(5)

    /// What begins next on the device, as of the last look.
    private var next: Instant?
    /// When something began on it, on the boot clock; it may not be shown yet.
    private var begun: Duration?

    /// Lets time pass; `next` is when something begins on the device.
    mutating func advance(to sample: ClockSample, next: Instant?) {
        if let before = self.next, before <= sample.wall { begun = sample.boot }
        self.next = next
    }

    /// Whether something is to begin sooner than a question takes, or has just begun.
    func contains(_ sample: ClockSample, next: Instant?) -> Bool {
        if let begun, sample.boot - begun <= Self.question { return true }
        return [self.next, next].compactMap(\.self).contains { $0 - sample.wall <= Self.question }
    }
}
