// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

/// What the clocks did between two looks at them.
struct ClockPassage: Hashable {
    /// Whether the wall clock shows an earlier time than before, or nothing is known from before.
    let isSetBack: Bool
    /// What kept anybody from looking in between.
    let reason: OccurrenceReason

    /// Smaller changes are how clocks are kept right.
    private static let tolerance = Duration.seconds(1)

    init(from last: ClockSample?, to now: ClockSample, zoneChanged: Bool, storeFailed: Bool) {
        guard let last, last.bootID == now.bootID else {
            (isSetBack, reason) = (true, .down)
            return
        }
        isSetBack = now.wall < last.wall
        let boot = now.boot - last.boot
        let asleep = boot - (now.monotonic - last.monotonic)
        let step = (now.wall - last.wall) - boot
        if asleep >= Self.tolerance {
            reason = .suspend
        } else if zoneChanged {
            reason = .zoneChange
        } else if step >= Self.tolerance || step <= .zero - Self.tolerance {
            reason = .clockStep
        } else {
            reason = storeFailed ? .storage : .down
        }
    }
}
