// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

extension NightAudit {
    /// How far back what has come up must be in the ledger, and how far ahead what is next is looked for.
    private static let horizon = Duration.days(34)
    private static let foresight = Duration.days(16)

    /// Everything has looked at the clock: now nothing is left undone.
    mutating func examine(_ plans: [JournalEvent.Plan]) {
        guard let now else { return }
        let start = max(lowestSinceLook, now.wall - Self.horizon)
        for (id, reading) in readings where reading.schedule.isEnabled {
            for expected in reading.expected(from: start, to: now.wall)
            where expected.planned > reading.schedule.validFrom {
                guard settles(expected, of: reading, under: settings) <= now.wall,
                    hasComeUp(expected, of: reading, before: readingsBefore[id]), !isEntered(expected)
                else { continue }
                let wasVoid = ledger[expected.key] == .void
                fault("G2: \(expected.key) of \(expected.planned) \(wasVoid ? "was voided and " : "")is lost")
            }
        }
        for case .ended(let record) in ledger.values where record.outcome != .missed && isAhead(record, of: now.wall) {
            guard isSetBack || endedSinceLook.contains(record.key) else { continue }
            fault("K3: \(record.key) of \(record.planned) happened under a wrong clock and is not voided")
        }
        examineRuns(at: now)
        for plan in plans { examine(plan, at: now) }
    }

    /// Whether an occurrence that is behind the clock lay ahead of it at the look before, or the schedule is new.
    private func hasComeUp(
        _ expected: RuleReading.Expected, of reading: RuleReading, before: RuleReading?
    ) -> Bool {
        guard let before else { return true }
        let settled = before.expected(expected.key).map { settles($0, of: before, under: settingsBefore) } ?? .min
        return max(settles(expected, of: reading, under: settings), settled) > lowestSinceLook
    }

    /// When an occurrence is dealt with: as it begins to show, after a pause that ends before its planned time, or at
    /// that time if it is to be skipped.
    func settles(_ expected: RuleReading.Expected, of reading: RuleReading, under settings: NightSettings) -> Instant {
        let isSkipped =
            expected.isSkipped
            || !hasHappened(expected.key) && isPaused(reading.schedule.device, expected.planned, under: settings)
        var settled = isSkipped ? expected.planned : expected.starts
        guard !isSkipped, !hasHappened(expected.key) else { return settled }
        while let end = endOfPause(of: reading.schedule.device, at: settled, under: settings) {
            settled = end
        }
        return settled
    }

    /// Whether an occurrence is in the ledger, be it under the date that another zone gave to the same moment.
    private func isEntered(_ expected: RuleReading.Expected) -> Bool {
        switch ledger[expected.key] {
        case .begun, .ended: true
        case .void, nil:
            ledger.contains { key, state in
                guard key.schedule == expected.key.schedule, key.slot == expected.key.slot else { return false }
                return switch state {
                case .begun: open[key]?.planned == expected.planned
                case .ended(let record): record.planned == expected.planned
                case .void: false
                }
            }
        }
    }

    /// Holds what a machine waits for against what the rules have next.
    private mutating func examine(_ plan: JournalEvent.Plan, at now: JournalEvent.Moment) {
        var next: [Instant] = []
        var certain: [Instant] = []
        for reading in readings.values
        where reading.schedule.isEnabled && reading.schedule.device == plan.device && reading.schedule.kind == plan.kind
        {
            for expected in reading.expected(from: now.wall, to: max(now.wall + Self.foresight, plan.wall ?? .min)) {
                let settled = settles(expected, of: reading, under: settings)
                guard settled > now.wall, isAhead(expected.key) else { continue }
                next.append(settled)
                if expected.planned > reading.schedule.validFrom { certain.append(settled) }
            }
        }
        // What lies before the schedule is as it is need not happen, if the clock was set back behind that.
        if let wall = plan.wall, next.contains(wall), wall <= certain.min() ?? .max { return }
        if plan.wall == certain.min() { return }
        fault(
            "G6: the \(plan.kind) machine of \(plan.device) plans \(plan.wall?.description ?? "nothing"), and next is "
                + (certain.min()?.description ?? "nothing"))
    }

    /// Whether the ledger leaves room for an occurrence.
    private func isAhead(_ key: OccurrenceKey) -> Bool {
        switch ledger[key] {
        case .begun: false
        case .ended: isMissed(key)
        case .void, nil: true
        }
    }
}
