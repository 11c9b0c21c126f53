// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Household
import SleepModel
import Storage

/// Devices and groups by what people call them.
extension DeviceFinder {
    /// What a name stands for.
    enum Place {
        /// One device.
        case device(PairedDevice)
        /// A group, with its devices in its order.
        case group(DeviceGroup, [PairedDevice])
    }

    /// Schedules that one request stands for: one, or one on each of some devices of a group.
    struct Meant {
        /// The group; nil for one schedule that is meant alone.
        var group: DeviceGroup?
        /// The schedules, in the order of the devices.
        var schedules: [(target: Target, schedule: Schedule)]
        /// The devices of the group that have no such schedule, or one of their own.
        var others: [GroupOutsider] = []

        /// The edited schedule of one device, which is not that of its group any more if not all of the group are meant.
        func leaving(_ edited: Schedule) -> Schedule {
            if let group, edited.belongs(to: group.name) { return edited }
            var own = edited
            own.group = nil
            return own
        }
    }

    /// Finds a device, or a group of several, by name, address, a unique prefix of either in any case, or a route.
    func place(_ text: String) async throws -> Place {
        if let route = try Route(naming: text) { return .device(try await device(at: route)) }
        let devices = try await store.devices()
        let groups = try await store.groups()
        let wanted = text.lowercased()
        guard !wanted.isEmpty else {
            throw ControlError(.invalidArgument, "No device was named.", advice: Self.listing(devices, groups))
        }
        func fitting(_ fits: (String) -> Bool) -> (devices: [PairedDevice], groups: [DeviceGroup]) {
            (
                devices.filter { fits($0.name.lowercased()) || fits($0.address.rawValue.lowercased()) },
                groups.filter { fits($0.name.lowercased()) }
            )
        }
        var found = fitting { $0 == wanted }
        if found.devices.isEmpty, found.groups.isEmpty { found = fitting { $0.hasPrefix(wanted) } }
        let count = found.devices.count + found.groups.count
        guard count > 0 else {
            if let error = Self.severalDevices(wanted, devices, groups) { throw error }
            throw ControlError(
                .unknownDevice, "No paired device is called “\(text.printable)”.",
                advice: Sentences.advice(
                    for: text, among: devices.map(\.name) + groups.map(\.name), Self.listing(devices, groups)))
        }
        guard count == 1 else {
            throw ControlError(
                .ambiguousDevice, "“\(text.printable)” fits \(count) \(found.groups.isEmpty ? "devices" : "names").",
                advice: "Give more of the one you mean. \(Self.listing(found.devices, found.groups))")
        }
        guard let group = found.groups.first else { return .device(found.devices[0]) }
        return .group(group, group.members.compactMap { member in devices.first { $0.address == member } })
    }

    /// Finds the one device that is named; throws for a group.
    func device(_ text: String) async throws -> PairedDevice {
        switch try await place(text) {
        case .device(let device): return device
        case .group(let group, let members):
            let names = members.map { $0.name.shellWord }.joined(separator: " or ")
            throw ControlError(
                .invalidArgument, "“\(group.name)” is a group, and this is for one device.",
                advice: "Name one of its devices: \(names).")
        }
    }

    /// The schedules of a kind that a request means: those of a group, if it names the group or a schedule of it, and
    /// else the one schedule that fits.
    ///
    /// Throws `damaged_state` for what only stands in for a schedule that cannot be read.
    func meant(_ kind: ScheduleKind, named name: String?, on device: String?) async throws -> Meant {
        let found = try await group(of: kind, named: name, on: device)
        guard let found else {
            return Meant(group: nil, schedules: [try await schedule(kind, named: name, on: device)])
        }
        try await requireReadable(found.schedules.map(\.schedule))
        for schedule in found.schedules { try requireRevision(of: schedule) }
        return found
    }

    /// The one schedule that a request means, of a group only if that has one device.
    func one(_ kind: ScheduleKind, named name: String?, on device: String?) async throws -> Meant {
        var meant = try await meant(kind, named: name, on: device)
        meant.schedules = [try await pick(meant.schedules, named: nil, kind: kind)]
        return meant
    }

    /// The devices that get a new schedule, with the name of their group if one is named.
    func recipients(_ text: String) async throws -> (group: String?, targets: [Target]) {
        switch try await place(text) {
        case .device(let device): return (nil, [try target(device)])
        case .group(let group, let members):
            return (group.name, try members.map { device throws(ControlError) in try target(device) })
        }
    }

    /// The schedules of the group that a request means; nil when it means none.
    func group(of kind: ScheduleKind, named name: String?, on device: String?) async throws -> Meant? {
        let place = try await device.asyncMap(place)
        if case .device = place { return nil }
        let groups = GroupBook(try await store.groups())
        if place == nil, groups.groups.isEmpty { return nil }
        let all = try await schedules(of: kind, on: device)
        if let name, try Self.isIdentity(name, among: all) { return nil }
        var fitting = try await fitting(all, named: name, kind: kind)
        if case .group(let group, _) = place {
            let own = fitting.filter { $0.schedule.belongs(to: group.name) }
            if !own.isEmpty { fitting = own }
        }
        guard let first = fitting.first?.schedule,
            fitting.allSatisfy({ $0.schedule.name.isSameName(as: first.name) })
        else { return nil }
        if case .group(let group, _) = place {
            return Meant(
                group: group, schedules: fitting, others: try await others(of: group, besides: fitting))
        }
        guard let group = first.group.flatMap({ groups[$0] }),
            fitting.allSatisfy({ $0.schedule.belongs(to: group.name) })
        else { return nil }
        let ordered = group.members.flatMap { member in fitting.filter { $0.schedule.device == member } }
        return Meant(group: group, schedules: ordered, others: try await others(of: group, besides: ordered))
    }

    /// The devices of a group that are not those of some schedules of one name, with what they have of that name.
    func others(
        of group: DeviceGroup, besides schedules: [(target: Target, schedule: Schedule)]
    ) async throws -> [GroupOutsider] {
        let devices = try await store.devices()
        let model = schedules.first?.schedule
        return group.members.filter { member in !schedules.contains { $0.schedule.device == member } }
            .compactMap { member in
                guard let device = devices.first(where: { $0.address == member }) else { return nil }
                let own = controllers.all.first { $0.address == member }.flatMap { controller in
                    model.flatMap { model in
                        controller.schedules(of: model.kind).first { $0.name.isSameName(as: model.name) }
                    }
                }
                return GroupOutsider(address: member, device: device.name, own: own?.name)
            }
    }

    /// That there is one name for several devices, for a list of names that are known.
    private static func severalDevices(
        _ text: String, _ devices: [PairedDevice], _ groups: [DeviceGroup]
    ) -> ControlError? {
        let names = text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
        let known = devices.map { $0.name.lowercased() } + groups.map { $0.name.lowercased() }
        guard names.count > 1, names.contains(where: known.contains) else { return nil }
        return ControlError(
            .invalidArgument, "“\(text.printable)” names several devices, and this takes one name.",
            advice: "Make a group: `lull group set NAME \(names.map(\.shellWord).joined(separator: " "))`, "
                + "and give NAME.")
    }

    private static func listing(_ devices: [PairedDevice], _ groups: [DeviceGroup]) -> String {
        guard !devices.isEmpty || !groups.isEmpty else { return "Pair one first: `lull pair ADDRESS --as NAME`." }
        let paired = devices.map { "\($0.name) (\($0.address))" }.joined(separator: ", ")
        let named = groups.map(\.name).joined(separator: ", ")
        return [
            devices.isEmpty ? nil : "Paired are: \(paired).", groups.isEmpty ? nil : "Groups are: \(named).",
        ].compactMap(\.self).joined(separator: " ")
    }
}

extension Optional where Wrapped: Sendable {
    /// Maps a value with something that waits.
    @MainActor
    func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async rethrows -> Value? {
        if let value = self { try await body(value) } else { nil }
    }
}
