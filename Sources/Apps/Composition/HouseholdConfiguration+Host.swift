// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import DeviceModules
public import GATT
public import Household
public import Logging
import SQLiteStorage
import Scheduling
import SleepModel
public import Storage
import SystemClock

extension HouseholdConfiguration {
    /// The configuration of this host: its clock, or an accelerated one, and its zone.
    ///
    /// A host whose zone cannot be read runs in UTC, and says so in the log. A process that `isDaemon` follows changes of
    /// zone and zone data. It may start right after one that was killed and had sent the same commands. With
    /// `wakesHost` it wakes a suspended host for what is due, or logs why it cannot.
    public static func host(
        store: any NightStore, transport: any CentralTransport, acceleration: AcceleratedClock.Settings?,
        policy usualPolicy: ConnectionPolicy = ConnectionPolicy(), isDaemon: Bool = false, wakesHost: Bool = false,
        logger: Logger
    ) -> HouseholdConfiguration {
        var policy = usualPolicy
        // A device reports a change within a second, which is long where the night runs faster.
        if isDaemon, acceleration == nil { policy.predecessorLag = .seconds(1) }
        // Before zones are read, so that no change falls in between.
        let watch = isDaemon ? zoneWatch(logger) : nil
        let system = HostClock(zones: watch, wakesHost: wakesHost)
        if wakesHost, system.wakeAlarm != .on { logger.warning("\(system.wakeAlarm)") }
        let zones = ZoneBook(followingHostOf: ZoneDatabase())
        if zones.rules(of: nil) == .utc, let zone = ZoneDatabase().hostZoneIdentifier(),
            zone != ZoneRules.utc.identifier
        {
            logger.warning("the host's zone cannot be read; running in UTC", metadata: ["zone": "\(zone)"])
        }
        return HouseholdConfiguration(
            store: store, storePatience: isDaemon ? storePatience : nil, transport: transport,
            nightClock: acceleration.map { AcceleratedClock(base: system, settings: $0) } ?? system,
            radioClock: system, zones: zones, zonePoll: watch == nil ? zonePoll : nil,
            doubtsClock: acceleration == nil, products: .all, policy: policy, logger: logger)
    }

    /// How long an alarm may be late because the disk does not answer.
    private static let storePatience = Duration.seconds(2)

    /// How often to look where nothing tells.
    private static let zonePoll = Duration.seconds(15 * 60)

    private static func zoneWatch(_ logger: Logger) -> ZoneWatch? {
        do {
            return try ZoneWatch()
        } catch {
            logger.warning("looking for another zone every 15 minutes only", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    /// Opens what is kept in a state directory that this process holds.
    ///
    /// Where it was damaged it is set aside and restored, which stands in both logs as an error.
    public static func openStore(
        in directory: borrowing StateDirectory, logger: Logger
    ) async throws -> any NightStore {
        let now = HostClock().now().wall
        let store = try await SQLiteNightStore.open(directory: directory.path, at: now)
        if let failure = store.missedBackup {
            logger.error("no backup was made: \(failure.message)", metadata: ["code": "backup_failed"])
        }
        if let recovery = store.recovery { await report(recovery, of: store, at: now, logger: logger) }
        return store
    }

    /// Says in both logs what became of a damaged state file.
    private static func report(
        _ recovery: StateRecovery, of store: SQLiteNightStore, at now: Instant, logger: Logger
    ) async {
        let code = "state_restored"
        let source =
            recovery.backupAt.map { "the backup of \($0)" } ?? "what could be read of it, as there is no backup"
        logger.error(
            "the state file was damaged: it is set aside, and restored from \(source)",
            metadata: ["code": "\(code)", "set-aside": "\(recovery.setAside ?? "it was gone")"])
        var lines = recovery.setAside.map { [($0, LogOutcome.stateSetAside)] } ?? []
        lines.append(("from \(source)", .stateRestored))
        for table in recovery.incomplete {
            let line = "the \(table.rawValue) could not be read whole"
            logger.error("\(line)", metadata: ["code": "\(code)"])
            lines.append((line, .stateRestored))
        }
        for row in recovery.rows.prefix(longestReport) {
            let fate =
                switch row.fate {
                case .kept: "was changed since the backup, and is kept"
                case .removed: "was removed since the backup, and stays removed"
                case .restored: "could not be read, and is as in the backup"
                }
            logger.warning("\(row.name) \(fate)", metadata: ["code": "\(code)"])
            lines.append(("\(row.name) \(fate)", .stateRestored))
        }
        let others = recovery.rows.count - longestReport
        if others > 0 { logger.warning("\(others) more differ from the backup", metadata: ["code": "\(code)"]) }
        let entries = lines.map { LogEntry(at: now, kind: .daemon, name: $0, outcome: $1, actor: .daemon) }
        do {
            try await store.commit(.note(entries))
        } catch {
            logger.error("the log cannot be written", metadata: ["error": "\(error)"])
        }
    }

    /// How many rows a report lists.
    private static let longestReport = 200
}
