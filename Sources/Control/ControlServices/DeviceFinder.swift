// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Household
import Scheduling
import SleepModel
import Storage

/// Finds devices and schedules by what people call them.
@MainActor
struct DeviceFinder {
    let store: any NightStore
    let controllers: any DeviceControllers

    /// A paired device with its controller.
    struct Target {
        var device: PairedDevice
        let controller: DeviceController

        /// What people read when the device does not take what was changed.
        var unfollowedWarning: String {
            "“\(device.name)” does not answer. It stays as it is until Lull reaches it again."
        }

        /// The arguments of a command that mean one of its schedules and no other, for people to copy.
        @MainActor
        func arguments(for schedule: Schedule) -> String {
            guard schedule.kind == .bedtime else {
                return "\(schedule.name.shellWord) --device \(device.name.shellWord)"
            }
            let isOnly = controller.schedules(of: .bedtime).count == 1
            return device.name.shellWord + (isOnly ? "" : " --name \(schedule.name.shellWord)")
        }

        /// The arguments of a command that mean one of its schedules, on all devices of its group if it has one.
        @MainActor
        func groupArguments(for schedule: Schedule) -> String {
            schedule.group.map { "\(schedule.name.shellWord) --device \($0.shellWord)" } ?? arguments(for: schedule)
        }

        /// What people are to know after an edit: also whether the schedule has left its group, whether it is on one date
        /// only now, and which times of weekdays no longer hold.
        func leaving(_ before: Schedule, _ after: Schedule, beside warning: String?) -> String? {
            Sentences.joined(
                warning, after.leavesGroup(of: before, on: device.name), after.comesOnceOnly(after: before),
                LostTimes.sentence(from: before, to: after))
        }
    }

    /// The rule of a schedule with what its calendars make of its dates; nil for what only runs by hand.
    func rule(of schedule: Schedule) -> Recurrence? {
        controllers.all.first { $0.address == schedule.device }?.rule(of: schedule) ?? schedule.recurrence
    }

    /// Finds a device that can be controlled.
    func target(_ text: String) async throws -> Target { try target(try await device(text)) }

    /// Throws for a device that this build cannot control.
    func target(_ device: PairedDevice) throws(ControlError) -> Target {
        guard let controller = controllers.controller(of: device.key) else {
            throw ControlError(
                .unsupportedProduct, "“\(device.name)” is a \(device.product), which this build cannot control.",
                advice: "Update Lull, or unpair the device.")
        }
        return Target(device: device, controller: controller)
    }

    /// All paired devices that can be controlled, or the one that is named, or those of the group that is named.
    func targets(_ text: String?) async throws -> [Target] {
        var devices: [PairedDevice] = []
        switch try await text.asyncMap(place) {
        case .device(let device): return [try target(device)]
        case .group(_, let members): devices = members
        case nil: devices = try await store.devices()
        }
        return targets(of: devices)
    }

    /// Those of some devices that can be controlled.
    func targets(of devices: [PairedDevice]) -> [Target] {
        devices.compactMap { device in
            controllers.controller(of: device.key).map { Target(device: device, controller: $0) }
        }
    }

    /// The schedules of one kind, of all devices, or of the device or the group that is named.
    func schedules(
        of kind: ScheduleKind, on device: String?
    ) async throws -> [(target: Target, schedule: Schedule)] {
        try await targets(device).flatMap { target in
            target.controller.schedules(of: kind).map { (target, $0) }
        }
    }

    /// Throws `damaged_state`, with what to do, for the name of a schedule of a device that cannot be read.
    func requireReadable(_ kind: ScheduleKind, named name: String, on target: Target) async throws {
        let own = target.controller.schedules(of: kind).map { (target: target, schedule: $0) }
        try await requireReadable(kind, named: name, among: own)
    }

    /// Throws `damaged_state`, with what to do, for what names a schedule that cannot be read and none of `schedules`.
    func requireReadable(
        _ kind: ScheduleKind, named name: String?, among schedules: [(target: Target, schedule: Schedule)]
    ) async throws {
        guard let name, !schedules.contains(where: { $0.schedule.isNamed(name) }) else { return }
        let damaged = try await DamagedRowDocument.all(in: store).first { row in
            guard row.table == .schedules, row.kind == kind else { return false }
            return row.name?.isSameName(as: name) == true || row.schedule == name
                || row.subject.map { $0 == Route(name) } == true
        }
        guard let damaged else { return }
        throw ControlError(.damagedState, damaged.message, advice: damaged.advice, damaged: [damaged])
    }

    /// Finds the one schedule that fits among `schedules`, which are those the request could apply to.
    func pick(
        _ schedules: [(target: Target, schedule: Schedule)], named name: String?, kind: ScheduleKind,
        on device: String? = nil
    ) async throws -> (target: Target, schedule: Schedule) {
        let fitting = try await fitting(schedules, named: name, kind: kind, on: device)
        guard let found = fitting.first, fitting.count == 1 else {
            throw ControlError(
                .unknownSchedule, "Several \(kind)s fit: \(Self.listing(fitting)).",
                advice: Self.distinction(in: fitting))
        }
        try requireRevision(of: found)
        return found
    }

    /// How to say which of several schedules is meant.
    private static func distinction(in schedules: [(target: Target, schedule: Schedule)]) -> String {
        guard let (target, schedule) = schedules.first else { return "" }
        let name = schedule.name.shellWord
        guard schedule.kind != .bedtime else { return "Give its name, as --name \(name)." }
        let same = schedules.filter { $0.schedule.name.isSameName(as: schedule.name) }
        let group = schedule.group
        if same.allSatisfy({ $0.schedule.group == group && (group != nil || same.count == 1) }) {
            return "Give its name, as \(name)."
        }
        return "Give its device beside the name: "
            + (group.map { "`\(name) --device \($0.shellWord)`" } ?? "`\(target.arguments(for: schedule))`") + "."
    }

    /// The schedules that fit among `schedules`, one at least; several have one name on several devices, or names that
    /// begin alike.
    ///
    /// A whole name comes before an id that reads the same, and an id before the beginning of a name.
    func fitting(
        _ schedules: [(target: Target, schedule: Schedule)], named name: String?, kind: ScheduleKind,
        on device: String? = nil
    ) async throws -> [(target: Target, schedule: Schedule)] {
        try await requireReadable(kind, named: name, among: schedules)
        var fitting = schedules
        if let name, let route = try Route(naming: name) {
            let wanted = try route.schedule(of: kind)
            fitting = schedules.filter { $0.schedule.route == wanted }
        } else if let name {
            let wanted = name.lowercased()
            fitting = schedules.filter { $0.schedule.name.lowercased() == wanted }
            if fitting.isEmpty { fitting = schedules.filter { $0.schedule.id.rawValue == name } }
            if fitting.isEmpty { fitting = schedules.filter { $0.schedule.name.lowercased().hasPrefix(wanted) } }
        }
        guard name != nil || !fitting.isEmpty else {
            throw ControlError(
                .unknownSchedule, device.map { "“\($0.printable)” has no \(kind)." } ?? "There is no \(kind).",
                advice: kind == .bedtime
                    ? "Set one: `lull bedtime set --device \(device?.shellWord ?? "DEVICE") --at 20:00`."
                    : "See `lull \(kind) list`.")
        }
        guard !fitting.isEmpty else {
            throw ControlError(
                .unknownSchedule,
                Route(name ?? "") == nil
                    ? "No \(kind)\(device.map { " on “\($0.printable)”" } ?? "") is called “\((name ?? "").printable)”."
                    : "There is no \(kind) at \((name ?? "").printable).",
                advice: Sentences.advice(
                    for: name ?? "", among: schedules.map(\.schedule.name),
                    schedules.isEmpty ? "See `lull \(kind) list`." : "There is \(Self.listing(schedules))."))
        }
        return fitting
    }

    /// Schedules with their devices, for example `“school” on nursery, “up” on anna`.
    ///
    /// That of a group stands there once.
    static func listing(_ schedules: [(target: Target, schedule: Schedule)]) -> String {
        let texts = schedules.map { "“\($0.schedule.name)” on \($0.schedule.group ?? $0.target.device.name)" }
        return texts.enumerated().filter { !texts[..<$0.offset].contains($0.element) }.map(\.element)
            .joined(separator: ", ")
    }
}

extension Schedule {
    fileprivate func leavesGroup(of before: Schedule, on device: String) -> String? {
        guard let group = before.group, self.group == nil else { return nil }
        return "It belongs to “\(device)” alone now; changes for “\(group)” leave it as it is."
    }

    fileprivate func comesOnceOnly(after before: Schedule) -> String? {
        guard case .once(let date) = recurrence?.days, let before = before.recurrence, !before.isOnce else {
            return nil
        }
        return "It is on \(date) only from now on. To change one date and keep the others, use "
            + "`lull \(kind) move` or `lull \(kind) skip`."
    }
}
