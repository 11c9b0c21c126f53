// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
public import Storage

extension SQLiteNightStore {
    /// Makes changes in one transaction, and drops the surplus of the history.
    public func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        for change in changes { try change.requireNoNul() }
        forgetFound()
        let areAboutRuns = changes.allSatisfy(\.isAboutRuns)
        await takeReserve()
        guard areAboutRuns || !isReserveUsed else { throw .full(path) }
        if !areAboutRuns { backupLacksSomething = true }
        let hadReserve = hasReserve
        do throws(StorageError) {
            return try await make(changes)
        } catch {
            guard error.code == .full, areAboutRuns, hadReserve else { throw error }
            // Another change of the same moment may have given it up already; then there is room for this one, too.
            try await giveUpReserve()
            return try await make(changes)
        }
    }

    private func make(_ changes: [StoreChange]) async throws(StorageError) -> [Bool] {
        let limits = limits
        return try await transaction { database in
            var names = ScheduleNames()
            let answers = try changes.map { change in
                guard try SQLiteNightStore.make(change, knowing: &names, in: database) else { return false }
                for entry in change.log { try LogRow(entry).add(database) }
                return true
            }
            try Ledger.trim(to: limits, in: database)
            let noted = zip(changes, answers).reduce(0) { $1.1 ? $0 + $1.0.log.count : $0 }
            try LogRow.trim(to: limits, afterNoting: noted, in: database)
            return answers
        }
    }

    private static func make(
        _ change: StoreChange, knowing names: inout ScheduleNames, in database: Database
    ) throws -> Bool {
        if case .save(let schedule, _) = change {
            try save(schedule, knowing: &names, in: database)
            return true
        }
        // Others may remove schedules.
        names = ScheduleNames()
        switch change {
        case .claim(let record, let schedule, _):
            guard try Ledger.claim(record, in: database) else { return false }
            if let schedule { try settle(schedule, in: database) }
        case .update(let record, _): return try Ledger.update(record, in: database)
        case .void(let key, let reason, let instant, _):
            return try Ledger.void(key, reason, at: instant, in: database)
        case .save: break
        case .remove(let schedule, _): return try remove(schedule, in: database)
        case .override(let override, _): try OverrideRow(override).save(database)
        case .removeOverride(let schedule, let date, _):
            return try delete(
                "overrides WHERE schedule = ? AND date = ?", schedule.rawValue, date.description, in: database)
        case .settings(let settings, _): try keep(settings, in: database)
        case .holidays(let calendar, _):
            _ = try removeNamed(calendar.name, from: HolidayRow.table, in: database)
            try HolidayRow(calendar).save(database)
        case .removeHolidays(let name, _): return try removeNamed(name, from: HolidayRow.table, in: database)
        case .group(let group, _):
            _ = try removeNamed(group.name, from: GroupRow.table, in: database)
            try GroupRow(group).save(database)
        case .removeGroup(let name, _): return try removeNamed(name, from: GroupRow.table, in: database)
        case .pair(let device, _): try pair(device, in: database)
        case .addressKind(let kind, let device): return try learn(kind, of: device, in: database)
        case .forget(let device, let instant, _): return try forget(device, at: instant, in: database)
        case .hold(let holds, let device, _): return try keep(holds, on: device, in: database)
        case .notices(let notices, let dropped):
            for notice in notices { try NoticeRow(notice).save(database) }
            for number in dropped {
                try database.cachedStatement(sql: "DELETE FROM notices WHERE number = ?").execute(arguments: [number])
            }
        case .note: break
        }
        return true
    }

    /// Settles a schedule without reading its row, which may be damaged.
    private static func settle(_ schedule: Schedule, in database: Database) throws {
        let id = schedule.id.rawValue
        let (seconds, nanosecond) = (schedule.settledThrough.secondsSince1970, schedule.settledThrough.nanosecond)
        try database.cachedStatement(
            sql: """
                UPDATE schedules SET settled_seconds = ?, settled_nanosecond = ?
                WHERE id = ? AND (settled_seconds, settled_nanosecond) < (?, ?)
                """
        ).execute(arguments: [seconds, nanosecond, id, seconds, nanosecond])
        try database.cachedStatement(sql: "UPDATE schedules SET is_enabled = is_enabled AND ? WHERE id = ?")
            .execute(arguments: [schedule.isEnabled, id])
    }

    private static func save(
        _ schedule: Schedule, knowing names: inout ScheduleNames, in database: Database
    ) throws {
        let row = try ScheduleRow(schedule)
        for id in try names.others(like: row, in: database).sorted() {
            guard try ScheduleRow.read(database, "WHERE id = ?", [id]).values.isEmpty else {
                throw StorageError.scheduleNameTaken(schedule.name, kind: schedule.kind)
            }
            // Nobody can use what is quarantined, so it gives way to what is saved under its name.
            _ = try remove(ScheduleID(rawValue: id), in: database)
            names.remove(id)
        }
        try row.save(database)
        names.save(row)
    }

    static func remove(_ schedule: ScheduleID, in database: Database) throws -> Bool {
        guard try delete("schedules WHERE id = ?", schedule.rawValue, in: database) else { return false }
        try delete("overrides WHERE schedule = ?", schedule.rawValue, in: database)
        return true
    }

    private static func keep(_ settings: NightSettings, in database: Database) throws {
        let damaged = try PauseRow.read(database, "").quarantined.map { "\($0.number)" }
        try delete("pauses WHERE rowid NOT IN (\(damaged.joined(separator: ", ")))", in: database)
        // No conflict of rows tells that there is a pause of everything already.
        if settings.pause != nil { try delete("pauses WHERE device IS NULL", in: database) }
        if let pause = settings.pause { try PauseRow(pause, of: nil).save(database) }
        for (device, pause) in settings.devicePauses { try PauseRow(pause, of: device).save(database) }
    }

    /// Removes the calendar or the group with a name, also if it cannot be read.
    private static func removeNamed(_ name: String, from table: String, in database: Database) throws -> Bool {
        let names = try String.fetchAll(database, sql: "SELECT name FROM \(table)").filter { $0.isSameName(as: name) }
        for name in names { try delete("\(table) WHERE name = ?", name, in: database) }
        return !names.isEmpty
    }

    private static func pair(_ device: PairedDevice, in database: Database) throws {
        let others = try Row.fetchAll(
            database, sql: "SELECT address, name FROM devices WHERE address <> ?",
            arguments: [device.address.rawValue])
        for other in others where device.name.isSameName(as: other["name"]) {
            let address: String = other["address"]
            guard try DeviceRow.read(database, "WHERE address = ?", [address]).values.isEmpty else {
                throw StorageError.deviceNameTaken(device.name)
            }
            try delete("devices WHERE address = ?", address, in: database)
        }
        try DeviceRow(device).save(database)
    }

    private static func learn(_ kind: AddressKind, of device: MacAddress, in database: Database) throws -> Bool {
        try database.cachedStatement(
            sql: "UPDATE devices SET address_type = ? WHERE address = ? AND address_type IS NULL"
        ).execute(arguments: [kind.rawValue, device.rawValue])
        return database.changesCount > 0
    }

    private static func keep(_ holds: DeviceHolds, on device: MacAddress, in database: Database) throws -> Bool {
        let known = try Row.fetchOne(
            database, sql: "SELECT 1 FROM devices WHERE address = ?", arguments: [device.rawValue])
        guard known != nil else { return false }
        try HoldRow(holds, on: device).save(database)
        return true
    }

    private static func forget(_ device: MacAddress, at instant: Instant, in database: Database) throws -> Bool {
        let address = device.rawValue
        guard try delete("devices WHERE address = ?", address, in: database) else { return false }
        try delete("overrides WHERE schedule IN (SELECT id FROM schedules WHERE device = ?)", address, in: database)
        try delete("schedules WHERE device = ?", address, in: database)
        try delete("pauses WHERE device = ?", address, in: database)
        try delete("holds WHERE device = ?", address, in: database)
        try Ledger.cancelRuns(of: device, at: instant, in: database)
        return true
    }

    /// Deletes rows, and says whether there were any.
    @discardableResult
    private static func delete(_ rows: String, _ arguments: String..., in database: Database) throws -> Bool {
        try database.cachedStatement(sql: "DELETE FROM \(rows)").execute(arguments: StatementArguments(arguments))
        return database.changesCount > 0
    }
}

extension StoreChange {
    /// Whether it says what happens, and not what people arrange.
    fileprivate var isAboutRuns: Bool {
        switch self {
        case .claim, .update, .void, .hold, .notices, .note: true
        case .save, .remove, .override, .removeOverride, .settings, .holidays, .removeHolidays, .group, .removeGroup,
            .pair, .addressKind, .forget:
            false
        }
    }
}
