// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Dispatch
import GRDB
import Glibc
public import SleepModel
public import Storage

/// A store in one SQLite file, `lull.sqlite`.
///
/// One connection makes all calls, one after the other: there is one writer, reads are small, and no other reader holds
/// back the write-ahead log. The connection keeps the file locked, so a second process gets `busy`. A commit is on the
/// disk before its call returns, and cancelling the caller neither stops nor undoes it. When a commit cannot be
/// written, the call throws and the file is as before; later commits succeed once there is room again. A file beside it
/// reserves room, which is given up for what happens at night. Until the disk has room for it again, what people arrange
/// throws `full`.
///
/// A row that cannot be read is quarantined: a query for several rows leaves it out, and a query for that record alone
/// throws `corrupt`. Changes do not read the contents of other rows.
public actor SQLiteNightStore: NightStore {
    /// The file in the state directory.
    static let fileName = "lull.sqlite"

    /// What the log says about a damaged file that was replaced when this store was opened; empty when there was none.
    public nonisolated let restoration: [LogEntry]
    /// What became of that file, unless an earlier process replaced it and did not get any further.
    nonisolated let recovery: StateRecovery?
    let limits: HistoryLimits
    /// Why no backup was made before the schema was changed; nil when one was, and when nothing was changed.
    public nonisolated let missedBackup: StorageError?
    nonisolated let path: String
    nonisolated let callers = WaitingCallers()
    /// The room that is kept in reserve; nil for a copy, which needs none.
    private nonisolated let reserve: SpaceReserve?
    /// Whether room on the disk is kept in reserve.
    private(set) var hasReserve: Bool
    /// Whether what runs had to use the reserve, and the disk has no room for it again yet.
    private(set) var isReserveUsed = false
    /// Whether somebody may have arranged something since the last backup.
    var backupLacksSomething = true
    private(set) var queue: DatabaseQueue?
    /// Does what waits for the disk besides the database, so that it keeps no thread from others.
    private nonisolated let disk = DispatchQueue(label: "state directory")
    /// The quarantined rows that were found by looking for them; nil before somebody asks, and after a change.
    var found: [QuarantinedRow]?
    /// How often what was found may have changed.
    var edition = 0
    /// The quarantined rows of the history that queries met.
    var met: [String: QuarantinedRow] = [:]

    private init(
        _ opened: Opened, path: String, isCopy: Bool = false, restoration: [LogEntry] = [],
        recovery: StateRecovery? = nil, limits: HistoryLimits
    ) {
        queue = opened.queue
        self.path = path
        reserve = isCopy ? nil : SpaceReserve(of: path)
        hasReserve = reserve?.take() ?? true
        missedBackup = opened.missedBackup
        self.restoration = restoration
        self.recovery = recovery
        self.limits = limits
    }

    /// Opens the store in a directory, or makes both; the directory gets mode 0700, the file 0600.
    ///
    /// A file that is certainly damaged is renamed to `lull.sqlite.damaged-` and `now`. The newest good backup takes its
    /// place, with everything that can still be read of the damaged file; `restoration` and the log say what that was.
    /// Waits up to a second for another process to close the file. Throws `notPermitted` or `notWritable` for a path that
    /// cannot be used, `full` without room for a new file, `busy` while another process has the file open,
    /// `fromTheFuture` for a file of a newer version, and `corrupt` for one that SQLite does not understand.
    public static func open(
        directory: String, at now: Instant, keeping age: HistoryAge = HistoryAge()
    ) async throws(StorageError) -> SQLiteNightStore {
        try open(directory: directory, at: now, keeping: HistoryLimits(age: age))
    }

    static func open(
        directory: String, at now: Instant, keeping limits: HistoryLimits,
        migrator: DatabaseMigrator = NightSchema.migrator
    ) throws(StorageError) -> SQLiteNightStore {
        let file = try StateFile(fileName, in: directory)
        do {
            var recovery: StateRecovery?
            let opened: Opened
            do {
                opened = try self.opened(file, at: now, migrator)
            } catch let damage as StateFileDamage {
                recovery = try StateRestorer(file: file, migrator: migrator).restore(from: damage.queue, at: now)
                opened = try self.opened(file, at: now, migrator)
            }
            let isRestored = file.isRestored || recovery != nil
            let restoration = isRestored ? try opened.queue.read(StateRecovery.lastEntries) : []
            return SQLiteNightStore(
                opened, path: file.path, restoration: restoration, recovery: recovery, limits: limits)
        } catch {
            throw StorageError(error, path: file.path)
        }
    }

    /// Opens a copy in memory of what is stored in a directory that cannot be written, or of its newest good backup.
    ///
    /// Changes of the copy are lost. Also returns the path of the backup, if it is one. Throws when there is nothing that
    /// can be read.
    static func openCopy(
        directory: String
    ) throws(StorageError) -> (store: SQLiteNightStore, backup: String?) {
        let file = DatabaseFile(in: directory, name: fileName)
        do {
            let (queue, backup) = try StateCopy(file: file, migrator: NightSchema.migrator).make()
            let opened = Opened(queue: queue)
            return (SQLiteNightStore(opened, path: file.path, isCopy: true, limits: HistoryLimits()), backup)
        } catch {
            throw StorageError(error, path: file.path)
        }
    }

    private struct Opened {
        var queue: DatabaseQueue
        var missedBackup: StorageError?
    }

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(1)
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            // Locked before the first access, SQLite keeps the index of the write-ahead log in memory.
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }

    /// Throws `StateFileDamage` for a file that is certainly damaged.
    private static func opened(_ file: StateFile, at now: Instant, _ migrator: DatabaseMigrator) throws -> Opened {
        if try file.hasLostItsPages() { throw StateFileDamage(queue: nil) }
        try StateFileDamage.lookBeforeOpening(file.database)
        let queue = try StateFileDamage.found(in: nil) {
            try DatabaseQueue(path: file.path, configuration: configuration)
        }
        // Left by the look before; nobody else has the file open.
        unlink(file.path + "-shm")
        return try StateFileDamage.found(in: queue) {
            if try queue.read(migrator.hasBeenSuperseded) { throw StorageError.fromTheFuture(file.path) }
            guard try queue.read({ try StateFileDamage.isSound($0) }) else { throw StateFileDamage(queue: queue) }
            let steps = try queue.read(migrator.appliedIdentifiers)
            let isLost = try queue.read { database in
                try steps.isEmpty ? NightSchema.isBegun(database) : !NightSchema.isWhole(database)
            }
            guard !isLost else { throw StateFileDamage(queue: queue) }
            let mustMigrate = try queue.read { try !steps.isEmpty && !migrator.hasCompletedMigrations($0) }
            let missedBackup = mustMigrate ? missedBackup(of: queue, at: now) : nil
            try migrator.migrate(queue)
            NightSchema.note(migrator.migrations.count, in: queue)
            if let missedBackup { note(missedBackup, in: queue, at: now) }
            return Opened(queue: queue, missedBackup: missedBackup)
        }
    }

    /// Makes a backup of what an older version wrote, and returns why that failed; the night goes on without.
    private static func missedBackup(of queue: DatabaseQueue, at now: Instant) -> StorageError? {
        do {
            try StateBackups(path: queue.path).make(of: queue, at: now)
            return nil
        } catch {
            return StorageError(error, path: queue.path)
        }
    }

    /// Notes in the log that there is no backup, unless the same trouble keeps the log from being written.
    private static func note(_ missedBackup: StorageError, in queue: DatabaseQueue, at now: Instant) {
        let entry = LogEntry(
            at: now, kind: .daemon, name: missedBackup.message, outcome: .backupFailed, actor: .daemon)
        try? queue.write { try LogRow(entry).add($0) }
    }

    /// Ends all use of the store, after all earlier calls.
    ///
    /// Later calls throw `failed`; safe to call twice.
    public func close() async {
        guard let queue else { return }
        self.queue = nil
        // A connection that cannot be closed now is closed when the last use of it ends.
        try? await onDisk { try queue.close() }
    }

    /// The full disk while what runs uses the reserve, and a disk that has no room for it.
    public func shortage() async -> StorageShortage? {
        if isReserveUsed { return .onlyWhatRuns(.full(path)) }
        return hasReserve ? nil : .noReserve(.noReserve(path))
    }

    /// Takes room on the disk in reserve again, if there is enough.
    func takeReserve() async {
        guard !hasReserve else { return }
        hasReserve = await (try? onDisk { [reserve] in reserve?.take() ?? true }) ?? false
        if hasReserve { isReserveUsed = false }
    }

    /// Gives up the room that is kept in reserve; it is free when the call returns, whoever gave it up.
    func giveUpReserve() async throws(StorageError) {
        hasReserve = false
        isReserveUsed = true
        try await onDisk { [reserve] in reserve?.giveUp() }
    }

    /// Does work that waits for the disk.
    nonisolated func onDisk<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws(StorageError) -> Value {
        let result = await withCheckedContinuation { continuation in
            disk.async { continuation.resume(returning: Result { try work() }) }
        }
        return try value(of: result)
    }

    /// Runs work in one transaction, which a thrown error undoes.
    func transaction<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        try await alone { database in try database.transaction { try work(database) } }
    }

    /// Runs work while nothing else uses the file.
    func alone<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageError) -> Value {
        guard let queue else { throw .closed }
        let result = await withCheckedContinuation { continuation in
            callers.come()
            // The queue's own asynchronous calls undo the work when the caller is cancelled; this one does not.
            queue.asyncWriteWithoutTransaction { [callers] database in
                callers.go()
                continuation.resume(returning: Result { try work(database) })
            }
        }
        return try value(of: result)
    }

    private nonisolated func value<Value>(of result: Result<Value, any Error>) throws(StorageError) -> Value {
        do {
            return try result.get()
        } catch {
            throw StorageError(error, path: path)
        }
    }
}

extension Database {
    /// Runs work in a transaction, and returns what it returns.
    fileprivate func transaction<Value>(_ work: () throws -> Value) throws -> Value {
        var values: [Value] = []
        try inTransaction {
            values.append(try work())
            return .commit
        }
        return values[0]
    }
}
