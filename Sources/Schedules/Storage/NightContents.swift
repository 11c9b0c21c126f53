// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// The contents of a store, as a value: a batch of changes is made on a copy.
struct NightContents {
    private(set) var devices: [PairedDevice] = []
    private(set) var schedules: [Schedule] = []
    private(set) var overrides: [OccurrenceOverride] = []
    private(set) var settings = NightSettings()
    private(set) var holidays = HolidayBook()
    private(set) var groups = GroupBook()
    private(set) var holds: [MacAddress: DeviceHolds] = [:]
    private(set) var notices: [Int: Notice] = [:]
    private(set) var records: [OccurrenceRecord] = []
    private var positions: [OccurrenceKey: Int] = [:]

    /// Makes a change, or returns false and changes nothing when it is refused; after an error the value must be
    /// dropped.
    mutating func make(_ change: StoreChange) throws(StorageError) -> Bool {
        switch change {
        case .claim(let record, let schedule, _): claim(record, settling: schedule)
        case .update(let record, _): update(record)
        case .void(let key, _, _, _): void(key)
        case .save(let schedule, _): try save(schedule)
        case .remove(let schedule, _): remove(schedule)
        case .override(let override, _): keep(override)
        case .removeOverride(let schedule, let date, _): removeOverride(schedule, date)
        case .settings(let settings, _): keep(settings)
        case .holidays(let calendar, _): keep(calendar)
        case .removeHolidays(let name, _): removeHolidays(name)
        case .group(let group, _): keep(group)
        case .removeGroup(let name, _): removeGroup(name)
        case .pair(let device, _): try pair(device)
        case .addressKind(let kind, let device): learn(kind, of: device)
        case .forget(let device, let instant, _): forget(device, at: instant)
        case .hold(let holds, let device, _): keep(holds, on: device)
        case .notices(let notices, let dropped): keep(notices, dropping: dropped)
        case .note: true
        }
    }

    /// The record with a key, unless it was voided.
    func record(_ key: OccurrenceKey) -> OccurrenceRecord? {
        positions[key].map { records[$0] }
    }

    // MARK: - Occurrences

    private mutating func claim(_ record: OccurrenceRecord, settling schedule: Schedule?) -> Bool {
        if let existing = positions[record.key] {
            guard record.outcome == nil, records[existing].outcome == .missed else { return false }
            drop(record.key)
        }
        if let schedule { settle(schedule) }
        positions[record.key] = records.count
        records.append(record)
        return true
    }

    private mutating func update(_ record: OccurrenceRecord) -> Bool {
        guard let position = positions[record.key], records[position].outcome == nil else { return false }
        records[position] = record
        return true
    }

    private mutating func void(_ key: OccurrenceKey) -> Bool {
        guard let existing = record(key), existing.outcome != nil else { return false }
        drop(key)
        return true
    }

    private mutating func drop(_ key: OccurrenceKey) {
        guard let position = positions.removeValue(forKey: key) else { return }
        records.remove(at: position)
        for index in position..<records.count { positions[records[index].key] = index }
    }

    private mutating func settle(_ schedule: Schedule) {
        guard let position = schedules.firstIndex(where: { $0.id == schedule.id }) else { return }
        schedules[position].settledThrough = max(schedules[position].settledThrough, schedule.settledThrough)
        schedules[position].isEnabled = schedules[position].isEnabled && schedule.isEnabled
    }

    // MARK: - Schedules

    private mutating func save(_ schedule: Schedule) throws(StorageError) -> Bool {
        let isTaken = schedules.contains {
            $0.id != schedule.id && $0.device == schedule.device && $0.kind == schedule.kind
                && $0.name.isSameName(as: schedule.name)
        }
        if isTaken { throw .scheduleNameTaken(schedule.name, kind: schedule.kind) }
        if let position = schedules.firstIndex(where: { $0.id == schedule.id }) {
            schedules[position] = schedule
        } else {
            schedules.append(schedule)
        }
        return true
    }

    private mutating func remove(_ id: ScheduleID) -> Bool {
        guard let position = schedules.firstIndex(where: { $0.id == id }) else { return false }
        schedules.remove(at: position)
        overrides.removeAll { $0.schedule == id }
        return true
    }

    private mutating func keep(_ override: OccurrenceOverride) -> Bool {
        overrides.removeAll { $0.schedule == override.schedule && $0.date == override.date }
        overrides.append(override)
        return true
    }

    private mutating func removeOverride(_ schedule: ScheduleID, _ date: CivilDate) -> Bool {
        let count = overrides.count
        overrides.removeAll { $0.schedule == schedule && $0.date == date }
        return overrides.count < count
    }

    private mutating func keep(_ settings: NightSettings) -> Bool {
        self.settings = settings
        return true
    }

    private mutating func keep(_ calendar: HolidayCalendar) -> Bool {
        holidays.set(calendar)
        return true
    }

    private mutating func removeHolidays(_ name: String) -> Bool {
        guard holidays[name] != nil else { return false }
        holidays.remove(name)
        return true
    }

    private mutating func keep(_ group: DeviceGroup) -> Bool {
        groups.set(group)
        return true
    }

    private mutating func removeGroup(_ name: String) -> Bool {
        guard groups[name] != nil else { return false }
        groups.remove(name)
        return true
    }

    private mutating func keep(_ notices: [Notice], dropping dropped: Set<Int>) -> Bool {
        for notice in notices { self.notices[notice.number] = notice }
        for number in dropped { self.notices[number] = nil }
        return true
    }

    // MARK: - Devices

    private mutating func pair(_ device: PairedDevice) throws(StorageError) -> Bool {
        guard !devices.contains(where: { $0.address != device.address && $0.name.isSameName(as: device.name) })
        else { throw .deviceNameTaken(device.name) }
        if let position = devices.firstIndex(where: { $0.address == device.address }) {
            devices[position] = device
        } else {
            devices.append(device)
        }
        return true
    }

    private mutating func learn(_ kind: AddressKind, of address: MacAddress) -> Bool {
        guard let position = devices.firstIndex(where: { $0.address == address && $0.addressKind == nil }) else {
            return false
        }
        devices[position].addressKind = kind
        return true
    }

    private mutating func keep(_ holds: DeviceHolds, on address: MacAddress) -> Bool {
        guard devices.contains(where: { $0.address == address }) else { return false }
        self.holds[address] = holds
        return true
    }

    private mutating func forget(_ address: MacAddress, at instant: Instant) -> Bool {
        guard let position = devices.firstIndex(where: { $0.address == address }) else { return false }
        devices.remove(at: position)
        let gone = Set(schedules.lazy.filter { $0.device == address }.map(\.id))
        schedules.removeAll { gone.contains($0.id) }
        overrides.removeAll { gone.contains($0.schedule) }
        settings.devicePauses[address] = nil
        holds[address] = nil
        for position in records.indices where records[position].device == address && records[position].outcome == nil {
            records[position].run = nil
            records[position].outcome = .cancelled
            records[position].endedAt = instant
            records[position].actor = .person
        }
        return true
    }
}
