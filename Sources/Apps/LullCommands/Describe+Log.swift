// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import DeviceDocuments
import SleepModel

/// What happened, in words.
extension Describe {
    /// What became of something and why, for example `missed (the computer was asleep)`.
    static func outcome(_ outcome: String, _ reason: String?) -> String {
        guard let reason else { return outcome }
        let words =
            switch OccurrenceReason(rawValue: reason) {
            case .down: "Lull was not running"
            case .suspend: "the computer was asleep"
            case .clockStep: "the clock was set"
            case .zoneChange: "the time zone changed"
            case .storage: "nothing could be saved"
            case .unrecorded: "without a record"
            case .undelivered: "the device was out of reach"
            case .damaged: "its record was damaged"
            case .pause: "paused"
            case .skip: "on request"
            case .busy: "another routine ran"
            case .begun: "somebody began a night in its place"
            case nil: reason
            }
        return "\(outcome) (\(words))"
    }

    /// What happened, a row each.
    static func log(_ entries: [LogDocument], _ times: LocalTimes, width: Int = Terminal.width) -> [StyledLine] {
        var table = TextTable(["when", "what happened"], width: width)
        for group in LogGroup.all(in: withoutBlinks(entries)) {
            table.add([times.text(group.first.at), group.sentence(times)], style(group.first))
        }
        return table.styledLines
    }

    /// Leaves out a device that was out of reach and back within a second, which concerns nobody.
    static func withoutBlinks(_ entries: [LogDocument]) -> [LogDocument] {
        var left: [LogDocument?] = entries
        var lost: [String?: Int] = [:]
        for (index, entry) in entries.enumerated() where entry.kind == .daemon {
            if entry.outcome == .unreachable { lost[entry.device] = index }
            guard entry.outcome == .reached, let start = lost.removeValue(forKey: entry.device) else { continue }
            if entry.at - entries[start].at < .seconds(1) { (left[start], left[index]) = (nil, nil) }
        }
        return left.compactMap(\.self)
    }

    /// A line of the log as a sentence, for example `Anna had lost its power; Lull restored what runs`.
    static func sentence(_ entry: LogDocument, _ times: LocalTimes) -> String {
        switch entry.kind {
        case .daemon: daemonSentence(entry, times)
        case .control: controlSentence(entry, times)
        case .routine, .alarm, .bedtime: scheduleSentence(entry, times)
        }
    }

    private static func daemonSentence(_ entry: LogDocument, _ times: LocalTimes) -> String {
        let device = entry.device ?? "the device"
        let name = entry.name ?? "the clock"
        switch entry.outcome {
        case .restarted: return "\(device) had lost its power; Lull restored what runs"
        case .unreachable:
            return "\(device) is out of reach" + (entry.lateSeconds.map { ", not heard for \(span($0))" } ?? "")
        case .reached:
            return "\(device) is back in reach" + (entry.lateSeconds.map { ", after \(span($0))" } ?? "")
        case .notStopped: return "\(device) does not answer and may go on with what has ended; Lull keeps trying"
        case .stopped: return "\(device) has stopped" + (entry.lateSeconds.map { ", \(span($0)) late" } ?? "")
        case .set where entry.device != nil:
            return "Lull set the clock of \(device) \(name.replacing("device clock ", with: ""))"
        case .set: return "the system \(name.replacing("clock ", with: "clock was set "))"
        case .notRunning:
            let start = times.text(entry.planned) ?? "an earlier time"
            return "Lull did not run from \(start) to \(times.text(entry.at) ?? "now")"
        case .suspended: return "the computer was asleep \(name.replacing("host for", with: "for"))"
        case .changed where entry.actor == .device: return "\(device)'s own \(name)"
        case .changed:
            return "the time \(name.hasPrefix("zone data") ? name : name.replacing("zone ", with: "zone is now "))"
                + (name.hasPrefix("zone data") ? " is in use" : "")
        case .unreadable: return "the time \(name) cannot be read any more; its last rules hold"
        case .trusted: return "the system clock was set; schedules go on"
        case .doubted: return "nobody set the system clock; schedules go on by it"
        case .stateSetAside: return "the state file was damaged and set aside as \(name)"
        case .quarantined: return "something stored cannot be read: \(name)"
        case .savedAgain:
            // Lull finds out with the first change that it cannot save, and a process before may have been in the same state.
            let length = entry.lateSeconds.map { " for at least \(span($0))" } ?? ""
            return "nothing could be saved\(length): \(name)"
        case .backupFailed: return "no backup was made: \(name)"
        case .stateRestored: return "the state file was restored: \(name)"
        case .failed where entry.device != nil: return "\(device): \(name)"
        case .failed: return "the \(name)"
        case .removed: return "\(name), which could not be read, was removed"
        default:
            return [entry.device, "daemon", entry.name, entry.outcome.rawValue].compactMap(\.self).joined(
                separator: " ")
        }
    }

    private static func controlSentence(_ entry: LogDocument, _ times: LocalTimes) -> String {
        let device = entry.device ?? "everything"
        let name = entry.name ?? "a command"
        switch entry.outcome {
        case .confirmed: return "\(device): \(name), done"
        case .unconfirmed: return "\(device): \(name), accepted but not confirmed"
        case .heldBack: return "\(device): \(name), not applied because an alarm rang"
        case .failed: return "\(device): \(name), failed"
        case .pending: return "\(device): \(name), waits until the device is in reach"
        case .givenUp: return "\(device): \(name), given up because the device stayed out of reach"
        case .superseded: return "\(device): \(name), given up because something else took its place"
        case .started: return "\(device): \(name) began"
        case .done: return "\(device): \(name) ended"
        case .cancelled where name == "pause":
            let start = times.text(entry.planned).map { " from \($0) on" } ?? ""
            return "the pause of \(device)\(start) was called off before it began"
        case .cancelled: return "\(device): \(name == "stop" ? "everything" : name) was stopped"
        case .released:
            return "\(device): what was set by hand (\(name)) has ended"
                + (entry.detail.map { "; back to \($0)" } ?? "")
        case .touched: return touch(of: device, name)
        case .limited: return "\(device): turned back to its limit (\(name)) after a change at the device"
        case .paired, .unpaired: return "\(device) was \(entry.outcome.rawValue)"
        case .renamed: return "a device was renamed" + (entry.name.map { " \($0)" } ?? "")
        case .paused:
            let start = times.text(entry.planned).map { " from \($0) on" } ?? ""
            let pause = (entry.device.map { "\($0) was paused" } ?? "all schedules were paused") + start
            return "\(pause), \(entry.detail ?? "until somebody resumes")"
        case .resumed: return entry.device.map { "\($0) goes on" } ?? "all schedules go on"
        case .imported where name.hasPrefix("holidays "):
            return "the holidays “\(name.dropFirst(9))” were imported" + (entry.detail.map { ": \($0)" } ?? "")
        case .removed where name.hasPrefix("holidays "): return "the holidays “\(name.dropFirst(9))” were removed"
        case .saved where name.hasPrefix("group "):
            return "the group “\(name.dropFirst(6))” was saved" + (entry.detail.map { ": \($0)" } ?? "")
        case .removed where name.hasPrefix("group "): return "the group “\(name.dropFirst(6))” was removed"
        case .imported: return "a setup was imported"
        default: return "\(device): \(name), \(entry.outcome.rawValue)"
        }
    }

    /// What somebody did at a device, for example `somebody changed the light and the volume of Anna at the device`.
    private static func touch(of device: String, _ what: String) -> String {
        if what == "power off" { return "somebody switched \(device) off at the device" }
        if what == "power" { return "somebody switched \(device) on at the device" }
        let channels = what.split(separator: ", ").map { "the \($0)" }.listed
        return "somebody changed \(channels) of \(device) at the device"
    }

    /// The schedule that an entry is about, for example `alarm “up” on nursery`.
    static func subject(_ entry: LogDocument) -> String {
        "\(entry.kind.rawValue) “\(entry.name ?? "")”" + (entry.device.map { " on \($0)" } ?? "")
    }

    private static func scheduleSentence(_ entry: LogDocument, _ times: LocalTimes) -> String {
        let subject = subject(entry)
        let planned = times.text(entry.planned)
        let late = entry.lateSeconds.flatMap { $0 >= 2 ? ", \(span($0)) late" : nil } ?? ""
        let reason = Self.outcome("", entry.reason)
        let date = planned.map { " of \($0)" } ?? ""
        let touch = entry.actor == .device ? " at the device" : ""
        switch entry.outcome {
        case _ where entry.isUnheardRing: return "\(subject) is due, and the device is out of reach"
        case .started where entry.reason == OccurrenceReason.damaged.rawValue:
            return "\(subject) began again\(reason)"
        case .started: return "\(subject) began\(late)\(reason)"
        case .queued: return "\(subject) waits until another routine has ended"
        case .ringing: return "\(subject) rings\(late)"
        case .snoozed: return "\(subject) was snoozed\(touch)"
        case .unanswered where entry.reason == OccurrenceReason.undelivered.rawValue:
            return "\(subject) did not ring\(reason), so it rings once more"
        case .unanswered: return "\(subject) rang until its time was over; nobody answered, so it rings once more"
        case .lightEnded: return "the light after \(subject) went off"
        case .stepped: return "\(subject) went to \(entry.detail ?? "another step")"
        case .extended: return "\(subject) was extended" + (entry.detail.map { ": \($0)" } ?? "")
        case .paused: return "\(subject) was paused" + (entry.detail.map { " in \($0)" } ?? "")
        case .resumed: return "\(subject) goes on" + (entry.detail.map { " with \($0)" } ?? "")
        case .nightBegan: return "\(subject) reached lights-out\(late)"
        case .stayInBed: return "\(subject) reached its stay-in-bed time\(late)"
        case .okToWake: return "\(subject) reached its wake time\(late)"
        case .done: return "\(subject) ended\(reason)"
        case .dismissed: return "\(subject) was dismissed\(touch)"
        // Only a later ring: the first one is missed.
        case .unattended where entry.reason == OccurrenceReason.undelivered.rawValue:
            return "\(subject) did not ring again\(reason)"
        case .unattended: return "\(subject) rang until its time was over; nobody answered\(reason)"
        case .cancelled: return "\(subject) was stopped\(reason)"
        case .missed: return "\(subject)\(date) was missed\(reason)"
        case .superseded: return "\(subject)\(date) made way for a later one"
        case .skipped: return "\(subject)\(date) was left out\(reason)"
        case .void: return "\(subject)\(date) ran too early and was voided\(reason)"
        case .skip: return "\(subject)\(date) will be skipped\(reason)"
        case .unskip: return "\(subject)\(date) will not be skipped"
        case .moved: return "\(subject)\(date) was moved" + (entry.detail.map { ": \($0)" } ?? "")
        case .saved: return subject + (entry.detail.map { " was changed: \($0)" } ?? " was saved")
        case .removed: return "\(subject) was removed"
        default: return "\(subject)\(date): \(Self.outcome(entry.outcome.rawValue, entry.reason))"
        }
    }

    private static func style(_ entry: LogDocument) -> StyledLine.Style? {
        switch entry.outcome {
        case _ where entry.isUnheardRing: .warning
        case .failed, .stateSetAside, .quarantined, .stateRestored: .failure
        case .missed, .unattended, .unanswered, .unreachable, .pending, .givenUp, .notStopped, .restarted, .unconfirmed,
            .doubted, .unreadable, .void, .backupFailed, .savedAgain:
            .warning
        default: nil
        }
    }

    /// An event in one line, for example `Sun 2027-03-14 07:30  nursery shows amber 40%, rain at 30%`.
    static func event(_ event: EventDocument, _ times: LocalTimes) -> String {
        [times.text(event.at), sentence(event, times)].compactMap(\.self).joined(separator: "  ")
    }

    /// An event as a sentence; what goes into the log reads as there.
    private static func sentence(_ event: EventDocument, _ times: LocalTimes) -> String {
        let device = event.device ?? "a device"
        switch event.event {
        case .state:
            guard let state = event.state else { return "\(device) shows something unknown" }
            return state.power == "on" ? "\(device) shows \(Self.state(state))" : "\(device) is off"
        case .link: return event.link.map { link($0, device) } ?? "the link to \(device) is unknown"
        case .occurrence: return logged(event, event.outcome, times)
        case .notice: return event.notice.map { "notice \($0.id): \($0.message)" } ?? "there is a notice"
        case .paired: return logged(event, .paired, times)
        case .unpaired: return logged(event, .unpaired, times)
        case .snapshot: return "events were lost; this is how it stands now"
        case .dropped: return "\(event.dropped ?? 0) events were lost because nobody read them in time"
        }
    }

    private static func logged(_ event: EventDocument, _ outcome: LogOutcome?, _ times: LocalTimes) -> String {
        guard let outcome else { return "something happened on \(event.device ?? "a device")" }
        return sentence(
            LogDocument(
                at: event.at, planned: event.planned, device: event.device, kind: event.kind ?? .control,
                name: event.name, detail: event.detail, outcome: outcome, reason: event.reason,
                lateSeconds: event.lateSeconds,
                actor: event.actor ?? .daemon), times)
    }

    private static func link(_ link: DeviceConnectionState, _ device: String) -> String {
        switch link {
        case .absent: "\(device) is not near"
        case .advertising: "\(device) is near"
        case .connecting: "connecting to \(device)"
        case .connected: "\(device) is connected"
        case .held: "\(device) is connected and idle"
        case .coolingDown: "\(device) could not be connected; the next attempt waits"
        case .unavailable: "\(device) cannot be reached"
        }
    }
}

extension LogDocument {
    /// Whether it is the time of a ring that its device does not get.
    fileprivate var isUnheardRing: Bool {
        kind == .alarm && [.started, .ringing].contains(outcome)
            && reason == OccurrenceReason.undelivered.rawValue
    }
}
