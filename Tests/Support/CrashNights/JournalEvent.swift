// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

/// One line of a night's journal: what its processes did and saw, in order.
enum JournalEvent: Hashable, Codable, Sendable {
    /// A process has read the store, and looks after the night from here on.
    case started(Moment)
    /// A step of the scenario begins.
    case begins(step: Int, String)
    /// It is over; what somebody asked for in it is acknowledged.
    case done(step: Int)
    /// Something happened to the clock.
    case clock(Moment)
    /// Everything is about to look at the clock.
    case looks(Moment)
    /// Everything has, and waits for what is planned next.
    case looked([Plan])
    /// These changes are about to be committed together.
    case commits([JournalChange])
    /// They were, and these were made and not refused.
    case made([Bool])
    /// They were not, as the disk is full.
    case failed
    /// The first byte for a device that an occurrence wants.
    case shows(Shown)
    /// Something that must not happen was seen on the spot.
    case fault(String)
    /// The process was killed; written by who watched it.
    case killed(KillPoint)
    /// The process ended, to be started anew; the scenario wants it so.
    case restarts(Restart)
    /// The scenario is over.
    case finished

    /// The clocks, and the zone of the host.
    struct Moment: Hashable, Codable, Sendable {
        var wall: Instant
        var boot: Duration
        var monotonic: Duration
        var bootID: String
        var zone: String
        var zoneEdition: Int
    }

    /// When the machine of one kind on one device next has something to begin.
    struct Plan: Hashable, Codable, Sendable {
        var device: MacAddress
        var kind: ScheduleKind
        var wall: Instant?
    }

    /// What an occurrence shows on its device.
    struct Shown: Hashable, Codable, Sendable {
        var key: OccurrenceKey
        /// Which of its parts, such as `ring 2`.
        var part: String
        /// When its light began to change, on the boot clock.
        var rampStart: Duration?
    }

    /// How long nobody is there, and what becomes of the clocks meanwhile.
    struct Restart: Hashable, Codable, Sendable {
        var downtime: Duration
        /// By how much the wall clock is wrong afterwards, or right again.
        var step: Duration
        /// Whether the host starts anew, with another boot identifier.
        var isReboot: Bool
    }
}

extension JournalEvent.Moment {
    /// Where the clocks stand after a time without a process.
    func after(_ restart: JournalEvent.Restart) -> JournalEvent.Moment {
        var moment = self
        moment.wall = wall + restart.downtime + restart.step
        moment.boot = restart.isReboot ? .seconds(20) : boot + restart.downtime
        moment.monotonic = moment.boot
        moment.bootID = restart.isReboot ? bootID + "'" : bootID
        return moment
    }
}
