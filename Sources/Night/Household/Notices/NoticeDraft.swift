// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// What is to become a notice, or one more of a notice that nobody has acknowledged yet.
struct NoticeDraft: Hashable, Sendable {
    /// What happened; of several things the last one.
    var cause: NoticeCause
    /// When it happened.
    var at: Instant
    /// When it happened first.
    var since: Instant
    /// How often.
    var count = 1
    /// The device it happened to.
    var device: MacAddress?
    /// The schedule it is about.
    var schedule: ScheduleID?
    /// The occurrence it is about.
    var occurrence: OccurrenceKey?
    /// Whether it happened to other schedules as well.
    var isOfSeveral = false

    init(
        _ cause: NoticeCause, at instant: Instant, since: Instant? = nil, device: MacAddress? = nil,
        schedule: ScheduleID? = nil, occurrence: OccurrenceKey? = nil
    ) {
        self.cause = cause
        at = instant
        self.since = since ?? instant
        self.device = device
        self.schedule = schedule ?? occurrence?.schedule
        self.occurrence = occurrence
    }

    /// What lines of the log, written together, have to say to somebody; those about the same are one.
    static func all(for entries: [LogEntry]) -> [NoticeDraft] {
        joined(entries.compactMap(NoticeDraft.init))
    }

    /// The same drafts, those about the same as one with their number.
    static func joined(_ drafts: [NoticeDraft]) -> [NoticeDraft] {
        drafts.reduce(into: []) { drafts, draft in
            guard let place = drafts.firstIndex(where: { $0.isSame(as: draft) }) else { return drafts.append(draft) }
            var joined = draft
            joined.count += drafts[place].count
            joined.since = min(drafts[place].since, draft.since)
            joined.isOfSeveral = drafts[place].isOfSeveral || drafts[place].schedule != draft.schedule
            drafts[place] = joined
        }
    }

    private func isSame(as other: NoticeDraft) -> Bool {
        guard cause.kind == other.cause.kind, device == other.device else { return false }
        return cause.kind != .storage || cause == other.cause
    }

    /// What one line has to say; nil for most of them.
    private init?(_ entry: LogEntry) {
        guard let cause = NoticeCause(entry) else { return nil }
        self.init(
            cause, at: entry.at, since: cause.kind == .missed ? entry.planned : nil,
            device: cause.kind == .storage ? nil : entry.device,
            schedule: cause.kind == .storage ? nil : entry.schedule, occurrence: entry.occurrence)
    }
}

extension NoticeCause {
    /// What a line of the log has to say to somebody; nil for most of them.
    fileprivate init?(_ entry: LogEntry) {
        let name = entry.name ?? ""
        switch (entry.kind, entry.outcome) {
        case (.alarm, .missed): self = .missed(name: name, planned: entry.planned, reason: entry.reason)
        // Nobody could answer: the notice that it does not ring says so already.
        case (.alarm, .unanswered) where entry.reason == .undelivered: return nil
        case (.alarm, .unattended), (.alarm, .unanswered):
            self = .unattended(name: name, planned: entry.planned, isUndelivered: entry.reason == .undelivered)
        case (.daemon, .restarted): self = .powerLost
        case (.daemon, .set) where entry.device != nil:
            switch name {
            case DeviceClockCheck.Reason.paired.logName: return nil
            // The notice of the loss of power that was noted then says so already.
            case DeviceClockCheck.Reason.lostPower.logName where entry.planned != nil: return nil
            case DeviceClockCheck.Reason.lostPower.logName: self = .powerLost
            default: self = .clockSet(why: name.replacing(DeviceClockCheck.Reason.logPrefix, with: ""))
            }
        case (.control, .limited): self = .limit(what: name)
        case (.daemon, .backupFailed): self = .noBackup(reason: name)
        case (.daemon, .quarantined): self = .unreadable
        case (.daemon, .stateRestored), (.daemon, .stateSetAside): self = .restored
        case (.daemon, .failed) where entry.device != nil && name == MirrorProblem.unreachable.logName:
            self = .programsBehind
        default: return nil
        }
    }
}
