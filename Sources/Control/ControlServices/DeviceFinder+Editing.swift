// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel
import Storage

/// Schedules that people change or remove, and devices that they unpair.
extension DeviceFinder {
    /// The one device that is called just so, for what cannot be undone; `command` is what does that on a device.
    ///
    /// The route of a schedule names no device here.
    func wholeDevice(
        _ text: String, for command: (String) -> String = { "lull unpair \($0)" }
    ) async throws -> PairedDevice {
        let found = try await device(text)
        guard !found.isNamed(text) else { return found }
        throw ControlError(
            .unknownDevice, "No paired device is called “\(text.printable)”.",
            advice: "Write the whole name: `\(command(found.name.shellWord))`.")
    }

    /// The one schedule of a kind that a request means.
    ///
    /// Throws `damaged_state` for what only stands in for a schedule that cannot be read, as a change of it would take the
    /// place of that schedule.
    func schedule(
        _ kind: ScheduleKind, named name: String?, on device: String?
    ) async throws -> (target: Target, schedule: Schedule) {
        let found = try await pick(try await schedules(of: kind, on: device), named: name, kind: kind, on: device)
        try await requireReadable([found.schedule])
        return found
    }

    /// Throws `changed_meanwhile` if a request asks for another revision of a schedule than there is.
    func requireRevision(of found: (target: Target, schedule: Schedule)) throws(ControlError) {
        try RevisionCondition.current?.require(found.target.revision(of: found.schedule), of: found.schedule.name)
    }

    /// Throws `damaged_state` if one of some schedules only stands in for one that cannot be read.
    func requireReadable(_ schedules: [Schedule]) async throws {
        let routes = schedules.map(\.route)
        let damaged = try await DamagedRowDocument.all(in: store).first { row in
            row.table == .schedules && routes.contains { $0 == row.subject }
        }
        guard let damaged else { return }
        throw ControlError(.damagedState, damaged.message, advice: damaged.advice, damaged: [damaged])
    }

    /// The one schedule of a kind that is called just so, for what cannot be undone.
    func wholeSchedule(
        _ kind: ScheduleKind, named name: String?, on device: String?
    ) async throws -> (target: Target, schedule: Schedule) {
        let all = try await schedules(of: kind, on: device)
        if let name, !all.contains(where: { $0.schedule.isNamed(name) }) {
            let beginnings = try await fitting(all, named: name, kind: kind, on: device)
            throw ControlError(
                .unknownSchedule, "No \(kind) is called “\(name.printable)”.",
                advice: beginnings.count > 1
                    ? "Write the whole name of the one to remove: \(Self.listing(beginnings))."
                    : "Write the whole name to remove it: "
                        + "`lull \(kind) remove \(beginnings[0].target.arguments(for: beginnings[0].schedule))`.")
        }
        let found = try await pick(all, named: name, kind: kind, on: device)
        if let device, try await !isWhole(device, of: found.target) {
            throw ControlError(
                .unknownDevice, "No paired device is called “\(device.printable)”.",
                advice: "Write the whole name to remove its \(kind): “\(found.target.device.name)”.")
        }
        // The device's name is enough if it has one bedtime; of several, `pick` asks for a name.
        guard name != nil || kind == .bedtime && device != nil else {
            throw ControlError(
                .invalidArgument, "No \(kind) is named.", advice: "Write the whole name of what to remove.")
        }
        return found
    }

    /// Whether a text is the whole name of a device, or of a group that it is in.
    private func isWhole(_ text: String, of target: Target) async throws -> Bool {
        if target.device.isNamed(text) { return true }
        return try await store.groups().contains { $0.isNamed(text) && $0.members.contains(target.device.address) }
    }
}

extension PairedDevice {
    /// Whether a text is its nickname, its address or its route, in any case.
    func isNamed(_ text: String) -> Bool {
        [name.lowercased(), address.rawValue.lowercased()].contains(text.lowercased())
            || Route(text) == .device(address)
    }
}
