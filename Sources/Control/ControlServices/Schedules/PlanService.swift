// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import CivilTime
import Clocks
public import ControlAPI
import Routines
import Scheduling
import SleepModel
import Storage

extension NightControl {
    /// What will happen, soonest first.
    public func next(_ query: NextQuery) async throws(ControlError) -> [NextDocument] {
        try await answering {
            guard (1...366).contains(query.days) else {
                throw RequestReader.invalid("\(query.days) days are out of range.", "Give a number from 1 to 366.")
            }
            return upcoming(try await targets(nil), days: query.days)
        }
    }

    /// What happened, oldest first; the newest thousand lines.
    public func log(_ query: LogQuery) async throws(ControlError) -> [LogDocument] {
        try await answering {
            let since = try query.since.map { try instant($0) }
            let devices = try await store.devices()
            let address = try await logAddress(query.device)
            return try await store.entries(since: since, device: address, limit: 1000).map { entry in
                LogDocument(
                    at: entry.at, planned: entry.planned,
                    device: entry.device.map { address in
                        devices.first { $0.address == address }?.name ?? address.rawValue
                    },
                    kind: entry.kind, name: entry.name, outcome: entry.outcome, reason: entry.reason?.rawValue,
                    lateSeconds: entry.lateSeconds, actor: entry.actor)
            }
        }
    }

    /// What will happen on `targets` within `days`, soonest first.
    func upcoming(_ targets: [Target], days: Int) -> [NextDocument] {
        let now = now.wall
        let end = now + .seconds(Int64(days) * 86_400)
        var documents: [NextDocument] = []
        for target in targets {
            let rooms = target.rooms
            documents += ahead(target).filter { $0.at <= end }
            let planned =
                rooms.routines.upcoming(after: now, until: end) + rooms.alarms.upcoming(after: now, until: end)
                + rooms.bedtimes.upcoming(after: now, until: end)
            for (schedule, occurrence) in planned {
                documents += describe(occurrence, of: schedule, on: target, until: end)
            }
        }
        return documents.sorted { ($0.at, $0.device, $0.name) < ($1.at, $1.device, $1.name) }
    }

    // MARK: -

    /// What runs already and has a moment ahead that people wait for: a ring after a sunrise or a snooze, a wake time.
    private func ahead(_ target: Target) -> [NextDocument] {
        let alarms = target.rooms.alarms
        let rings = alarms.runs.filter { !$0.run.phase.isRinging }.compactMap { key, run in
            alarms.record(of: key).map { record in
                document(
                    record, .alarm, at: run.phase.word == "sunrise" ? record.planned : alarms.phaseEnd(of: run),
                    on: target,
                    why: run.phase.word == "snoozed" ? "after a snooze" : "its sunrise has begun")
            }
        }
        let bedtimes = target.rooms.bedtimes
        let wakes = bedtimes.runs.filter { $0.run.plan.wake != nil && $0.run.wake > now.wall }.compactMap {
            key, run in
            bedtimes.record(of: key).map { record in
                document(record, nil, at: run.wake, on: target, why: "wake light after the bedtime of \(key.date)")
            }
        }
        return rings + wakes
    }

    /// A moment of something that runs; nil kind for a window.
    private func document(
        _ record: OccurrenceRecord, _ kind: ScheduleKind?, at instant: Instant, on target: Target, why: String
    ) -> NextDocument {
        NextDocument(
            at: instant, local: zones.rules(of: record.zone).localISO8601(instant), device: target.device.name,
            kind: kind?.rawValue ?? "window", name: record.name, rule: record.rule.rawValue, why: why)
    }

    private func describe(
        _ occurrence: PlannedOccurrence, of schedule: Schedule, on target: Target, until end: Instant
    ) -> [NextDocument] {
        var documents = [
            NextDocument(
                at: occurrence.planned,
                local: zones.rules(of: occurrence.zone).localISO8601(occurrence.planned), device: target.device.name,
                kind: schedule.kind.rawValue, name: schedule.name, rule: occurrence.rule.rawValue,
                why: why(schedule, occurrence))
        ]
        guard case .bedtime(let plan) = schedule.plan, plan.wake != nil,
            let zone = try? zones.rules(for: schedule.zone)
        else { return documents }
        let wake = plan.wakeInstant(after: occurrence.planned, zone: zone)
        if wake <= end {
            documents.append(
                NextDocument(
                    at: wake, local: zone.localISO8601(wake), device: target.device.name, kind: "window",
                    name: schedule.name, rule: AppliedRule.unique.rawValue,
                    why: "wake light after the bedtime of \(occurrence.key.date)"))
        }
        return documents
    }

    private func why(_ schedule: Schedule, _ occurrence: PlannedOccurrence) -> String {
        var parts: [String] = []
        switch schedule.recurrence?.days {
        case .weekly(.daily): parts.append("daily")
        case .weekly(let days): parts.append("every " + days.shortNames.joined(separator: ","))
        case .once(let date): parts.append("once on \(date)")
        case .yearly(let day): parts.append("every year on \(day)")
        case nil: break
        }
        if let time = schedule.recurrence?.time { parts.append("at \(time)") }
        parts.append(schedule.zone.map { "in \($0)" } ?? "in the host's zone \(occurrence.zone)")
        if occurrence.starts < occurrence.planned {
            let lead = DurationText.format(schedule.plan.lead)
            parts.append(schedule.kind == .alarm ? "after a sunrise of \(lead)" : "after a wind-down of \(lead)")
        }
        return parts.joined(separator: " ")
    }

    /// The log outlives its devices, so an address is taken even when it is no longer paired.
    private func logAddress(_ text: String?) async throws -> MacAddress? {
        guard let text else { return nil }
        if let address = MacAddress(rawValue: text) { return address }
        return try await target(text).device.address
    }

    private func instant(_ text: String) throws -> Instant {
        if let instant = Instant(iso8601: text) { return instant }
        guard let ago = DurationText.parse(text) else {
            throw RequestReader.invalid(
                "“\(text.printable)” is not a moment.",
                "Write --since as 2027-03-14T07:30:00Z, or as 12h for how long ago.")
        }
        return now.wall - ago
    }
}
