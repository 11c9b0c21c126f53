// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

extension NightAudit {
    static let grace = Duration.minutes(30)
    static let ringing = Duration.minutes(30)
    static let snoozeGrace = Duration.hours(8)

    /// A run goes on in another state, or ends.
    mutating func update(_ record: OccurrenceRecord) {
        let key = record.key
        guard let before = open[key], let now else { return fault("G1: \(key) is updated, and does not run") }
        var same = record
        (same.run, same.outcome, same.reason, same.endedAt, same.actor) = (
            before.run, before.outcome, before.reason, before.endedAt, before.actor
        )
        if same != before { fault("G5: \(key) of \(before.planned) is changed to \(record.planned)") }
        if let outcome = record.outcome {
            open[key] = nil
            ledger[key] = .ended(record)
            changedInLook.insert(key)
            endedSinceLook.insert(key)
            if record.actor == .schedule, owingSince == nil { examineEnd(before, outcome, record.reason, at: now) }
            return
        }
        open[key] = record
        if let old = before.run, let new = record.run, isSame(old, new, at: now) { return }
        switch (before.run, record.run) {
        case (.alarm(let old)?, .alarm(let new)?):
            if old.plan != new.plan { fault("G5: the plan of \(key) is changed") }
            if old.backup != nil, new.backup != old.backup { fault("G5: the backup ring of \(key) is changed") }
            if owingSince == nil { examine(key, old.phase, new.phase, before, at: now) }
        case (.routine(let old)?, .routine(let new)?): examine(key, old, new, at: now)
        default:
            if before.run != record.run { fault("G5: the run of \(key) is changed") }
        }
    }

    private mutating func examine(
        _ key: OccurrenceKey, _ old: AlarmRun.Phase, _ new: AlarmRun.Phase, _ record: OccurrenceRecord,
        at now: JournalEvent.Moment
    ) {
        guard old != new else { return }
        // Another that waited for it may ring now.
        if case .ringing = old { changedInLook.insert(key) }
        switch (old, new) {
        case (.sunrise, .ringing(1, let since)):
            examineAnchor(since, key, at: now)
            let late = lateness(old, record, at: now)
            if late < .zero || late >= Self.grace { fault("G4: \(key) rings \(late) after its sunrise") }
            examinePunctuality(key, old, record, at: now)
        case (.ringing(let first, _), .snoozed(let second, let since, _)) where first == second:
            examineAnchor(since, key, at: now)
        case (.snoozed(let first, _, _), .ringing(let second, let since)) where second == first + 1:
            examineAnchor(since, key, at: now)
            let late = lateness(old, record, at: now)
            if late < .zero || late > Self.snoozeGrace { fault("G4: \(key) rings \(late) after its snooze") }
            examinePunctuality(key, old, record, at: now)
        case (.ringing(let first, let ring), .unanswered(let second, let since)) where first == second:
            guard case .alarm(let run)? = record.run, run.plan.backup != nil, run.backup == nil else {
                return fault("G4: \(key) is to ring once more, and has done so or does not do that")
            }
            if since != ring.after(Self.ringing) { fault("G8: \(key) waits since \(since), and rang since \(ring)") }
            examineRingEnd(record, old, at: now)
        case (.unanswered(let first, _), .ringing(let second, let since)) where first == second:
            examineAnchor(since, key, at: now)
            let late = lateness(old, record, at: now)
            if late < .zero || late >= Self.grace { fault("G4: \(key) rings once more \(late) after its wait") }
            examinePunctuality(key, old, record, at: now)
        case (.ringing, .lightAfter(.dismissed, let since)): examineAnchor(since, key, at: now)
        case (.ringing(_, let ring), .lightAfter(.unattended, let since)):
            if since != ring.after(Self.ringing) { fault("G8: the light of \(key) stays since \(since)") }
            if isToRingOnceMore(record) { fault("G4: \(key) is over, and is to ring once more") }
            examineRingEnd(record, old, at: now)
        default: fault("G4: \(key) goes from \(old) to \(new)")
        }
    }

    /// Whether an alarm rings once more if nobody answers.
    private func isToRingOnceMore(_ record: OccurrenceRecord) -> Bool {
        guard case .alarm(let run)? = record.run else { return false }
        return run.plan.backup != nil && run.backup == nil
    }

    /// A routine changes only when the clock was set: what lasts until a time of day ends by what the clock shows. (K6)
    private mutating func examine(
        _ key: OccurrenceKey, _ old: RoutineRun, _ new: RoutineRun, at now: JournalEvent.Moment
    ) {
        if old.plan != new.plan { fault("G5: the plan of \(key) is changed") }
        if old.isQueued, !new.isQueued { return examineQueued(key, new, at: now) }
        let elapsed = elapsed(since: old.start, at: now)
        if new.start != RunAnchor(wall: now.wall - elapsed, boot: now.boot - elapsed, bootID: now.bootID) {
            fault("K6: \(key) counts from \(new.start), and it has run for \(elapsed)")
        }
        for (number, step) in old.plan.steps.enumerated()
        where old.course.lengths[number] != new.course.lengths[number] {
            if case .at = step.end { continue }
            fault("G5: a step of \(key) is changed")
        }
    }

    /// A routine that waited begins when nothing else runs, as long as it may wait.
    private mutating func examineQueued(_ key: OccurrenceKey, _ run: RoutineRun, at now: JournalEvent.Moment) {
        examineAnchor(run.start, key, at: now)
        if open[key].map({ runsBeside($0) }) ?? false { fault("G2: \(key) begins while another routine runs") }
    }

    /// Whether another routine runs on the device of one.
    func runsBeside(_ record: OccurrenceRecord) -> Bool {
        open.values.contains { other in
            guard other.key != record.key, other.device == record.device, case .routine(let run)? = other.run else {
                return false
            }
            return !run.isQueued
        }
    }

    /// Whether one run is the other, counted by the clock of another boot.
    private func isSame(_ old: OccurrenceRun, _ new: OccurrenceRun, at now: JournalEvent.Moment) -> Bool {
        let anchor = old.anchor
        guard anchor.bootID != now.bootID else { return old == new }
        let boot = now.boot - elapsed(since: anchor, at: now)
        return old.counted(from: RunAnchor(wall: anchor.wall, boot: boot, bootID: now.bootID)) == new
    }

    private mutating func examineAnchor(_ anchor: RunAnchor, _ key: OccurrenceKey, at now: JournalEvent.Moment) {
        if anchor != RunAnchor(wall: now.wall, boot: now.boot, bootID: now.bootID) {
            fault("G8: \(key) is anchored at \(anchor), and it is \(now)")
        }
    }

    /// How long ago the phase of an alarm was to end; below zero while it lasts.
    private func lateness(
        _ phase: AlarmRun.Phase, _ record: OccurrenceRecord, at now: JournalEvent.Moment
    ) -> Duration {
        guard case .alarm(let run)? = record.run else { return .zero }
        switch phase {
        case .sunrise(let since):
            return max(elapsed(since: since, at: now) - (run.plan.sunrise ?? .zero), now.wall - record.planned)
        case .ringing(_, let since): return elapsed(since: since, at: now) - Self.ringing
        case .snoozed(_, let since, let length): return elapsed(since: since, at: now) - length
        case .unanswered(_, let since): return elapsed(since: since, at: now) - (run.plan.backup ?? .zero)
        case .lightAfter(_, let since): return elapsed(since: since, at: now) - (run.plan.lightAfter ?? .zero)
        }
    }

    /// Who was awake and not kept by another that rings, looked when the phase ended.
    private mutating func examinePunctuality(
        _ key: OccurrenceKey, _ phase: AlarmRun.Phase, _ record: OccurrenceRecord, at now: JournalEvent.Moment
    ) {
        guard let before = quietSince, lateness(phase, record, at: before) < .zero, !isKept(key, phase, record) else {
            return
        }
        let late = lateness(phase, record, at: now)
        if late > Self.punctuality { fault("G4: \(key) goes on \(late) late, though awake") }
    }

    private mutating func examineEnd(
        _ record: OccurrenceRecord, _ outcome: OccurrenceOutcome, _ reason: OccurrenceReason?,
        at now: JournalEvent.Moment
    ) {
        let key = record.key
        switch (record.run, outcome) {
        case (.alarm(let run)?, .missed):
            // A first ring that reached no device is none.
            if case .ringing(1, _) = run.phase, reason == .undelivered {
                return examineRingEnd(record, run.phase, at: now)
            }
            guard case .sunrise = run.phase, lateness(run.phase, record, at: now) >= Self.grace else {
                return fault("G2: \(key) is missed in \(run.phase)")
            }
        case (.alarm(let run)?, .unattended):
            let late = lateness(run.phase, record, at: now)
            switch run.phase {
            case .sunrise: fault("G2: \(key) is unattended before it rang")
            case .ringing(let round, _):
                if round == 1, run.backup == nil, reason == .undelivered {
                    fault("G2: \(key) is unattended, and nobody could hear it")
                }
                if isToRingOnceMore(record) { fault("G4: \(key) is over, and is to ring once more") }
                examineRingEnd(record, run.phase, at: now)
            case .snoozed: if late <= Self.snoozeGrace { fault("G4: \(key) ends \(late) after its snooze") }
            case .unanswered: if late < Self.grace { fault("G4: \(key) ends, and is to ring once more") }
            case .lightAfter(.unattended, _): if late < .zero { fault("G4: the light of \(key) ends \(late) early") }
            case .lightAfter(let other, _): fault("G2: \(key) was \(other), and is unattended")
            }
        case (.alarm(let run)?, .dismissed):
            guard case .lightAfter(.dismissed, _) = run.phase else { return fault("G2: \(key) ends as \(outcome)") }
            let late = lateness(run.phase, record, at: now)
            if late < .zero { fault("G4: the light of \(key) ends \(late) early") }
        case (.routine(let run)?, .done):
            if step(of: run, record.zone, at: now) != nil { fault("G4: \(key) is done, and in a step") }
        case (.routine(let run)?, .skipped):
            let waited = elapsed(since: run.start, at: now)
            let end = run.plan.ends(from: run.start.wall, in: zones.rules(record.zone)).last.flatMap(\.self)
            guard run.isQueued, reason == .busy else { return fault("G2: \(key) is skipped, and runs") }
            if waited < min(.hours(4), end ?? .hours(4)) { fault("G2: \(key) waits no more after \(waited)") }
        case (.routine?, .superseded):
            if !runsBeside(record) { fault("G2: \(key) is superseded by nothing") }
        case (.bedtime(let run)?, .done):
            if now.wall < run.plan.end(of: run.wake) { fault("G4: \(key) is done before its end") }
        default: fault("G2: \(key) ends as \(outcome)")
        }
    }

    private mutating func examineRingEnd(
        _ record: OccurrenceRecord, _ phase: AlarmRun.Phase, at now: JournalEvent.Moment
    ) {
        let late = lateness(phase, record, at: now)
        if late < .zero { fault("G4: \(record.key) ends \(late) early") }
        examinePunctuality(record.key, phase, record, at: now)
    }

    // MARK: - What runs

    /// Nothing runs beyond its limit, and what runs is shown.
    mutating func examineRuns(at now: JournalEvent.Moment) {
        for (key, record) in open {
            switch record.run {
            case .alarm(let run)?:
                let isOver = lateness(run.phase, record, at: now) >= .zero
                if isOver, !isKept(key, run.phase, record) { fault("G2: \(key) goes on in \(run.phase)") }
            case .routine(let run)? where run.isQueued:
                if !runsBeside(record) { fault("G2: \(key) waits for nothing") }
                if elapsed(since: run.start, at: now) > .hours(4) { fault("G2: \(key) waits for too long") }
            case .routine(let run)?:
                if step(of: run, record.zone, at: now) == nil { fault("G2: \(key) goes on after its last step") }
                let others = open.values.filter { $0.device == record.device && $0.isRoutineUnderWay }
                if others.count > 1, others.allSatisfy({ !changedInLook.contains($0.key) }) {
                    fault("G2: \(key) runs beside another routine")
                }
            case .bedtime(let run)?:
                if now.wall >= run.plan.end(of: run.wake) { fault("G2: \(key) goes on after its end") }
                if (run.bedtime, run.wake) != expectedNight(run, record) { fault("G5: the night of \(key) is moved") }
            case nil: fault("G2: \(key) runs without a state")
            }
            if !isShown(record, at: now) { fault("K12: \(key) runs, and what it wants is not shown") }
        }
    }

    /// An alarm whose snooze is over waits for one that rings, and may ring a look after that one has ended.
    private func isKept(_ key: OccurrenceKey, _ phase: AlarmRun.Phase, _ record: OccurrenceRecord) -> Bool {
        switch phase {
        case .snoozed, .unanswered: break
        case .sunrise, .ringing, .lightAfter: return false
        }
        if !changedInLook.isEmpty { return true }
        return open.contains { other, otherRecord in
            guard other != key, otherRecord.device == record.device, case .alarm(let run)? = otherRecord.run,
                case .ringing = run.phase
            else { return false }
            return true
        }
    }

    private func expectedNight(_ run: BedtimeRun, _ record: OccurrenceRecord) -> (Instant, Instant) {
        return (record.planned, run.plan.wake(after: record.planned, in: zones.rules(record.zone)))
    }

    private func step(of run: RoutineRun, _ zone: String, at now: JournalEvent.Moment) -> Int? {
        let elapsed = elapsed(since: run.start, at: now)
        return run.plan.ends(from: run.start.wall, in: zones.rules(zone), lengths: run.course.lengths).firstIndex {
            end in
            end.map { elapsed < $0 } ?? true
        }
    }

    private func isShown(_ record: OccurrenceRecord, at now: JournalEvent.Moment) -> Bool {
        guard let part = part(of: record, at: now) else { return true }
        guard record.kind == .routine else { return shown[record.key]?.contains(part) == true }
        // Of two routines that began together either may be the one that shows.
        return open.values.contains { other in
            guard other.device == record.device, other.kind == .routine, let part = self.part(of: other, at: now) else {
                return false
            }
            return shown[other.key]?.contains(part) == true
        }
    }

    /// The part of a run that is to be seen or heard; nil for none.
    private func part(of record: OccurrenceRecord, at now: JournalEvent.Moment) -> String? {
        switch record.run {
        case .alarm(let run)?:
            switch run.phase {
            case .sunrise: return run.plan.light == nil || run.yielded.contains(.light) ? nil : "sunrise"
            case .ringing(let round, _): return run.backup == nil ? "ring \(round)" : "backup ring \(round)"
            case .snoozed, .unanswered: return nil
            case .lightAfter: return "light after"
            }
        case .routine(let run)? where run.isQueued: return nil
        case .routine(let run)?:
            let elapsed = elapsed(since: run.start, at: now)
            let isNewest = open.values.allSatisfy { other in
                guard other.device == record.device, case .routine(let run)? = other.run, !run.isQueued else {
                    return true
                }
                return self.elapsed(since: run.start, at: now) >= elapsed
            }
            return isNewest ? step(of: run, record.zone, at: now).map { "step \($0)" } : nil
        case .bedtime(let run)?:
            return now.wall < run.bedtime ? "wind-down" : now.wall < run.wake ? "night" : "wake"
        case nil: return nil
        }
    }

    private mutating func noteShown(_ shown: JournalEvent.Shown, _ kind: ScheduleKind) {
        let isNew = self.shown[shown.key, default: []].insert(shown.part).inserted
        if !isNew, kind == .alarm { fault("G1: \(shown.key) begins to show \(shown.part) again") }
    }

    /// A byte goes to a device.
    mutating func examine(_ shown: JournalEvent.Shown) {
        // What the ledger does not hold yet changes without a line in the journal.
        if let (record, _) = unrecorded[shown.key] { return noteShown(shown, record.kind) }
        guard let now, let record = open[shown.key] else {
            return fault("G3: \(shown.part) of \(shown.key) is shown, and it does not run")
        }
        let part = part(of: record, at: now)
        if part != shown.part, owingSince == nil {
            fault("G4: \(shown.key) shows \(shown.part) in place of \(part ?? "nothing")")
        }
        noteShown(shown, record.kind)
        if owingSince != nil { return }
        let start: RunAnchor? =
            switch record.run {
            case .alarm(let run)?: if case .sunrise(let since) = run.phase { since } else { nil }
            case .bedtime(let run)? where now.wall < run.bedtime: run.start
            case .bedtime?, .routine?, nil: nil
            }
        if let start, shown.rampStart != now.boot - elapsed(since: start, at: now) {
            fault("G4: the light of \(shown.key) begins at \(name(shown.rampStart)) of the boot clock")
        }
    }

    private func name(_ duration: Duration?) -> String { duration.map { "\($0)" } ?? "no time" }
}

extension RunAnchor {
    fileprivate func after(_ duration: Duration) -> RunAnchor {
        RunAnchor(wall: wall + duration, boot: boot + duration, bootID: bootID)
    }
}

extension OccurrenceRecord {
    /// Whether it is of a routine that runs, and does not wait for another.
    fileprivate var isRoutineUnderWay: Bool {
        if case .routine(let run)? = run { !run.isQueued } else { false }
    }
}

extension OccurrenceRun {
    fileprivate var anchor: RunAnchor {
        switch self {
        case .routine(let run): run.start
        case .bedtime(let run): run.start
        case .alarm(let run):
            switch run.phase {
            case .sunrise(let since), .ringing(_, let since), .snoozed(_, let since, _), .unanswered(_, let since),
                .lightAfter(_, let since):
                since
            }
        }
    }

    fileprivate func counted(from anchor: RunAnchor) -> OccurrenceRun {
        switch self {
        case .routine(var run):
            run.start = anchor
            return .routine(run)
        case .bedtime(var run):
            run.start = anchor
            return .bedtime(run)
        case .alarm(var run):
            run.phase =
                switch run.phase {
                case .sunrise: .sunrise(since: anchor)
                case .ringing(let round, _): .ringing(round: round, since: anchor)
                case .snoozed(let round, _, let length): .snoozed(round: round, since: anchor, length: length)
                case .unanswered(let round, _): .unanswered(round: round, since: anchor)
                case .lightAfter(let outcome, _): .lightAfter(outcome, since: anchor)
                }
            return .alarm(run)
        }
    }
}
