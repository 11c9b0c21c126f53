// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// What happened that somebody should know, with the words for it.
enum NoticeCause: Hashable, Sendable {
    /// An alarm that is due has not reached its device for this long.
    case notRinging(name: String, due: Instant, late: Duration)
    /// The device of an alarm that rings is out of reach for this long.
    case lostInRing(name: String, for: Duration)
    /// An alarm rings on a device that did not have it, or was out of reach.
    case ringsLate(name: String, due: Instant, at: Instant)
    /// An alarm did not ring.
    case missed(name: String, planned: Instant?, reason: OccurrenceReason?)
    /// An alarm rang until its limit; or it was to ring again after a snooze, and did not.
    case unattended(name: String, planned: Instant?, isUndelivered: Bool)
    /// The next time of an alarm moved by this much, ahead if above zero, because the rules of its zone changed.
    case timeChanged(name: String, next: Instant, by: Duration, zone: String)
    /// The next time of an alarm moved by this much, ahead if above zero, because the host is in another zone.
    case zoneChanged(name: String, next: Instant, by: Duration, zone: String)
    /// A device is out of reach, and an alarm is due on it.
    case unreachable(name: String, due: Instant)
    /// A device is out of reach since then, while something runs that it is to show.
    case lostInRun(name: String, since: Instant)
    /// A device is out of reach, and its own programs are still to follow the plan.
    case programsBehind
    /// No device can be heard for some minutes; both are a sentence.
    case radio(problem: String, cure: String)
    /// A device lost its power.
    case powerLost
    /// Lull set the clock of a device; `why` ends the sentence.
    case clockSet(why: String)
    /// A night begins soon.
    case reminder(name: String, begins: Instant)
    /// Somebody exceeded the limit of a device; `what` was turned back.
    case limit(what: String)
    /// Nothing can be saved, or only what runs, or soon nothing; the warning is a sentence or two.
    case notSaved(warning: String)
    /// No backup was made; the reason is a sentence.
    case noBackup(reason: String)
    /// Something that is stored cannot be read.
    case unreadable
    /// The state file was damaged, and was restored.
    case restored

    /// Its kind.
    var kind: NoticeKind {
        switch self {
        case .notRinging, .lostInRing, .ringsLate: .notRinging
        case .missed: .missed
        case .unattended: .unattended
        case .timeChanged, .zoneChanged: .timeChanged
        case .unreachable, .lostInRun, .programsBehind: .unreachable
        case .radio: .radio
        case .powerLost: .powerLost
        case .clockSet: .clockSet
        case .reminder: .reminder
        case .limit: .limit
        case .notSaved, .noBackup, .unreadable, .restored: .storage
        }
    }

    /// How much it matters.
    var grade: NoticeGrade {
        switch self {
        case .notRinging, .lostInRing: .alarm
        case .missed, .unattended, .timeChanged, .zoneChanged, .unreachable, .lostInRun, .programsBehind, .radio,
            .powerLost, .notSaved, .noBackup, .unreadable, .restored:
            .warning
        case .clockSet, .reminder, .limit, .ringsLate: .information
        }
    }

    /// What happened, for a device of that name and times as people read them.
    func message(device: String, time: (Instant) -> String) -> String {
        switch self {
        case .notRinging(let name, let due, let late):
            return "\(device) does not ring: the alarm \(Self.quoted(name)) was due on \(time(due)), "
                + "\(Self.minutes(late)) ago."
        case .lostInRing(let name, let length):
            return
                "\(device) has been out of reach for \(Self.minutes(length)) while the alarm \(Self.quoted(name)) rings; "
                + "nobody may hear it."
        case .ringsLate(let name, let due, let instant):
            return
                "The alarm \(Self.quoted(name)), due on \(time(due)), reached \(device) on \(time(instant)); before that "
                + "nobody may have heard it."
        case .missed(let name, let planned, let reason):
            return "The alarm \(Self.quoted(name))\(Self.date(planned, time)) did not ring on \(device)"
                + (reason.flatMap(Self.words).map { ": \($0)." } ?? ".")
        case .unattended(let name, let planned, isUndelivered: false):
            return "The alarm \(Self.quoted(name))\(Self.date(planned, time)) rang on \(device) until its time was "
                + "over; nobody answered."
        case .unattended(let name, let planned, isUndelivered: true):
            return
                "The alarm \(Self.quoted(name))\(Self.date(planned, time)) rang on \(device), and did not ring again after "
                + "that: the device was out of reach."
        case .timeChanged(let name, let next, let shift, let zone):
            return Self.moved(name, device, by: shift, to: time(next))
                + ": the rules of the time zone \(zone) changed."
        case .zoneChanged(let name, let next, let shift, let zone):
            return Self.moved(name, device, by: shift, to: time(next))
                + ": this computer is in the time zone \(zone) now."
        case .unreachable(let name, let due):
            return "\(device) is out of reach, and the alarm \(Self.quoted(name)) is due on \(time(due))."
        case .lostInRun(let name, let since):
            return "\(device) went out of reach on \(time(since)), while \(name) ran."
        case .programsBehind:
            return "\(device) is out of reach, and its own programs may still do what was planned before."
        case .radio(let problem, _): return "\(problem) Lull may not reach a device for its alarm."
        case .powerLost: return "\(device) lost its power."
        case .clockSet(let why): return "Lull set the clock of \(device) \(why)."
        case .reminder(let name, let begins):
            let which = name == BedtimePlan.usualName ? "" : " \(Self.quoted(name))"
            return "The bedtime\(which) of \(device) begins on \(time(begins))."
        case .limit(let what):
            return "Somebody changed \(device) beyond its limit; Lull turned it back to \(what)."
        case .notSaved(let warning): return warning
        case .noBackup(let reason): return "No backup was made. \(reason)"
        case .unreadable: return "Something that is stored cannot be read; everything else goes on."
        case .restored: return "The state file was damaged, and Lull restored it as far as it could."
        }
    }

    /// What to do about it.
    var advice: String {
        switch self {
        case .notRinging, .lostInRing:
            "Wake the person it is for. Check that the device has power and is in reach; `lull alarm dismiss` ends the alarm."
        case .missed(_, _, .undelivered), .unattended(_, _, isUndelivered: true):
            "Check that the device has power and is in reach, and that the Hatch app is closed."
        case .missed(_, _, .suspend):
            "Keep this computer awake at night, or start `lulld` with --wake."
        case .missed(_, _, .down): "See that `lulld` starts with this computer."
        case .missed: "See `lull log`, and `lull next` for what comes."
        case .unattended: "Check that the person it was for is up."
        case .ringsLate: "Check that the device has power and is in reach."
        case .timeChanged: "See `lull next`; to keep the former time for once, use `lull alarm move`."
        case .zoneChanged: "See `lull next`; to keep an alarm in one zone, use `lull alarm edit NAME --zone ZONE`."
        case .unreachable:
            "Plug the device in, move it closer, or close the Hatch app. Lull keeps trying."
        case .lostInRun:
            "Check that the device has power and is near enough, or close the Hatch app. Lull restores what runs when the "
                + "device is back."
        case .programsBehind:
            "Lull changes them as soon as it reaches the device; see `lull mirror DEVICE`. Until then, switch it off by hand."
        case .radio(_, let cure): cure
        case .powerLost: "Lull restores what runs. If nobody unplugged it, check its plug."
        case .clockSet: "The device's own programs run at the right times again."
        case .reminder: "To begin it at once use `lull bedtime start`; for another time tonight, `lull bedtime move`."
        case .limit: "To change the limit, use `lull limit`."
        case .notSaved: "Make room on the disk, or see that it can be written."
        case .noBackup: "See that the state directory can be written and has room. Lull tries again."
        case .unreadable: "See `lull damaged list`."
        case .restored: "See `lull log` for what is as it was before, and `lull damaged list` for what is missing."
        }
    }

    private static func moved(_ name: String, _ device: String, by shift: Duration, to time: String) -> String {
        let length = DurationText.format(shift < .zero ? .zero - shift : shift)
        return
            "The alarm \(quoted(name)) on \(device) rings \(length) \(shift < .zero ? "earlier" : "later") than planned, "
            + "on \(time)"
    }

    private static func quoted(_ name: String) -> String { "“\(name.printable)”" }

    private static func date(_ planned: Instant?, _ time: (Instant) -> String) -> String {
        planned.map { " of \(time($0))" } ?? ""
    }

    private static func minutes(_ duration: Duration) -> String {
        let count = max(duration.components.seconds / 60, 1)
        return count == 1 ? "1 minute" : "\(count) minutes"
    }

    private static func words(_ reason: OccurrenceReason) -> String? {
        switch reason {
        case .down: "Lull was not running"
        case .suspend: "the computer was asleep"
        case .clockStep: "the clock was set past it"
        case .zoneChange: "the time zone changed past it"
        case .storage: "nothing could be saved"
        case .undelivered: "the device was out of reach"
        case .damaged: "its record was damaged"
        case .unrecorded, .pause, .skip, .busy, .begun: nil
        }
    }
}
