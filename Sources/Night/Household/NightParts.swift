// SPDX-License-Identifier: Apache-2.0

import Bedtimes
import CivilTime
import SleepModel

/// Decides what the log says of the parts of nights: a line for each that begins, and for the last one where several did.
///
/// A night that begins says so itself. By a clock that was set back a part may begin once more.
struct NightParts: Sendable {
    /// The outcomes of lines by which it knows what the log has.
    static let known: Set<LogOutcome> = outcomes.union([.started])
    /// The outcomes of its lines.
    static let outcomes: Set<LogOutcome> = Set(BedtimePhase.allCases.compactMap(LogOutcome.init(beginningOf:)))

    /// The last part of each night that the log has.
    private var told: [OccurrenceKey: BedtimePhase] = [:]

    /// Takes over what the log has of the nights that a process before left running; `entries` are in their order.
    mutating func restore(_ nights: [RunningBedtime], from entries: [LogEntry]) {
        for night in nights {
            guard let last = entries.last(where: { $0.occurrence == night.key && Self.known.contains($0.outcome) })
            else { continue }
            told[night.key] =
                BedtimePhase.allCases.first { LogOutcome(beginningOf: $0) == last.outcome }
                ?? night.run.phase(at: last.at)
        }
    }

    /// The lines about what has begun since the last look.
    mutating func look(at nights: [RunningBedtime], _ now: Instant) -> [LogEntry] {
        let before = told
        told = Dictionary(uniqueKeysWithValues: nights.map { ($0.key, $0.run.phase(at: now)) })
        return nights.compactMap { night in
            let phase = night.run.phase(at: now)
            guard let known = before[night.key], phase.number > known.number,
                let outcome = LogOutcome(beginningOf: phase)
            else { return nil }
            let planned = night.run.begin(of: phase)
            return LogEntry(
                at: now, planned: planned, device: night.record.device, kind: .bedtime, occurrence: night.key,
                name: night.record.name, outcome: outcome,
                lateSeconds: planned.map { Int(max(now - $0, .zero).components.seconds) }, actor: .schedule)
        }
    }
}

extension LogOutcome {
    /// The outcome of a line that a part of a night began; nil for the wind-down, with which a night begins.
    fileprivate init?(beginningOf phase: BedtimePhase) {
        switch phase {
        case .windDown: return nil
        case .night: self = .nightBegan
        case .stayInBed: self = .stayInBed
        case .wake: self = .okToWake
        }
    }
}
