// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
public import ControlAPI
import Coordination
import DeviceModules
import GATT
import Scheduling
import SleepModel
import Storage

/// Everything a person or program can ask for, answered in process.
@MainActor
public final class NightControl:
    DeviceControl, LightAndSoundControl, PresetControl, RoutineControl, AlarmControl, BedtimeControl, PauseControl,
    PlanControl, SetupControl, EventControl
{
    let night: NightService
    let isDirect: Bool
    /// The settings as they were read or kept last; nil until somebody asks.
    var rests: NightSettings?
    /// Runs what changes devices, schedules or pauses, one request after the other.
    let queue = SerialQueue()

    /// Speaks for `night`; with `isDirect` for one command only, while no schedule runs.
    public init(night: NightService, isDirect: Bool = false) {
        self.night = night
        self.isDirect = isDirect
    }

    /// What answers the operations of the API.
    public nonisolated var services: ControlServiceGroup {
        ControlServiceGroup(
            devices: self, lightAndSound: self, presets: self, routines: self, alarms: self, bedtimes: self,
            pauses: self, plan: self, setup: self, events: self)
    }

    var store: any NightStore { night.configuration.store }
    var zones: ZoneBook { night.configuration.zones }
    var now: ClockSample { night.configuration.nightClock.now() }

    /// Does what changes devices, schedules or pauses, one request after the other, so that each sees the last one whole.
    func arranging<Value>(_ body: () async throws -> Value) async throws(ControlError) -> Value {
        try await answering { try await queue.runEvenIfCancelled(body) }
    }

    /// Refuses what makes no sense while no daemon runs; `reason` ends a sentence.
    func needsDaemon(_ command: String, _ reason: String) throws(ControlError) {
        guard isDirect else { return }
        throw ControlError(
            .invalidArgument, "`\(command)` needs the daemon: without it, \(reason).",
            advice: "Start `lulld`, and leave out --direct.")
    }

    /// A paired device with its rooms.
    struct Target {
        let device: PairedDevice
        let rooms: DeviceRooms
    }

    /// Finds a device that can be controlled.
    func target(_ text: String) async throws -> Target {
        let device = try await device(text)
        guard let rooms = night.containers.rooms(device.address) else {
            throw ControlError(
                .unsupportedProduct, "“\(device.name)” is a \(device.product), which this build cannot control.",
                advice: "Update Lull, or unpair the device.")
        }
        return Target(device: device, rooms: rooms)
    }

    /// Finds a device by nickname, address, or a unique prefix of either, in any case.
    func device(_ text: String) async throws -> PairedDevice {
        let devices = try await store.devices()
        let wanted = text.lowercased()
        guard !wanted.isEmpty else {
            throw ControlError(.invalidArgument, "No device was named.", advice: Self.listing(devices))
        }
        let exact = devices.filter { $0.name.lowercased() == wanted || $0.address.rawValue.lowercased() == wanted }
        let fitting =
            exact.isEmpty
            ? devices.filter {
                $0.name.lowercased().hasPrefix(wanted) || $0.address.rawValue.lowercased().hasPrefix(wanted)
            } : exact
        guard let device = fitting.first else {
            throw ControlError(
                .unknownDevice, "No paired device is called “\(text.printable)”.", advice: Self.listing(devices))
        }
        guard fitting.count == 1 else {
            throw ControlError(
                .ambiguousDevice, "“\(text.printable)” fits \(fitting.count) devices.", advice: Self.listing(fitting))
        }
        return device
    }

    /// All paired devices with rooms, or the one that is named.
    func targets(_ text: String?) async throws -> [Target] {
        if let text { return [try await target(text)] }
        return try await store.devices().compactMap { device in
            night.containers.rooms(device.address).map { Target(device: device, rooms: $0) }
        }
    }

    /// Finds the one schedule that fits among `schedules`, which are those the request could apply to.
    func pick(
        _ schedules: [(target: Target, schedule: Schedule)], named name: String?, kind: String
    ) throws -> (target: Target, schedule: Schedule) {
        var fitting = schedules
        if let name {
            let wanted = name.lowercased()
            let exact = schedules.filter { $0.schedule.name.lowercased() == wanted }
            fitting = exact.isEmpty ? schedules.filter { $0.schedule.name.lowercased().hasPrefix(wanted) } : exact
        }
        func listing(_ entries: [(target: Target, schedule: Schedule)]) -> String {
            entries.map { "“\($0.schedule.name)” on \($0.target.device.name)" }.joined(separator: ", ")
        }
        guard let found = fitting.first else {
            throw ControlError(
                .unknownSchedule, "No \(kind) is called “\((name ?? "").printable)”.",
                advice: schedules.isEmpty ? "See `lull \(kind) list`." : "There is \(listing(schedules)).")
        }
        guard fitting.count == 1 else {
            throw ControlError(
                .unknownSchedule, "Several \(kind)s fit: \(listing(fitting)).",
                advice: "Name one, and its device with --device if need be.")
        }
        return found
    }

    private static func listing(_ devices: [PairedDevice]) -> String {
        guard !devices.isEmpty else { return "Pair one first: `lull pair ADDRESS --as NAME`." }
        return "Paired are: " + devices.map { "\($0.name) (\($0.address))" }.joined(separator: ", ") + "."
    }
}
