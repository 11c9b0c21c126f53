// SPDX-License-Identifier: Apache-2.0

extension NightSchema {
    /// A ledger that is only added to, runs beside it, rules of every kind, overrides and pauses.
    ///
    /// An entry of the ledger names the one before it about the same occurrence as the one it `follows`, or 0. Since no
    /// two may follow the same, the entries about an occurrence are one story, and it can be claimed once only.
    /// `claimed` says that it began, `ended` how that ended, `passed` that it ended without having begun (or was carried
    /// over from the first step, which did not tell), and `void` that all this was taken back. What changes while it
    /// runs is in `runs` until it ends. The view `occurrences` is what holds now.
    static let wholeStory = """
        ALTER TABLE ledger RENAME TO first_ledger;
        DROP INDEX open_records;
        ALTER TABLE schedules RENAME TO first_schedules;

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
            UNIQUE (device, kind, name)
        ) STRICT;

        INSERT INTO schedules
        SELECT
            position, id, device, kind, name,
            CASE
                WHEN once_on IS NULL AND weekdays IS NULL AND time_of_day IS NULL THEN NULL
                ELSE json_object(
                    'content', json_object(
                        'days', CASE
                            WHEN weekdays IS NULL THEN json_object('once', json_object('date', once_on))
                            WHEN once_on IS NULL THEN json_object('weekly', json_object('weekdays', weekdays))
                            ELSE 'both'
                        END,
                        'exceptions', json_array(),
                        'gap', gap,
                        'overlap', overlap,
                        'time', json_object('clock', json_object('time', time_of_day))),
                    'v', 1)
            END,
            zone, is_enabled, settled_seconds, settled_nanosecond, settled_seconds, settled_nanosecond, plan
        FROM first_schedules;

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
            until TEXT,
            zone TEXT
        ) STRICT;
        CREATE UNIQUE INDEX pause_of_everything ON pauses (device IS NULL) WHERE device IS NULL;

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

        INSERT INTO ledger
        SELECT
            NULL, 0, iif(outcome IS NULL, 'claimed', 'passed'), schedule, date, slot, pass, kind, device, name,
            planned_seconds, planned_nanosecond, zone, zone_data, rule, lateness_nanoseconds, actor, outcome, NULL,
            ended_seconds, ended_nanosecond
        FROM first_ledger ORDER BY rowid;

        INSERT INTO runs
        SELECT
            number, schedule, date, slot, pass, first.kind, first.device, first.name, first.planned_seconds,
            first.planned_nanosecond, first.zone, first.zone_data, first.rule, first.lateness_nanoseconds, first.actor,
            first.run
        FROM first_ledger AS first JOIN ledger USING (schedule, date, slot, pass)
        WHERE first.outcome IS NULL;

        DROP TABLE first_ledger;
        DROP TABLE first_schedules;

        CREATE TRIGGER ledger_is_only_added_to BEFORE UPDATE ON ledger BEGIN
            SELECT RAISE(ABORT, 'the ledger is only added to');
        END;

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
        """
}
