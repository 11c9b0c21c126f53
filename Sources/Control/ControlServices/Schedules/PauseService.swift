// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel
import Storage

/// Pauses: times in which nothing scheduled begins.
@MainActor
struct PauseService: PauseControl {
    let finder: DeviceFinder
    let household: HouseholdPauses
    let zones: ZoneBook
    let clock: any NightClock
    let queue: SerialQueue
    let mirrors: MirrorCheck

    func pauses() async throws(ControlError) -> [PauseDocument] {
        try await answering { try await documents(try await household.settings()) }
    }

    func pause(_ request: PauseRequest) async throws(ControlError) -> PauseDocument {
        let (paused, targets) = try await arranging(in: queue) {
            let address = try await request.device.asyncMap { try await finder.target($0).device.address }
            let now = clock.now().wall
            let zone = try request.zone.flatMap {
                $0.lowercased() == "host" ? nil : try zones.rules(for: $0).identifier
            }
            let from = try request.from.map { try moment($0, "--from", after: now, in: zone) }
            let until = try request.until.map { try moment($0, "--until", after: from?.instant ?? now, in: zone) }
            let pause = Pause(since: now, from: from?.civil, until: until?.civil, zone: zone)
            var wanted = try await household.settings()
            let old = address.map { wanted.devicePauses[$0] } ?? wanted.pause
            let replaced = try replaced(old, by: pause, of: request.device)
            if let address { wanted.devicePauses[address] = pause } else { wanted.pause = pause }
            try await household.keep(wanted, log: [entry(.paused, pause, of: address)])
            let name = try await request.device.asyncMap { try await finder.device($0).name }
            var paused = document(pause, device: name)
            paused.replaced = replaced.map { PauseDocument.Replaced(since: $0.since, until: $0.until) }
            return (paused, try await finder.targets(request.device))
        }
        // Outside the queue, so that nobody else waits for the devices.
        var answer = paused
        if paused.begun { answer.warning = Self.goingOn(targets) }
        for target in targets { answer = await mirrors.following(target, \PauseDocument.warning, of: answer) }
        return answer
    }

    func resume(_ request: DeviceChoice) async throws(ControlError) -> [PauseDocument] {
        try await arranging(in: queue) {
            let place = try await request.device.asyncMap(finder.place)
            let before = try await household.settings()
            var wanted = before
            switch place {
            case .device(let device): wanted.devicePauses[device.address] = nil
            case .group(let group, _): for member in group.members { wanted.devicePauses[member] = nil }
            case nil: wanted = NightSettings()
            }
            let left = try await documents(wanted)
            let ended = try await lasting(before).filter { pause in
                pause.device.map { wanted.devicePauses[$0.address] } ?? wanted.pause == nil
            }
            guard !ended.isEmpty else {
                let rest = left.first?.begun == true ? "Everything is paused" : "Everything has a pause ahead"
                throw ControlError(
                    .nothingActive, Self.hasNoPause(place),
                    advice: left.isEmpty ? "See `lull next`." : "\(rest): `lull resume` ends that.")
            }
            let log = ended.map { device, pause in
                let hasBegun = document(pause, device: nil).begun
                return entry(hasBegun ? .resumed : .cancelled, pause, of: device?.address)
            }
            try await household.keep(wanted, log: log)
            let general = left.first { $0.device == nil && $0.begun }
            return ended.map { device, pause in
                var document = document(pause, device: device?.name)
                document.warning = general.map(warning)
                return document
            }
        }
    }

    // MARK: -

    /// That what runs goes on; nil if nothing does.
    private static func goingOn(_ targets: [DeviceFinder.Target]) -> String? {
        let running = targets.flatMap { target in
            target.controller.running.filter { $0.phase != "queued" }.map { "“\($0.name)” on \(target.device.name)" }
        }
        switch running.count {
        case 0: return nil
        case 1: return "\(running[0]) goes on to its end. To end it: `lull stop`."
        default: return "\(running.listed) go on to their end. To end them: `lull stop`."
        }
    }

    private static func hasNoPause(_ place: DeviceFinder.Place?) -> String {
        switch place {
        case .device(let device): "“\(device.name)” has no pause of its own."
        case .group(let group, _): "No device of “\(group.name)” has a pause of its own."
        case nil: "Nothing is paused."
        }
    }

    /// A moment that lies after another, and what a clock in a zone shows then; a duration, a time of day and a
    /// weekday count from that other one.
    private func moment(
        _ text: String, _ option: String, after start: Instant, in zone: String?
    ) throws -> (civil: CivilDateTime, instant: Instant) {
        guard let civil = civil(text, after: start, in: zones.rules(of: zone)) else {
            throw RequestReader.invalid(
                "“\(text.printable)” is not a moment.",
                "Write \(option) as sunday, 2027-08-15, 2027-08-15T12:00, 07:00, 12h or 5d.")
        }
        let instant = Pause(since: start, from: civil, until: nil, zone: zone).span(in: zones.rules(of: zone))
            .lowerBound
        guard instant > clock.now().wall else {
            throw RequestReader.invalid("That moment has passed.", "Give one that lies ahead.")
        }
        guard instant > start else {
            throw RequestReader.invalid(
                "The pause would end before it begins: from \(words(start)) until \(words(instant)).",
                "Give an --until after --from.")
        }
        return (civil, instant)
    }

    private func civil(_ text: String, after start: Instant, in zone: ZoneRules) -> CivilDateTime? {
        // The words today and tomorrow are those of whoever says them.
        let today = zone.civil(at: Weekday(name: text) == nil ? clock.now().wall : start).date
        if let date = DateText.parse(text, today: today), let midnight = TimeOfDay(hour: 0, minute: 0) {
            return CivilDateTime(date: date, time: midnight)
        }
        if let time = TimeOfDay(parsing: text) { return Recurrence.daily(at: time).next(after: start, in: zone)?.civil }
        if let civil = CivilDateTime(iso8601: text) { return civil }
        if let length = DurationText.parseDays(text) {
            let rest = zone.civil(at: start + length.rest)
            return CivilDateTime(date: rest.date.adding(days: length.days), time: rest.time)
        }
        return Instant(iso8601: text).map(zone.civil)
    }

    /// The pause ahead that another one in its time takes the place of; nil for none.
    ///
    /// Throws `already_exists` if a pause would end one that lasts in favour of a later one, or call off one that is apart
    /// from it.
    private func replaced(
        _ old: Pause?, by new: Pause, of device: String?
    ) throws(ControlError) -> PauseDocument? {
        guard let old, holds(old) else { return nil }
        let before = document(old, device: nil)
        switch (before.begun, new.from != nil) {
        case (true, false): return nil
        case (false, true) where span(old).overlaps(span(new)): return before
        case (true, true), (false, _): break
        }
        let (subject, option) = device.map { ("“\($0)”", " --device \($0.shellWord)") } ?? ("Everything", "")
        let end = before.until.map { " until \(words($0))" } ?? ""
        let state =
            before.begun
            ? "is paused already\(end)" : "has a pause ahead already, from \(words(before.since))\(end)"
        throw ControlError(
            .alreadyExists, "\(subject) \(state), and there is one pause at a time.",
            advice: "End that first with `lull resume\(option)`.")
    }

    /// A moment in a sentence, as a clock in the host's zone shows it.
    private func words(_ instant: Instant) -> String {
        let civil = zones.rules(of: nil).civil(at: instant)
        return "\(civil.date.withWeekday) \("\(civil.time)".prefix(5))"
    }

    /// That everything is paused all the same.
    private func warning(_ general: PauseDocument) -> String {
        let zone = zones.rules(of: nil)
        let end = general.until.map { until in
            let civil = zone.civil(at: until)
            return " until \(civil.date) \("\(civil.time)".prefix(5))"
        }
        return "Everything is still paused\(end ?? ""): `lull resume` ends that."
    }

    private func entry(_ outcome: LogOutcome, _ pause: Pause, of device: MacAddress?) -> LogEntry {
        LogEntry(outcome, pause, of: device, zones: zones, at: clock.now().wall)
    }

    /// The pauses that have not ended.
    private func documents(_ settings: NightSettings) async throws -> [PauseDocument] {
        try await lasting(settings).map { document($0.pause, device: $0.device?.name) }
    }

    /// The pauses that have not ended, that of everything first.
    private func lasting(_ settings: NightSettings) async throws -> [(device: PairedDevice?, pause: Pause)] {
        let devices: [PairedDevice?] = [nil] + (try await finder.store.devices())
        return devices.compactMap { device in
            let pause = device.map { settings.devicePauses[$0.address] } ?? settings.pause
            return pause.flatMap { holds($0) ? (device, $0) : nil }
        }
    }

    private func holds(_ pause: Pause) -> Bool { span(pause).upperBound > clock.now().wall }

    private func span(_ pause: Pause) -> Range<Instant> { pause.span(in: zones.rules(of: pause.zone)) }

    private func document(_ pause: Pause, device: String?) -> PauseDocument {
        PauseDocument(pause, device: device, zones: zones, at: clock.now().wall)
    }
}

extension LogEntry {
    /// What the log says of a pause: what became of it, when it was to begin, and when it was to end.
    init(_ outcome: LogOutcome, _ pause: Pause, of device: MacAddress?, zones: ZoneBook, at now: Instant) {
        let start = pause.from.map { _ in pause.span(in: zones.rules(of: pause.zone)).lowerBound }
        let end = pause.until.map { "until \($0.date) \("\($0.time)".prefix(5))" }
        self.init(
            at: now, planned: start, device: device, kind: .control, name: "pause", detail: end, outcome: outcome,
            actor: .person)
    }
}

extension PauseDocument {
    /// Describes a pause; without a device it is one of everything.
    init(_ pause: Pause, device: String?, zones: ZoneBook, at now: Instant) {
        let span = pause.span(in: zones.rules(of: pause.zone))
        self.init(
            device: device, since: span.lowerBound, until: pause.until.map { _ in span.upperBound },
            begun: pause.from == nil || span.lowerBound <= now, zone: pause.zone)
    }
}
