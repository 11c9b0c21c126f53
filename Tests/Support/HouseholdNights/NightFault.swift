// SPDX-License-Identifier: Apache-2.0

/// Something that comes between a schedule and its device.
public enum NightFault: String, CaseIterable, Hashable, Sendable {
    /// The disk is full for a while.
    case fullDisk = "full-disk"
    /// The disk does not answer for a minute.
    case hangingDisk = "hanging-disk"
    /// The daemon is not there for a while.
    case restart
    /// The daemon is not there for a while, and finds a row that it cannot read.
    case badRow = "bad-row"
    /// The host sleeps.
    case suspend
    /// The host's clock is set.
    case clockStep = "clock-step"
    /// The host is in another zone.
    case zoneMove = "zone-move"
    /// Somebody else advertises that the device is off.
    case forgery
    /// A program of the device begins and ends.
    case program
    /// The device accepts to notify, and does not.
    case silence
    /// The device does not reply to some of the commands.
    case lostReplies = "lost-replies"
    /// The device loses its power for a moment.
    case powerLoss = "power-loss"
    /// The device is out of reach.
    case outOfReach = "out-of-reach"
    /// Somebody pauses all schedules, and resumes them.
    case pause
    /// Somebody skips the next alarm, and takes that back or not.
    case skip
    /// Somebody pauses the schedules of a device, until a time or until they resume them.
    case devicePause = "device-pause"

    /// Whether it happens to the host, and so to all devices.
    var isOfHost: Bool {
        switch self {
        case .fullDisk, .hangingDisk, .restart, .badRow, .suspend, .clockStep, .zoneMove, .pause: true
        case .forgery, .program, .silence, .lostReplies, .powerLoss, .outOfReach, .skip, .devicePause: false
        }
    }

    /// Whether people do it through Lull.
    var isOfPeople: Bool { isPause || self == .skip || self == .program }

    /// Whether it keeps schedules from beginning for a while.
    var isPause: Bool { self == .pause || self == .devicePause }
}
