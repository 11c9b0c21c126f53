// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Scheduling
import SetupDocuments
import SleepModel
import Storage

/// What another setup changes, for the store, for what runs, and for people.
struct SetupReplacement: Sendable {
    let before: SetupDocument
    let after: SetupDocument
    private let devicesBefore: [MacAddress: PairedDevice]
    private let devicesAfter: [MacAddress: PairedDevice]
    private let overridesBefore: [ScheduleID: [CivilDate: OccurrenceOverride]]
    private let overridesAfter: [ScheduleID: [CivilDate: OccurrenceOverride]]

    init(of before: SetupDocument, by after: SetupDocument) {
        self.before = before
        self.after = after
        devicesBefore = Dictionary(before.devices.map { ($0.address, $0) }) { first, _ in first }
        devicesAfter = Dictionary(after.devices.map { ($0.address, $0) }) { first, _ in first }
        overridesBefore = Self.byDate(before.overrides)
        overridesAfter = Self.byDate(after.overrides)
    }

    private static func byDate(
        _ overrides: [OccurrenceOverride]
    ) -> [ScheduleID: [CivilDate: OccurrenceOverride]] {
        Dictionary(grouping: overrides, by: \.schedule).mapValues { overrides in
            Dictionary(overrides.map { ($0.date, $0) }) { _, last in last }
        }
    }

    // MARK: - Devices

    /// The devices that are no longer there.
    var forgotten: [PairedDevice] { before.devices.filter { devicesAfter[$0.address] == nil } }
    /// The devices that are new.
    var paired: [PairedDevice] { after.devices.filter { devicesBefore[$0.address] == nil } }
    /// The devices that have another name, or are of another product.
    var altered: [PairedDevice] {
        after.devices.filter { device in devicesBefore[device.address].map { $0 != device } ?? false }
    }
    /// The devices, as they were, whose controllers end: those that are no longer there, or are of another product.
    var closed: [PairedDevice] {
        let keys = Set(after.devices.map(\.key))
        return before.devices.filter { !keys.contains($0.key) }
    }

    // MARK: - Schedules

    /// The schedules that are no longer there; one that went to another device or became of another kind is not either.
    var removed: [Schedule] {
        let staying = Set(after.schedules.map(Place.init))
        return before.schedules.filter { !staying.contains(Place($0)) }
    }

    /// The schedules that are new.
    var added: [Schedule] {
        let known = Set(before.schedules.map(Place.init))
        return after.schedules.filter { !known.contains(Place($0)) }
    }

    /// The schedules that are others than before, or differ from it on other dates.
    var changed: [Schedule] {
        let known = Dictionary(before.schedules.map { (Place($0), $0) }) { first, _ in first }
        return after.schedules.filter { schedule in
            guard let here = known[Place(schedule)] else { return false }
            return here != schedule || overridesBefore[schedule.id] != overridesAfter[schedule.id]
        }
    }

    /// What becomes of the schedules of each kind, of each device that was there before.
    func rearrangements() -> [MacAddress: [ScheduleKind: Rearrangement]] {
        var result: [MacAddress: [ScheduleKind: Rearrangement]] = [:]
        func edit(_ schedule: Schedule, _ body: (inout Rearrangement) -> Void) {
            body(&result[schedule.device, default: [:]][schedule.kind, default: Rearrangement()])
        }
        for schedule in removed { edit(schedule) { $0.removed.append(schedule.id) } }
        let same = Set(before.schedules)
        for schedule in added + changed {
            edit(schedule) { rearrangement in
                if !same.contains(schedule) { rearrangement.saved.append(schedule) }
                rearrangement.changes[schedule.id] = (overridesAfter[schedule.id] ?? [:]).mapValues(\.change)
            }
        }
        for device in before.devices where devicesAfter[device.address] != nil {
            let pauses = after.settings.pauses(of: device.address)
            guard pauses != before.settings.pauses(of: device.address) else { continue }
            for kind in ScheduleKind.allCases {
                result[device.address, default: [:]][kind, default: Rearrangement()].pauses = pauses
            }
        }
        if before.holidays != after.holidays {
            for device in before.devices where devicesAfter[device.address] != nil {
                for kind in ScheduleKind.allCases {
                    result[device.address, default: [:]][kind, default: Rearrangement()].holidays = after.holidays
                }
            }
        }
        return result
    }

    // MARK: - In words

    /// Everything that changes, devices first.
    var documents: [ImportDocument.Change] {
        let devices =
            forgotten.map { change(.removed, $0) } + paired.map { change(.added, $0) }
            + altered.map { change(.changed, $0) }
        let schedules =
            removed.map { change(.removed, $0, devicesBefore) } + added.map { change(.added, $0, devicesAfter) }
            + changed.map { change(.changed, $0, devicesAfter) }
        return devices + groups.map { $0.document } + holidays.map { $0.document } + schedules
            + pauses.map { $0.document }
    }

    /// What is different of a schedule that was there before; nil for one that is new, or no different.
    private func detail(of schedule: Schedule) -> String? {
        guard let known = before.schedules.first(where: { $0.id == schedule.id }) else { return nil }
        let dates = overridesBefore[schedule.id] == overridesAfter[schedule.id] ? nil : "other single dates"
        let parts = [ScheduleDifference.text(from: known, to: schedule), dates].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// What is different of a device that was there before.
    private func detail(of device: PairedDevice) -> String? {
        guard let known = devicesBefore[device.address] else { return nil }
        let parts = [
            known.name == device.name ? nil : "“\(known.name)” → “\(device.name)”",
            known.product == device.product ? nil : "product \(device.product)",
            known.limit == device.limit ? nil : device.limit == nil ? "no limit" : "another limit",
            known.addressKind == device.addressKind
                ? nil : device.addressKind.map { "a \($0.rawValue) address" } ?? "an address of any type",
            known.isMirrored == device.isMirrored ? nil : "mirror \(device.isMirrored ? "on" : "off")",
        ]
        .compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// What the log says of it; whether a pause that goes has begun depends on `zones`.
    func log(at instant: Instant, zones: ZoneBook) -> [LogEntry] {
        func entry(_ device: MacAddress?, _ name: String, _ outcome: LogOutcome) -> LogEntry {
            LogEntry(at: instant, device: device, kind: .control, name: name, outcome: outcome, actor: .person)
        }
        func entry(_ schedule: Schedule, _ outcome: LogOutcome) -> LogEntry {
            LogEntry(
                at: instant, device: schedule.device, kind: LogKind(schedule.kind), schedule: schedule.id,
                name: schedule.name, detail: detail(of: schedule), outcome: outcome, actor: .person)
        }
        return [entry(nil, "import", .imported)]
            + removed.map { entry($0, .removed) }
            + forgotten.map { entry($0.address, "unpair", .unpaired) }
            + paired.map { entry($0.address, "pair", .paired) }
            + (added + changed).map { entry($0, .saved) }
            + groups.map { entry(nil, "group \($0.document.name ?? "")", $0.isOver ? .removed : .saved) }
            + holidays.map { entry(nil, "holidays \($0.document.name ?? "")", $0.isOver ? .removed : .imported) }
            + pauses.compactMap { LogEntry($0, zones: zones, at: instant) }
    }

    private func change(_ verb: ImportDocument.Change.Verb, _ device: PairedDevice) -> ImportDocument.Change {
        ImportDocument.Change(
            change: verb, kind: .device, name: device.name, device: nil,
            detail: verb == .changed ? detail(of: device) : nil)
    }

    private func change(
        _ verb: ImportDocument.Change.Verb, _ schedule: Schedule, _ devices: [MacAddress: PairedDevice]
    ) -> ImportDocument.Change {
        ImportDocument.Change(
            change: verb, kind: ImportDocument.Change.Subject(schedule.kind), name: schedule.name,
            device: devices[schedule.device]?.name ?? schedule.device.rawValue,
            detail: verb == .changed ? detail(of: schedule) : nil)
    }

    /// The groups that are not as before.
    private var groups: [(isOver: Bool, document: ImportDocument.Change)] {
        func document(_ verb: ImportDocument.Change.Verb, _ name: String) -> ImportDocument.Change {
            let members = after.groups[name]?.members.compactMap { devicesAfter[$0]?.name }.joined(separator: ", ")
            return ImportDocument.Change(
                change: verb, kind: .group, name: name, device: nil, detail: verb == .changed ? members : nil)
        }
        return before.groups.groups.filter { after.groups[$0.name] == nil }.map { (true, document(.removed, $0.name)) }
            + after.groups.groups.filter { before.groups[$0.name] != $0 }.map {
                (false, document(before.groups[$0.name] == nil ? .added : .changed, $0.name))
            }
    }

    /// The calendars of holidays that are not as before.
    private var holidays: [(isOver: Bool, document: ImportDocument.Change)] {
        func document(_ verb: ImportDocument.Change.Verb, _ name: String) -> ImportDocument.Change {
            ImportDocument.Change(
                change: verb, kind: .holidays, name: name, device: nil,
                detail: verb == .changed ? "other dates" : nil)
        }
        return before.holidays.calendars.filter { after.holidays[$0.name] == nil }
            .map { (true, document(.removed, $0.name)) }
            + after.holidays.calendars.filter { before.holidays[$0.name] != $0 }.map {
                (false, document(before.holidays[$0.name] == nil ? .added : .changed, $0.name))
            }
    }

    /// The pauses that are not as before, that of everything first; those of devices that are forgotten go with them.
    private var pauses: [PauseChange] {
        let all = [(nil as PairedDevice?, before.settings.pause, after.settings.pause)]
        let single = after.devices.map { device in
            (
                device as PairedDevice?, before.settings.devicePauses[device.address],
                after.settings.devicePauses[device.address]
            )
        }
        return (all + single).filter { $0.1 != $0.2 }.map { device, before, after in
            let verb = before == nil ? ImportDocument.Change.Verb.added : after == nil ? .removed : .changed
            let document = ImportDocument.Change(
                change: verb, kind: .pause, name: nil, device: device?.name,
                detail: verb == .changed ? "other times" : nil)
            return PauseChange(device: device?.address, before: before, after: after, document: document)
        }
    }

    /// A pause that is not as before.
    fileprivate struct PauseChange {
        /// The device; nil for the pause of everything.
        let device: MacAddress?
        let before: Pause?
        let after: Pause?
        let document: ImportDocument.Change
    }

    /// What a schedule is in what runs.
    private struct Place: Hashable {
        let id: ScheduleID
        let device: MacAddress
        let kind: ScheduleKind

        init(_ schedule: Schedule) {
            (id, device, kind) = (schedule.id, schedule.device, schedule.kind)
        }
    }
}

extension LogEntry {
    /// What the log says of a pause that another setup changes; one that goes before it began is called off.
    fileprivate init?(_ change: SetupReplacement.PauseChange, zones: ZoneBook, at now: Instant) {
        if let after = change.after {
            self.init(.paused, after, of: change.device, zones: zones, at: now)
        } else if let before = change.before {
            let hasBegun = PauseDocument(before, device: nil, zones: zones, at: now).begun
            self.init(hasBegun ? .resumed : .cancelled, before, of: change.device, zones: zones, at: now)
        } else {
            return nil
        }
    }
}
