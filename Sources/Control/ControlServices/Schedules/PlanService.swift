// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel
import Storage

/// What will happen, and what happened.
@MainActor
struct PlanService: PlanControl {
    let finder: DeviceFinder
    let store: any NightStore
    let plan: UpcomingPlan
    let clock: any NightClock

    func next(_ query: NextQuery) async throws(ControlError) -> [NextDocument] {
        try await answering {
            guard (1...366).contains(query.days) else {
                throw RequestReader.invalid("\(query.days) days are out of range.", "Give a number from 1 to 366.")
            }
            let targets = try await finder.targets(query.device)
            let planned = plan.upcoming(targets, days: query.days)
            guard query.skipped else { return planned }
            return plan.sorted(planned + targets.flatMap { plan.skipped(on: $0, days: query.days) })
        }
    }

    /// What happened, oldest first; the newest thousand lines.
    func log(_ query: LogQuery) async throws(ControlError) -> [LogDocument] {
        try await answering {
            let since = try query.since.map { try instant($0) }
            let addresses = try await query.device.asyncMap(logAddresses)
            return try await documents(entries(since: since, about: addresses))
        }
    }

    /// What happened, newest first; a cursor is the number of the last line of the page before.
    func logPage(_ query: LogPageQuery) async throws(ControlError) -> LogPageDocument {
        try await answering {
            guard LogPageQuery.sizes.contains(query.limit) else {
                throw RequestReader.invalid(
                    "\(query.limit) lines are out of range.", "Give a limit from 1 to \(LogPageQuery.sizes.upperBound)."
                )
            }
            let before = try query.cursor.map { text in
                guard let number = Int64(text), number > 0 else {
                    throw RequestReader.invalid(
                        "“\(text.printable)” is no cursor.", "Give the “next” of the page before, or none.")
                }
                return number
            }
            let addresses = try await query.device.asyncMap(logAddresses)
            let lines = try await PageReading.entries(over: query.limit) {
                try await store.log(before: before, about: addresses, limit: $0)
            }
            let page = lines.prefix(query.limit)
            return LogPageDocument(
                lines: try await documents(page.map(\.entry)),
                next: lines.count > page.count ? page.last.map { String($0.number) } : nil)
        }
    }

    /// What has begun, been skipped or been missed, oldest first; a cursor names the last occurrence of the page before.
    func occurrences(_ query: OccurrencePageQuery) async throws(ControlError) -> OccurrencePageDocument {
        try await answering {
            guard OccurrencePageQuery.sizes.contains(query.limit) else {
                throw RequestReader.invalid(
                    "\(query.limit) occurrences are out of range.",
                    "Give a limit from 1 to \(OccurrencePageQuery.sizes.upperBound).")
            }
            let cursor = try query.cursor.map { text in
                guard let cursor = OccurrenceCursor(text) else {
                    throw RequestReader.invalid(
                        "“\(text.printable)” is no cursor.", "Give the “next” of the page before, or none.")
                }
                return cursor
            }
            let since = try cursor?.planned ?? query.since.map { try instant($0) } ?? .min
            let schedule = try await query.schedule.asyncMap(finder.recordedSchedule)
            // What was planned for the moment of the cursor may be on the page before.
            let page = try await PageReading.entries(over: query.limit, wanted: { cursor?.later(in: $0) ?? $0 }) {
                try await store.records(of: schedule, from: since, to: .max, limit: $0)
            }
            let shown = page.prefix(query.limit)
            return OccurrencePageDocument(
                occurrences: shown.map(RecordedOccurrenceDocument.init),
                next: page.count > shown.count ? shown.last.map { OccurrenceCursor($0).description } : nil)
        }
    }

    // MARK: -

    private func documents(_ entries: [LogEntry]) async throws -> [LogDocument] {
        let devices = try await store.devices()
        return entries.map { entry in
            LogDocument(
                at: entry.at, planned: entry.planned,
                device: entry.device.map { address in
                    devices.first { $0.address == address }?.name ?? address.rawValue
                },
                subject: entry.subject, kind: entry.kind, schedule: entry.schedule?.rawValue,
                occurrence: entry.occurrence.map { OccurrenceDocument($0) }, name: entry.name, detail: entry.detail,
                outcome: entry.outcome, reason: entry.reason?.rawValue,
                lateSeconds: entry.lateSeconds, actor: entry.actor)
        }
    }

    /// How many lines of the log are shown.
    private static let lines = 1000

    /// Lines of the log about some devices, with those that are about no device, such as a pause of everything.
    private func entries(since: Instant?, about devices: Set<MacAddress>?) async throws -> [LogEntry] {
        guard let devices else { return try await store.entries(since: since, device: nil, limit: Self.lines) }
        let all = try await store.entries(since: since, device: nil, limit: .max)
        // There may be so many that their own older ones are not among them.
        var older: [LogEntry] = []
        for device in devices {
            older += try await store.entries(since: since, device: device, limit: Self.lines)
                .filter { entry in all.first.map { entry.at < $0.at } ?? false }
        }
        let own = all.filter { $0.device.map(devices.contains) ?? true }
        return (older.sorted { $0.at < $1.at } + own).suffix(Self.lines)
    }

    /// The log outlives its devices, so an address is taken even when it is no longer paired.
    private func logAddresses(_ text: String) async throws -> Set<MacAddress> {
        if let address = MacAddress(rawValue: text) { return [address] }
        if case .device(let address) = Route(text) { return [address] }
        return Set(try await finder.targets(text).map(\.device.address))
    }

    private func instant(_ text: String) throws -> Instant {
        if let instant = Instant(iso8601: text) { return instant }
        let zone = plan.zones.rules(of: nil)
        let today = zone.civil(at: clock.now().wall).date
        if let evening = evening(text, today: today), let moment = zone.moment(evening) { return moment }
        if let date = DateText.parse(text, today: today, lookingBack: true), let midnight = zone.firstInstant(of: date)
        {
            return midnight
        }
        if let civil = CivilDateTime(iso8601: text), let moment = zone.moment(civil) { return moment }
        if let time = TimeOfDay(parsing: text) {
            // The last time that the clock showed it.
            let last = [today, today.adding(days: -1)].compactMap {
                zone.moment(CivilDateTime(date: $0, time: time))
            }
            if let moment = last.first(where: { $0 <= clock.now().wall }) { return moment }
        }
        guard let ago = DurationText.parse(text) else {
            throw RequestReader.invalid(
                "“\(text.printable)” is not a moment.",
                "Write --since as today, 'yesterday 19:00', 'last night', 2027-03-14T07:30, 07:30, or 12h for how long "
                    + "ago.")
        }
        return clock.now().wall - ago
    }

    /// Several words for a moment: `last night`, which begins the evening before at 18:00, or a date with a time behind
    /// it, such as `yesterday 19:00`.
    private func evening(_ text: String, today: CivilDate) -> CivilDateTime? {
        let words = text.lowercased().split(separator: " ").map(String.init)
        guard words.count == 2 else { return nil }
        if words == ["last", "night"], let time = TimeOfDay(hour: 18, minute: 0) {
            return CivilDateTime(date: today.adding(days: -1), time: time)
        }
        guard let date = DateText.parse(words[0], today: today, lookingBack: true),
            let time = TimeOfDay(parsing: words[1])
        else { return nil }
        return CivilDateTime(date: date, time: time)
    }
}

extension ZoneRules {
    /// When a clock shows a civil time first, or the moment at which it jumps over it.
    fileprivate func moment(_ civil: CivilDateTime) -> Instant? {
        Recurrence(days: .once(civil.date), time: civil.time).occurrences(on: civil.date, in: self).first?.instant
    }
}
