// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Scheduling
import SleepModel

extension NightAudit {
    /// How much later than asked for somebody who is awake may look.
    static let punctuality = Duration.seconds(1)
    /// How far ahead of the clock something that has ended must lie to be voided.
    private static let voidLead = Duration.hours(3)

    /// An occurrence is begun, or ends without having begun.
    mutating func enter(_ record: OccurrenceRecord) {
        let key = record.key
        switch ledger[key] {
        case .begun: fault("G1: \(key) is claimed while it runs")
        case .ended where record.outcome != nil || !isMissed(key): fault("G1: \(key) is claimed again")
        case .ended, .void, nil: break
        }
        if let outcome = record.outcome {
            ledger[key] = .ended(record)
            examinePassed(record, outcome)
        } else {
            ledger[key] = .begun
            open[key] = record
            shown[key] = nil
            changedInLook.insert(key)
            examineBegun(record)
        }
    }

    /// The store failed to take a batch: what it says of occurrences whose time has come two seconds ago, or that
    /// somebody asked for, holds without it.
    mutating func noteFailure(of batch: [JournalChange]) {
        guard let now else { return }
        for case .claim(let record, _, _) in batch where unrecorded[record.key] == nil {
            guard record.actor == .person || isOverdue(record, at: now) else { continue }
            unrecorded[record.key] = (record, now)
        }
    }

    /// Whether an occurrence was to be dealt with so long ago that it does not wait for its record any more.
    private func isOverdue(_ record: OccurrenceRecord, at now: JournalEvent.Moment) -> Bool {
        guard let reading = readings[record.key.schedule], let expected = reading.expected(record.key) else {
            return record.lateness >= OccurrenceMachine.patience
        }
        return now.wall - settles(expected, of: reading, under: settings) >= OccurrenceMachine.patience
    }

    /// Whether a claim is a later try of one that the store failed to take.
    mutating func takeUnrecorded(_ record: OccurrenceRecord) -> Bool {
        guard let known = unrecorded.removeValue(forKey: record.key) else { return false }
        return known.at != now
    }

    /// Something is entered that went on without a record; what became of it meanwhile is not in the journal.
    mutating func enterLate(_ record: OccurrenceRecord) {
        let key = record.key
        switch ledger[key] {
        case .begun: fault("G1: \(key) is claimed while it runs")
        case .ended where !isMissed(key): fault("G1: \(key) is claimed again")
        case .ended, .void, nil: break
        }
        if record.outcome == nil {
            ledger[key] = .begun
            open[key] = record
        } else {
            ledger[key] = .ended(record)
            endedSinceLook.insert(key)
        }
        changedInLook.insert(key)
    }

    private mutating func examineBegun(_ record: OccurrenceRecord) {
        guard record.actor == .schedule, let (reading, expected) = examineTime(of: record), let now else { return }
        let key = record.key
        if expected.isSkipped { fault("G7: \(key) begins although its date is skipped") }
        if [expected.planned, now.wall].contains(where: { isPaused(record.device, $0, under: settings) }) {
            fault("G7: \(key) begins in a pause")
        }
        if hasHappened(key) { fault("G1: \(key) begins again after a clock that was slow for a moment") }
        if now.wall >= reading.latestStart(expected.planned) { fault("G2: \(key) begins too late") }
    }

    private mutating func examinePassed(_ record: OccurrenceRecord, _ outcome: OccurrenceOutcome) {
        guard let (reading, expected) = examineTime(of: record), let now else { return }
        let key = record.key
        let isPaused = isPaused(record.device, expected.planned, under: settings)
        let isLate = now.wall >= reading.latestStart(expected.planned)
        switch outcome {
        case .skipped:
            if record.reason == .busy {
                guard case .routine(let plan)? = readings[key.schedule]?.schedule.plan,
                    plan.ifRunning != .replace
                else { return fault("G2: \(key) is left out, and was to begin beside another") }
                let end = plan.ends(from: expected.planned, in: zones.rules(expected.zone)).last.flatMap(\.self)
                if plan.ifRunning == .queue, now.wall - expected.planned < min(.hours(4), end ?? .hours(4)) {
                    fault("G2: \(key) is left out, and was to wait")
                }
                // What ran may have ended in the same look, and what begins in it may follow.
                if !runsBeside(record), changedInLook.isEmpty { fault("G2: \(key) is left out beside nothing") }
                return
            }
            // Nothing begins during a pause, whenever it was planned.
            let isHeldBack = !isLate && self.isPaused(record.device, now.wall, under: settings)
            let reason: OccurrenceReason? =
                expected.isSkipped ? .skip : hasHappened(key) ? .clockStep : isPaused || isHeldBack ? .pause : nil
            if reason == nil || record.reason != reason { fault("G7: \(key) is skipped for \(name(record.reason))") }
            return
        case .missed:
            if !isLate { fault("G2: \(key) is missed although it could begin") }
        case .superseded:
            // A store that fails is asked for one change after the other, and what takes its place may come after it.
            let later =
                batch.contains { change in
                    guard case .claim(let other, _, _) = change else { return false }
                    return other.key.schedule == key.schedule && other.planned > record.planned
                        && (other.outcome != .skipped || other.reason == .busy)
                }
                || batch.count == 1
                    && reading.expected(from: record.planned, to: now.wall).contains { other in
                        other.planned > record.planned && other.starts <= now.wall && !other.isSkipped
                    }
            if isLate || !later { fault("G2: \(key) is superseded by nothing") }
        case .done, .dismissed, .unattended, .cancelled: fault("G2: \(key) ends as \(outcome) without having begun")
        }
        if expected.isSkipped || hasHappened(key) || isPaused {
            fault("G7: \(key) is \(outcome) although it was to be skipped")
        }
        if !absence.isEmpty, record.reason.map(absence.contains) != true {
            fault("\(key) is \(outcome) for \(name(record.reason)), and it was \(absence.map(\.rawValue).sorted())")
        }
    }

    /// Whether an occurrence has come up, and is what the rule says.
    private mutating func examineTime(
        of record: OccurrenceRecord
    ) -> (RuleReading, RuleReading.Expected)? {
        let key = record.key
        guard let now, let reading = readings[key.schedule], reading.schedule.isEnabled,
            let expected = reading.expected(key)
        else {
            fault("G2: \(key) is entered, and no rule has it")
            return nil
        }
        if (record.planned, record.zone, record.rule) != (expected.planned, expected.zone, expected.rule) {
            fault("G5: \(key) is entered for \(record.planned), and the rule says \(expected.planned)")
        }
        let settled = settles(expected, of: reading, under: settings)
        if settled > now.wall { fault("G2: \(key) is entered before its time \(settled)") }
        if expected.planned <= reading.lowest {
            fault("K25: \(key) of \(expected.planned) is entered, and its schedule is as it is since \(reading.lowest)")
        }
        let late = max(now.wall - settled, .zero)
        // An alarm is to wake people at its time, whenever its light begins to grow.
        let told = record.kind == .alarm ? max(now.wall - max(settled, record.planned), .zero) : late
        if record.lateness != told { fault("\(key) says that it is \(record.lateness) late, and it is \(told)") }
        let wasVoid = batch.contains { if case .void(key, _, _, _) = $0 { true } else { false } }
        // What was voided may have come up long ago, in the zone of today.
        if quietSince != nil, late > Self.punctuality, !wasVoid {
            fault("G6: \(key) is dealt with \(late) late, though awake")
        }
        return (reading, expected)
    }

    func isPaused(_ device: MacAddress, _ instant: Instant, under settings: NightSettings) -> Bool {
        endOfPause(of: device, at: instant, under: settings) != nil
    }

    /// When a pause ends that holds at an instant; nil if none does.
    func endOfPause(of device: MacAddress, at instant: Instant, under settings: NightSettings) -> Instant? {
        [settings.pause, settings.devicePauses[device]].compactMap { pause -> Instant? in
            guard let pause, instant >= pause.since else { return nil }
            guard let until = pause.until else { return .max }
            let zone = zones.rules(pause.zone ?? now?.zone ?? "UTC")
            switch zone.resolve(until) {
            case .unique(let end), .overlap(let end, _), .gap(_, _, let end): return instant < end ? end : nil
            }
        }.max()
    }

    /// What happened under a clock that was ahead is voided.
    mutating func noteVoid(of key: OccurrenceKey) {
        guard let now, case .ended(let record)? = ledger[key] else {
            return fault("K3: \(key) is void, and never ended")
        }
        if !isAhead(record, of: now.wall) { fault("K3: \(key) of \(record.planned) is void, and not far ahead") }
        ledger[key] = .void
        shown[key] = nil
        voided[key] = (now, record.planned - (readings[key.schedule]?.lead ?? .zero))
    }

    /// Whether this process voided something, and has come up before half of the time that it lay ahead.
    func hasHappened(_ key: OccurrenceKey) -> Bool {
        guard let now, let (at, starts) = voided[key] else { return false }
        return at.bootID == now.bootID && starts <= now.wall && (now.boot - at.boot) * 2 < starts - at.wall
    }

    func isAhead(_ record: OccurrenceRecord, of wall: Instant) -> Bool {
        guard let reading = readings[record.key.schedule] else { return false }
        return record.key.slot == OccurrenceKey.scheduledSlot && record.planned - reading.lead > wall + Self.voidLead
    }

    private func name(_ reason: OccurrenceReason?) -> String { reason?.rawValue ?? "no reason" }
}
