// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel
import Storage

/// Groups: several devices under one name.
@MainActor
struct GroupService: GroupControl {
    let finder: DeviceFinder
    let arranger: ScheduleArranger
    let clock: any NightClock
    let queue: SerialQueue

    /// The most groups there can be.
    static let most = 100

    func groups() async throws(ControlError) -> [GroupDocument] {
        try await answering {
            let devices = try await finder.store.devices()
            return try await finder.store.groups().map { document($0, devices) }
        }
    }

    /// Adds a group, or gives one other devices.
    ///
    /// A device that joins gets the schedules of the group, and one that leaves loses them, all of it or nothing.
    func setGroup(_ request: GroupRequest) async throws(ControlError) -> GroupChangeDocument {
        try await arranging(in: queue) {
            let book = GroupBook(try await finder.store.groups())
            let before = book[try RequestReader.plainName(request.name, what: "a group")]
            let group = try await group(request, before)
            guard before != nil || book.groups.count < Self.most else {
                throw ControlError(
                    .alreadyExists, "There are \(Self.most) groups already.",
                    advice: "Remove one that you do not need: `lull group remove NAME`.")
            }
            let devices = try await finder.store.devices()
            let changes = try arrangements(for: group, insteadOf: before, devices)
            let left = (before?.members ?? []).filter { !group.members.contains($0) }
            var document = GroupChangeDocument(
                group: document(group, devices), left: members(left, devices), changes: words(changes, devices))
            let entry = entry(.saved, document.group)
            try await arranger.make(changes, with: before == group ? [] : [.group(group, log: [entry])])
            document.group = self.document(group, devices)
            return document
        }
    }

    /// Removes a group; each of its devices keeps the schedules of the group as its own, so that no alarm is lost.
    func removeGroup(_ request: GroupSelection) async throws(ControlError) -> GroupChangeDocument {
        try await arranging(in: queue) {
            let groups = try await finder.store.groups()
            guard let group = groups.first(where: { $0.isNamed(request.name) }) else {
                let names = groups.map(\.name).joined(separator: ", ")
                throw ControlError(
                    .unknownDevice, "No group is called “\(request.name.printable)”.",
                    advice: Sentences.advice(
                        for: request.name, among: groups.map(\.name),
                        groups.isEmpty ? "See `lull group list`." : "Write the whole name. Groups are: \(names)."))
            }
            let changes = schedules(of: group).map { schedule in
                var own = schedule
                own.group = nil
                return ScheduleChange.edit(own, changesRuns: false)
            }
            let devices = try await finder.store.devices()
            let document = GroupChangeDocument(group: document(group, devices), changes: words(changes, devices))
            let entry = entry(.removed, document.group)
            try await arranger.make(changes, with: [.removeGroup(group.name, log: [entry])])
            return document
        }
    }

    // MARK: - What a request means

    func members(of device: String) async throws(ControlError) -> GroupMembers? {
        try await answering {
            guard case .group(let group, let devices) = try await finder.place(device) else { return nil }
            return GroupMembers(
                group: group.name,
                members: devices.map { GroupMembers.Member(address: $0.address, device: $0.name) })
        }
    }

    func members(of request: GroupQuestion) async throws(ControlError) -> GroupMembers? {
        try await answering {
            if request.scope == .running { return try await running(request) }
            guard
                let meant = try await finder.group(of: request.kind, named: request.name, on: request.device),
                let group = meant.group
            else { return nil }
            try requireWhole(meant, group, request)
            if request.isForNextDate { try requireOneDate(meant, group) }
            return GroupMembers(
                group: group.name,
                members: meant.schedules.map { target, schedule in
                    GroupMembers.Member(
                        address: target.device.address, device: target.device.name, schedule: schedule.route)
                }, others: meant.others)
        }
    }

    /// What runs on the devices of the group that is named, or of the one group whose schedule is all that runs.
    ///
    /// A device's own schedule of that name counts too: for people it is the same that runs.
    private func running(_ request: GroupQuestion) async throws -> GroupMembers? {
        let place = try await request.device.asyncMap(finder.place)
        if case .device = place { return nil }
        var all = try await finder.schedules(of: request.kind, on: request.device)
        if let name = request.name {
            guard try !DeviceFinder.isIdentity(name, among: all) else { return nil }
            all = try await finder.fitting(all, named: name, kind: request.kind)
        }
        // That nothing runs is better said of all of them.
        let running = all.filter { !$0.target.controller.runningKeys(of: $0.schedule).isEmpty }
        guard let first = running.first?.schedule else { return nil }
        let isOne = running.allSatisfy { $0.schedule.name.isSameName(as: first.name) }
        guard isOne || request.name == nil else { return nil }
        let group: DeviceGroup
        if case .group(let named, _) = place {
            group = named
        } else {
            let book = GroupBook(try await finder.store.groups())
            guard isOne, let own = running.lazy.compactMap(\.schedule.group).first.flatMap({ book[$0] }),
                running.allSatisfy({ own.members.contains($0.schedule.device) })
            else { return nil }
            group = own
        }
        let members = group.members.compactMap { address -> GroupMembers.Member? in
            guard let (target, schedule) = running.first(where: { $0.schedule.device == address }) else { return nil }
            return GroupMembers.Member(
                address: address, device: target.device.name, schedule: request.name.map { _ in schedule.route })
        }
        let others = try await finder.others(of: group, besides: running).map { other in
            GroupOutsider(address: other.address, device: other.device)
        }
        return GroupMembers(group: group.name, members: members, others: others)
    }

    /// Throws, with the date to give, if the schedules of a group come next on dates that differ.
    private func requireOneDate(_ meant: DeviceFinder.Meant, _ group: DeviceGroup) throws(ControlError) {
        let next = meant.schedules.compactMap { target, schedule in
            target.controller.next(of: schedule).map { (target: target, schedule: schedule, date: $0.key.date) }
        }
        guard let first = next.min(by: { $0.date < $1.date }), next.contains(where: { $0.date != first.date }) else {
            return
        }
        let dates = next.map { "\($0.date) on \($0.target.device.name)" }.joined(separator: ", ")
        throw RequestReader.invalid(
            "The next date of “\(first.schedule.name)” is not the same on all of “\(group.name)”: \(dates).",
            "Give the date to change on all of them, as --date \(first.date), or one device with --device.")
    }

    /// Throws unless what cannot be undone is named in whole.
    private func requireWhole(
        _ meant: DeviceFinder.Meant, _ group: DeviceGroup, _ request: GroupQuestion
    ) throws(ControlError) {
        guard request.scope == .named, let first = meant.schedules.first?.schedule else { return }
        if let name = request.name, !first.isNamed(name) {
            throw ControlError(
                .unknownSchedule, "No \(request.kind) is called “\(name.printable)”.",
                advice: "Write the whole name to remove it: “\(first.name)”.")
        }
        if let name = request.device, !group.isNamed(name) {
            throw ControlError(
                .unknownDevice, "No group is called “\(name.printable)”.",
                advice: "Write the whole name to remove its \(request.kind): “\(group.name)”.")
        }
    }

    // MARK: - Arranging

    private func group(_ request: GroupRequest, _ before: DeviceGroup?) async throws -> DeviceGroup {
        let name = try RequestReader.plainName(request.name, what: "a group")
        if let device = try await finder.store.devices().first(where: { $0.name.isSameName(as: name) }) {
            throw ControlError(
                .alreadyExists, "A device is called “\(device.name)”, so a group cannot be.",
                advice: "Choose another name.")
        }
        if before == nil {
            let (devices, groups) = (try await finder.store.devices(), try await finder.store.groups())
            try KnownNames(devices: devices, groups: groups).require(name)
        }
        var members: [MacAddress] = []
        for text in request.devices {
            let device = try await finder.device(text)
            guard !members.contains(device.address) else {
                throw RequestReader.invalid("“\(device.name)” is named twice.", "Name each device once.")
            }
            members.append(device.address)
        }
        guard let group = DeviceGroup(name: before?.name ?? name, members: members) else {
            throw RequestReader.invalid(
                "The group has no device.", "Name its devices: `lull group set \(name.shellWord) nursery bedroom`.")
        }
        return group
    }

    /// What gives every device that joins a group its schedules, and takes them from every device that is not in it.
    ///
    /// A device that was in it before keeps what it has: somebody may have taken a schedule from it, or made it its own.
    private func arrangements(
        for group: DeviceGroup, insteadOf before: DeviceGroup?, _ devices: [PairedDevice]
    ) throws(ControlError) -> [ScheduleChange] {
        let schedules = schedules(of: group)
        let members = group.members.filter { before?.members.contains($0) != true }
            .compactMap { member in devices.first { $0.address == member } }
        var changes = schedules.filter { !group.members.contains($0.device) }.map { ScheduleChange.remove($0) }
        for model in schedules where schedules.first(where: { $0.isTwin(of: model) }) == model {
            for device in members {
                if schedules.contains(where: { $0.device == device.address && $0.isTwin(of: model) }) { continue }
                changes += try copies(of: model, for: device)
            }
        }
        return changes
    }

    /// Gives a device the schedule of another, with what is different on its dates.
    private func copies(
        of model: Schedule, for device: PairedDevice
    ) throws(ControlError) -> [ScheduleChange] {
        // What this build cannot control has no schedules.
        guard let controller = finder.controllers.controller(of: device.key) else { return [] }
        if controller.schedules(of: model.kind).contains(where: { $0.name.isSameName(as: model.name) }) {
            throw ControlError(
                .alreadyExists,
                "“\(device.name)” has \(model.kind == .alarm ? "an" : "a") \(model.kind) “\(model.name)” of its own.",
                advice: "Give that another name or remove it, then set the group again.")
        }
        let now = clock.now().wall
        let copy = Schedule(
            id: ScheduleID.fresh(), device: device.address, name: model.name, group: model.group,
            recurrence: model.recurrence, zone: model.zone, isEnabled: model.isEnabled, settledThrough: now,
            plan: model.plan)
        let owner = finder.controllers.all.first { $0.address == model.device }
        let dates = (owner?.changes(of: model) ?? [:]).sorted { $0.key < $1.key }
        return [.save(copy)] + dates.map { .date(copy, $0.key, $0.value) }
    }

    private func schedules(of group: DeviceGroup) -> [Schedule] {
        ScheduleKind.allCases.flatMap { kind in
            finder.controllers.all.flatMap { $0.schedules(of: kind) }.filter { $0.belongs(to: group.name) }
        }
    }

    // MARK: - In words

    private func document(_ group: DeviceGroup, _ devices: [PairedDevice]) -> GroupDocument {
        let schedules = schedules(of: group)
        let first = schedules.filter { schedule in schedules.first { $0.isTwin(of: schedule) } == schedule }
        return GroupDocument(
            name: group.name,
            members: members(group.members, devices),
            schedules: first.map { model in
                let own = Set(schedules.filter { $0.isTwin(of: model) }.map(\.device))
                return GroupDocument.Schedule(
                    kind: model.kind, name: model.name,
                    devices: members(group.members.filter(own.contains), devices).map(\.name))
            })
    }

    private func members(_ addresses: [MacAddress], _ devices: [PairedDevice]) -> [GroupDocument.Member] {
        addresses.compactMap { member in
            devices.first { $0.address == member }.map { GroupDocument.Member(address: $0.address, name: $0.name) }
        }
    }

    private func words(_ changes: [ScheduleChange], _ devices: [PairedDevice]) -> [ImportDocument.Change] {
        changes.compactMap { change in
            let verb: ImportDocument.Change.Verb
            switch change {
            case .save: verb = .added
            case .edit: verb = .changed
            case .remove: verb = .removed
            case .date: return nil
            }
            let schedule = change.schedule
            return ImportDocument.Change(
                change: verb, kind: ImportDocument.Change.Subject(schedule.kind), name: schedule.name,
                device: devices.first { $0.address == schedule.device }?.name ?? schedule.device.rawValue)
        }
    }

    private func entry(_ outcome: LogOutcome, _ group: GroupDocument) -> LogEntry {
        LogEntry(
            at: clock.now().wall, kind: .control, name: "group \(group.name)",
            detail: group.members.map(\.name).joined(separator: ", "), outcome: outcome, actor: .person)
    }
}

extension Schedule {
    /// Whether both are the same schedule of a group, on whatever devices.
    func isTwin(of other: Schedule) -> Bool {
        kind == other.kind && name.isSameName(as: other.name) && group?.lowercased() == other.group?.lowercased()
    }
}
