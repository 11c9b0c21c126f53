// SPDX-License-Identifier: Apache-2.0

import GRDB
import Storage

/// The tables of the state file.
///
/// Instants are two integers, whole seconds since 1970 and the nanoseconds after them: nanoseconds in one integer end
/// in 2262, and an `Instant` does not. Durations are integer nanoseconds. Dates and times of day are text. Enums are
/// their raw values, which never change. Rules, plans, dates of holidays, members of groups, runs and holds are JSON
/// text with a version. Devices and schedules are listed by `position`, which never changes. Ledger and log name devices and
/// schedules without foreign keys, because history outlives both.
///
/// An entry of the ledger names the entry before it about the same occurrence in `follows`, or 0. No two entries follow
/// the same one, so the entries about an occurrence form one chain, and only one of two claims can succeed. `entry` is
/// `claimed` (it began), `ended` (how that ended), `passed` (it ended without having begun) or `void` (everything
/// before was voided). What changes during a run is in `runs` until the run ends. The view `occurrences` shows what
/// holds now.
enum NightSchema {
    /// The steps that lead to the tables: a change of the schema is one more step, with a name of its own.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1-ledger-and-history") { try $0.execute(sql: tables) }
        migrator.registerMigration("2-address-types") {
            // A device that was paired before has none: nobody wrote it down.
            try $0.execute(sql: "ALTER TABLE devices ADD COLUMN address_type TEXT")
        }
        migrator.registerMigration("3-fade-starts") {
            // A fade that goes on over an upgrade begins as its plan says.
            try $0.execute(sql: "ALTER TABLE holds ADD COLUMN fade_starts TEXT")
        }
        migrator.registerMigration("4-waiting-changes") {
            try $0.execute(sql: "ALTER TABLE holds ADD COLUMN waiting TEXT")
        }
        return migrator
    }

    /// Notes in the head of a sound file how many steps made it, where an installer finds that without SQLite.
    ///
    /// `packaging/debian/lull.preinst` refuses a version that does not know them all. Without room for it the night goes
    /// on, and the next start tries again.
    static func note(_ steps: Int, in queue: DatabaseQueue) {
        try? queue.writeWithoutTransaction { database in
            guard try Int.fetchOne(database, sql: "PRAGMA user_version") != steps else { return }
            try database.execute(sql: "PRAGMA user_version = \(steps)")
            // The head is in the file itself then, and not in the log beside it.
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Whether the tables and the view are there.
    static func isWhole(_ database: Database) throws -> Bool {
        try QuarantinedRow.Table.allCases.allSatisfy { try database.tableExists($0.rawValue) }
            && database.viewExists(OccurrenceRow.table)
    }

    /// Whether there is anything that the steps would make.
    static func isBegun(_ database: Database) throws -> Bool {
        try QuarantinedRow.Table.allCases.contains { try database.tableExists($0.rawValue) }
    }

    private static let tables = """
        CREATE TABLE devices (
            position INTEGER PRIMARY KEY,
            address TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE,
            product TEXT NOT NULL,
            paired_seconds INTEGER NOT NULL,
            paired_nanosecond INTEGER NOT NULL,
            limit_volume INTEGER,
            limit_brightness INTEGER,
            limit_hours TEXT,
            is_mirrored INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE schedules (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            device TEXT NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL COLLATE NOCASE,
            rule TEXT,
            zone TEXT,
            is_enabled INTEGER NOT NULL,
            valid_seconds INTEGER NOT NULL,
            valid_nanosecond INTEGER NOT NULL,
            settled_seconds INTEGER NOT NULL,
            settled_nanosecond INTEGER NOT NULL,
            plan TEXT NOT NULL,
            group_name TEXT COLLATE NOCASE,
            UNIQUE (device, kind, name)
        ) STRICT;

        CREATE TABLE overrides (
            schedule TEXT NOT NULL,
            date TEXT NOT NULL,
            change TEXT NOT NULL,
            time_of_day TEXT,
            since_seconds INTEGER NOT NULL,
            since_nanosecond INTEGER NOT NULL,
            PRIMARY KEY (schedule, date)
        ) STRICT;

        CREATE TABLE pauses (
            device TEXT UNIQUE,
            since_seconds INTEGER NOT NULL,
            since_nanosecond INTEGER NOT NULL,
            starts TEXT,
            until TEXT,
            zone TEXT
        ) STRICT;
        CREATE UNIQUE INDEX pause_of_everything ON pauses (device IS NULL) WHERE device IS NULL;

        CREATE TABLE holidays (
            name TEXT NOT NULL UNIQUE,
            dates TEXT NOT NULL
        ) STRICT;

        CREATE TABLE groups (
            name TEXT NOT NULL UNIQUE,
            members TEXT NOT NULL
        ) STRICT;

        CREATE TABLE holds (
            device TEXT PRIMARY KEY,
            settled_seconds INTEGER,
            settled_nanosecond INTEGER,
            on_seconds INTEGER,
            on_nanosecond INTEGER,
            has_timer INTEGER NOT NULL,
            has_rung INTEGER NOT NULL,
            own_volume INTEGER,
            holds TEXT NOT NULL,
            nap TEXT
        ) STRICT;

        CREATE TABLE notices (
            number INTEGER PRIMARY KEY,
            at_seconds INTEGER NOT NULL,
            at_nanosecond INTEGER NOT NULL,
            since_seconds INTEGER NOT NULL,
            since_nanosecond INTEGER NOT NULL,
            count INTEGER NOT NULL,
            kind TEXT NOT NULL,
            grade TEXT NOT NULL,
            device TEXT,
            schedule TEXT,
            date TEXT,
            slot TEXT,
            pass INTEGER,
            message TEXT NOT NULL,
            advice TEXT NOT NULL,
            acknowledged_seconds INTEGER,
            acknowledged_nanosecond INTEGER
        ) STRICT;

        CREATE TABLE ledger (
            number INTEGER PRIMARY KEY,
            follows INTEGER NOT NULL,
            entry TEXT NOT NULL,
            schedule TEXT NOT NULL,
            date TEXT NOT NULL,
            slot TEXT NOT NULL,
            pass INTEGER NOT NULL,
            kind TEXT NOT NULL,
            device TEXT NOT NULL,
            name TEXT NOT NULL,
            planned_seconds INTEGER NOT NULL,
            planned_nanosecond INTEGER NOT NULL,
            zone TEXT NOT NULL,
            zone_data TEXT,
            rule TEXT NOT NULL,
            lateness_nanoseconds INTEGER NOT NULL,
            actor TEXT NOT NULL,
            outcome TEXT,
            reason TEXT,
            ended_seconds INTEGER,
            ended_nanosecond INTEGER,
            UNIQUE (schedule, date, slot, pass, follows)
        ) STRICT;
        CREATE INDEX ledger_by_plan ON ledger (schedule, planned_seconds, planned_nanosecond);
        CREATE TRIGGER ledger_is_append_only BEFORE UPDATE ON ledger BEGIN
            SELECT RAISE(ABORT, 'entries of the ledger never change');
        END;

        CREATE TABLE runs (
            claim INTEGER PRIMARY KEY,
            schedule TEXT NOT NULL,
            date TEXT NOT NULL,
            slot TEXT NOT NULL,
            pass INTEGER NOT NULL,
            kind TEXT NOT NULL,
            device TEXT NOT NULL,
            name TEXT NOT NULL,
            planned_seconds INTEGER NOT NULL,
            planned_nanosecond INTEGER NOT NULL,
            zone TEXT NOT NULL,
            zone_data TEXT,
            rule TEXT NOT NULL,
            lateness_nanoseconds INTEGER NOT NULL,
            actor TEXT NOT NULL,
            run TEXT,
            UNIQUE (schedule, date, slot, pass)
        ) STRICT;

        CREATE VIEW occurrences AS
        SELECT
            claim, schedule, date, slot, pass, kind, device, name, planned_seconds, planned_nanosecond, zone, zone_data,
            rule, lateness_nanoseconds, actor, run, NULL AS outcome, NULL AS reason, NULL AS ended_seconds,
            NULL AS ended_nanosecond
        FROM runs
        UNION ALL
        SELECT
            iif(entry = 'ended', follows, number), schedule, date, slot, pass, kind, device, name, planned_seconds,
            planned_nanosecond, zone, zone_data, rule, lateness_nanoseconds, actor, NULL, outcome, reason,
            ended_seconds, ended_nanosecond
        FROM ledger AS last
        WHERE entry NOT IN ('claimed', 'void') AND NOT EXISTS (
            SELECT 1 FROM ledger AS next
            WHERE next.schedule = last.schedule AND next.date = last.date AND next.slot = last.slot
                AND next.pass = last.pass AND next.follows = last.number);

        CREATE TABLE log (
            number INTEGER PRIMARY KEY,
            at_seconds INTEGER NOT NULL,
            at_nanosecond INTEGER NOT NULL,
            planned_seconds INTEGER,
            planned_nanosecond INTEGER,
            device TEXT,
            kind TEXT NOT NULL,
            schedule TEXT,
            date TEXT,
            slot TEXT,
            pass INTEGER,
            name TEXT,
            detail TEXT,
            outcome TEXT NOT NULL,
            reason TEXT,
            late_seconds INTEGER,
            actor TEXT NOT NULL,
            is_transient INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX log_by_instant ON log (at_seconds, at_nanosecond);
        """
}
