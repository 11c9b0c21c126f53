// SPDX-License-Identifier: Apache-2.0

extension NightSchema {
    /// Devices, schedules, a ledger with one row per occurrence, and the log.
    static let firstNight = """
        CREATE TABLE devices (
            position INTEGER PRIMARY KEY,
            address TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE,
            product TEXT NOT NULL,
            paired_seconds INTEGER NOT NULL,
            paired_nanosecond INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE schedules (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            device TEXT NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL COLLATE NOCASE,
            once_on TEXT,
            weekdays INTEGER,
            time_of_day TEXT,
            gap TEXT,
            overlap TEXT,
            zone TEXT,
            is_enabled INTEGER NOT NULL,
            settled_seconds INTEGER NOT NULL,
            settled_nanosecond INTEGER NOT NULL,
            plan TEXT NOT NULL,
            UNIQUE (device, kind, name)
        ) STRICT;

        CREATE TABLE ledger (
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
            outcome TEXT,
            ended_seconds INTEGER,
            ended_nanosecond INTEGER,
            PRIMARY KEY (schedule, date, slot, pass)
        ) STRICT;
        CREATE INDEX open_records ON ledger (planned_seconds, planned_nanosecond) WHERE outcome IS NULL;

        CREATE TABLE log (
            number INTEGER PRIMARY KEY,
            at_seconds INTEGER NOT NULL,
            at_nanosecond INTEGER NOT NULL,
            planned_seconds INTEGER,
            planned_nanosecond INTEGER,
            device TEXT,
            kind TEXT NOT NULL,
            name TEXT,
            outcome TEXT NOT NULL,
            late_seconds INTEGER,
            actor TEXT NOT NULL
        ) STRICT;
        CREATE INDEX log_by_instant ON log (at_seconds, at_nanosecond);
        """
}
