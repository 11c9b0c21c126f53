// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import SleepModel
public import Storage

extension SetupDocument {
    /// What turns a store that holds `current` into one that holds this setup, to be committed at once.
    ///
    /// Whatever is already the same is not touched, so that it goes on. A device that the document leaves out is
    /// forgotten at `now`, which ends its runs. Devices and schedules that stay keep their places in their lists; new
    /// ones follow in the order of the document. A name may move from one device or schedule to another.
    public func changes(replacing current: SetupDocument, at now: Instant) -> [StoreChange] {
        let staying = Set(devices.map(\.address))
        let forgotten = current.devices.map(\.address).filter { !staying.contains($0) }
        let remaining = current.without(Set(forgotten))
        return forgotten.map { .forget($0, at: now, log: []) } + deviceChanges(from: remaining)
            + scheduleChanges(from: remaining) + overrideChanges(from: remaining)
            + holidayChanges(from: current.holidays) + groupChanges(from: current.groups)
            + (settings == remaining.settings ? [] : [.settings(settings, log: [])])
    }

    /// The setup without some devices and everything of theirs.
    private func without(_ forgotten: Set<MacAddress>) -> SetupDocument {
        let schedules = schedules.filter { !forgotten.contains($0.device) }
        let gone = Set(self.schedules.map(\.id)).subtracting(schedules.map(\.id))
        var settings = settings
        for device in forgotten { settings.devicePauses[device] = nil }
        return SetupDocument(
            devices: devices.filter { !forgotten.contains($0.address) }, schedules: schedules,
            overrides: overrides.filter { !gone.contains($0.schedule) }, settings: settings, holidays: holidays,
            groups: groups)
    }

    private func holidayChanges(from current: HolidayBook) -> [StoreChange] {
        current.calendars.filter { holidays[$0.name] == nil }.map { .removeHolidays($0.name, log: []) }
            + holidays.calendars.filter { current[$0.name] != $0 }.map { .holidays($0, log: []) }
    }

    private func groupChanges(from current: GroupBook) -> [StoreChange] {
        current.groups.filter { groups[$0.name] == nil }.map { .removeGroup($0.name, log: []) }
            + groups.groups.filter { current[$0.name] != $0 }.map { .group($0, log: []) }
    }

    private func deviceChanges(from current: SetupDocument) -> [StoreChange] {
        Replacement(
            of: current.devices, by: devices, identity: \.address, place: { $0.name.lowercased() },
            name: \.name
        ).saved.map { .pair($0, log: []) }
    }

    private func scheduleChanges(from current: SetupDocument) -> [StoreChange] {
        let replacement = Replacement(
            of: current.schedules, by: schedules, identity: \.id,
            place: { [$0.device.rawValue, $0.kind.rawValue, $0.name.lowercased()] }, name: \.name)
        return replacement.removed.map { .remove($0.id, log: []) } + replacement.saved.map { .save($0, log: []) }
    }

    private func overrideChanges(from current: SetupDocument) -> [StoreChange] {
        // Removing a schedule removes its overrides.
        let gone = Set(current.schedules.map(\.id)).subtracting(schedules.map(\.id))
        let staying = current.overrides.filter { !gone.contains($0.schedule) }
        let before = Dictionary(staying.map { ($0.key, $0) }) { first, _ in first }
        let after = Set(overrides.map(\.key))
        return staying.filter { !after.contains($0.key) }.map { .removeOverride($0.schedule, on: $0.date, log: []) }
            + overrides.filter { before[$0.key] != $0 }.map { .override($0, log: []) }
    }
}

extension OccurrenceOverride {
    fileprivate struct Key: Hashable {
        var schedule: ScheduleID
        var date: CivilDate
    }

    fileprivate var key: Key { Key(schedule: schedule, date: date) }
}

/// How one list becomes another, where no two things in one place may have the same name.
private struct Replacement<Thing: Equatable, Identity: Hashable, Place: Hashable> {
    /// What the new list leaves out.
    var removed: [Thing]
    /// What is saved, in order; first, whatever gives up its name to another gets a temporary one.
    var saved: [Thing]

    init(
        of current: [Thing], by wanted: [Thing], identity: (Thing) -> Identity, place: (Thing) -> Place,
        name: WritableKeyPath<Thing, String>
    ) {
        let target = Dictionary(wanted.map { (identity($0), $0) }) { first, _ in first }
        let before = Dictionary(current.map { (identity($0), $0) }) { first, _ in first }
        removed = current.filter { target[identity($0)] == nil }
        var taken = Set(wanted.map(place)).union(current.map(place))
        let wantedPlaces = Dictionary(wanted.map { (place($0), identity($0)) }) { first, _ in first }
        saved = []
        for var thing in current where target[identity(thing)] != nil {
            guard let owner = wantedPlaces[place(thing)], owner != identity(thing) else { continue }
            for number in 1... {
                thing[keyPath: name] = "moving \(number)"
                if taken.insert(place(thing)).inserted { break }
            }
            saved.append(thing)
        }
        saved += wanted.filter { before[identity($0)] != $0 }
    }
}
