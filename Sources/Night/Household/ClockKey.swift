// SPDX-License-Identifier: Apache-2.0

/// Which of the two clocks a dependency wants; the one without a key is that of the night.
public enum ClockKey: Hashable, Sendable {
    /// Real time, in which radios live, even when the night runs faster.
    case radio
}
