// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import Clocks
public import SleepModel

extension ClockSample {
    /// The moment as something to count elapsed time from.
    public var anchor: RunAnchor {
        RunAnchor(wall: wall, boot: boot, bootID: bootID)
    }

    /// An anchor of another boot as one of this boot, the same time ago.
    func anchor(movedFrom anchor: RunAnchor) -> RunAnchor {
        RunAnchor(wall: anchor.wall, boot: boot - elapsed(since: anchor), bootID: bootID)
    }

    /// The anchor of something that should have started at `planned`, whenever this sample was taken.
    public func anchor(plannedAt planned: Instant) -> RunAnchor {
        RunAnchor(wall: planned, boot: boot - (wall - planned), bootID: bootID)
    }

    /// The time since `anchor`: on the boot clock within one boot, by the wall clock across boots.
    public func elapsed(since anchor: RunAnchor) -> Duration {
        anchor.bootID == bootID ? boot - anchor.boot : wall - anchor.wall
    }

    /// The boot reading at which `duration` since `anchor` will have passed.
    public func boot(after duration: Duration, since anchor: RunAnchor) -> Duration {
        boot + duration - elapsed(since: anchor)
    }

    /// The wall reading, to the second, at which `duration` since `anchor` will have passed, if the clock is not set
    /// meanwhile.
    public func wall(after duration: Duration, since anchor: RunAnchor) -> Instant {
        wall(at: boot(after: duration, since: anchor))
    }

    /// The wall reading, to the second, that goes with a boot reading, if the clock is not set meanwhile.
    ///
    /// The host reads its clocks one after the other, so what is found by two of them is off by microseconds.
    public func wall(at boot: Duration) -> Instant {
        (wall + (boot - self.boot)).nearestSecond
    }
}
