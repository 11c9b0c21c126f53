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

    func pauses() async throws(ControlError) -> [PauseDocument] {
        try await answering { try await documents(try await household.settings()) }
    }

    func pause(_ request: PauseRequest) async throws(ControlError) -> PauseDocument {
        try await arranging(in: queue) {
            let address = try await request.device.asyncMap { try await finder.target($0).device.address }
            let until = try pauseEnd(request.until)
            let pause = Pause(since: clock.now().wall, until: until, zone: nil)
            guard pause.span(in: zones.rules(of: nil)).upperBound > clock.now().wall else {
                throw RequestReader.invalid("That moment has passed.", "Give one that lies ahead.")
            }
            var wanted = try await household.settings()
            if let address { wanted.devicePauses[address] = pause } else { wanted.pause = pause }
            try await keep(wanted, .paused, of: address)
            let name = try await request.device.asyncMap { try await finder.device($0).name }
            return document(pause, device: name)
        }
    }

    func resume(_ request: DeviceChoice) async throws(ControlError) -> [PauseDocument] {
        try await arranging(in: queue) {
            let device = try await request.device.asyncMap { try await finder.device($0) }
            let before = try await household.settings()
            var wanted = before
            if let device {
                wanted.devicePauses[device.address] = nil
            } else {
                wanted = NightSettings()
            }
            let left = try await documents(wanted)
            let ended = try await documents(before).filter { !left.contains($0) }
            guard !ended.isEmpty else {
                throw ControlError(
                    .nothingActive, device.map { "“\($0.name)” has no pause of its own." } ?? "Nothing is paused.",
                    advice: left.isEmpty ? "See `lull next`." : "Everything is paused: `lull resume` ends that.")
            }
            try await keep(wanted, .resumed, of: device?.address)
            return ended
        }
    }

    // MARK: -

    /// What a clock in the host's zone shows when a pause ends.
    private func pauseEnd(_ text: String?) throws -> CivilDateTime? {
        guard let text else { return nil }
        let zone = zones.rules(of: nil)
        let now = clock.now().wall
        if let civil = CivilDateTime(iso8601: text + "T00:00") { return civil }
        if let time = TimeOfDay(parsing: text) { return Recurrence.daily(at: time).next(after: now, in: zone)?.civil }
        if let civil = CivilDateTime(iso8601: text) { return civil }
        if let length = DurationText.parse(text) { return zone.civil(at: now + length) }
        if let instant = Instant(iso8601: text) { return zone.civil(at: instant) }
        throw RequestReader.invalid(
            "“\(text.printable)” is not a moment.", "Write --until as 2027-08-15, 2027-08-15T12:00, 07:00, 12h or 5d.")
    }

    /// Keeps settings, and logs what somebody asked.
    private func keep(_ settings: NightSettings, _ outcome: LogOutcome, of device: MacAddress?) async throws {
        try await household.keep(
            settings,
            log: LogEntry(
                at: clock.now().wall, device: device, kind: .control, name: "pause", outcome: outcome,
                actor: .person))
    }

    /// The pauses that hold now.
    private func documents(_ settings: NightSettings) async throws -> [PauseDocument] {
        let devices = try await finder.store.devices()
        let single = devices.compactMap { device in
            settings.devicePauses[device.address].map { (device.name, $0) }
        }
        let all = [settings.pause].compactMap { $0 }.map { (nil as String?, $0) } + single.map { ($0.0, $0.1) }
        return all.filter { holds($0.1) }.map { document($0.1, device: $0.0) }
    }

    private func holds(_ pause: Pause) -> Bool {
        pause.span(in: zones.rules(of: pause.zone)).upperBound > clock.now().wall
    }

    private func document(_ pause: Pause, device: String?) -> PauseDocument {
        PauseDocument(pause, device: device, zones: zones)
    }
}

extension PauseDocument {
    /// Describes a pause; without a device it is one of everything.
    init(_ pause: Pause, device: String?, zones: ZoneBook) {
        let end = pause.until.map { _ in pause.span(in: zones.rules(of: pause.zone)).upperBound }
        self.init(device: device, since: pause.since, until: end)
    }
}

extension Optional where Wrapped: Sendable {
    /// Maps a value with something that waits.
    @MainActor
    fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async rethrows -> Value? {
        if let value = self { try await body(value) } else { nil }
    }
}
