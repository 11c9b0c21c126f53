// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceDocuments
import DeviceModules
import SimulatedDevice
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// What people ask of the mirror of a device, and what it holds.
extension SimulatedNight {
    @discardableResult
    func mirror(on isOn: Bool) async throws -> MirrorDocument {
        try await perform(Endpoints.setMirror, MirrorRequest(device: "nursery", on: isOn))
    }

    func show() async throws -> MirrorDocument {
        try await perform(Endpoints.mirror, SlotQuery(device: "nursery"))
    }

    func programs() async throws -> [Int: DeviceProgramDocument] {
        let all = try await perform(Endpoints.programs, SlotQuery(device: "nursery"))
        return Dictionary(uniqueKeysWithValues: all.compactMap { program in program.program.map { ($0, program) } })
    }

    /// Changes an alarm so that it does not ring at 07:00 tomorrow, and returns the warning of the answer.
    func change(_ name: String, by change: String) async throws -> String? {
        switch change {
        case "skip": return try await perform(Endpoints.skipAlarm, SkipRequest(name: name, device: nil)).warning
        case "move":
            return try await perform(Endpoints.moveAlarm, MoveRequest(name: name, device: nil, at: "08:00", date: nil))
                .warning
        case "edit":
            var request = AlarmEditRequest(name: name)
            request.rule.at = "08:00"
            return try await perform(Endpoints.editAlarm, request).warning
        case "disable":
            return try await perform(
                Endpoints.switchAlarm, ScheduleSwitchRequest(name: name, device: nil, enabled: false)
            ).warning
        case "remove":
            return try await perform(Endpoints.removeAlarm, ScheduleSelection(name: name, device: nil)).warning
        default: return try await perform(Endpoints.pause, PauseRequest(until: nil)).warning
        }
    }

    func entries() async throws -> [LogEntry] {
        try await store.entries(since: nil, device: nil, limit: 10_000)
    }

    /// What the log says went wrong with the device.
    func failures() async throws -> [String] {
        try await entries().filter { $0.kind == .daemon && $0.outcome == .failed }.compactMap(\.name)
    }

    /// Sets the device's clock some seconds ahead, or behind if below zero.
    func setDeviceClock(off seconds: Int) async throws {
        let shown = ZoneRules.utc.civil(at: clock.now().wall + .seconds(seconds))
        let time = [shown.time.hour, shown.time.minute, shown.time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let digits = "\(shown.date)\(time.joined())".filter(\.isNumber)
        let sender = try #require(household.devices.all.first).sender
        _ = try await sender.send(Array("ST\(digits)N".utf8))
    }
}

extension SimulationJournal {
    /// What the device showed after each change since a time in UTC.
    @MainActor
    func states(since text: String) throws -> [DeviceStateDocument] { try timedStates(since: text).map(\.state) }

    /// The same, each with its time.
    @MainActor
    func timedStates(since text: String) throws -> [(at: Instant, state: DeviceStateDocument)] {
        let start = try SimulatedNight.instant(text)
        return entries().filter { $0.at >= start }.compactMap { entry in
            if case .state(let state) = entry.event { (entry.at, state) } else { nil }
        }
    }
}
