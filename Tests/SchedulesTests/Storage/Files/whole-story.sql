-- A state file as the last release with the second step of the schema wrote it, through its own store: `sqlite3 .dump`
-- without its pragma and its transaction. What was written is in WholeStory.swift. It never changes.
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1-first-night');
INSERT INTO grdb_migrations VALUES('2-whole-story');
CREATE TABLE devices (
    position INTEGER PRIMARY KEY,
    address TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    product TEXT NOT NULL,
    paired_seconds INTEGER NOT NULL,
    paired_nanosecond INTEGER NOT NULL
) STRICT;
INSERT INTO devices VALUES(1,'DC:06:41:DC:1A:B4','nursery','hatch-rest',1805009400,123456789);
INSERT INTO devices VALUES(2,'DC:06:41:DC:1A:B5','Schlafzimmer 🌙 "links"','hatch-rest',1805009400,123456789);
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
INSERT INTO log VALUES(1,-62135596800,0,253402300799,999999999,'DC:06:41:DC:1A:B5','control',replace('it''s "Ä\n','\n',char(10)),'done',-3,'device');
INSERT INTO log VALUES(2,1805009400,123456789,1805009400,123456789,'DC:06:41:DC:1A:B4','alarm','Wake','missed',10800,'schedule');
INSERT INTO log VALUES(3,1805009401,123456789,1805009400,123456789,'DC:06:41:DC:1A:B4','alarm','Wake','rang',1,'schedule');
INSERT INTO log VALUES(4,253402300799,999999999,NULL,NULL,NULL,'daemon',NULL,'started',NULL,'daemon');
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
INSERT INTO schedules VALUES(1,'alarm-1','DC:06:41:DC:1A:B4','alarm','Wake','{"content":{"days":{"weekly":{"weekdays":62}},"exceptions":[],"gap":"later","overlap":"first","time":{"clock":{"time":"07:00"}}},"v":1}','Europe/Berlin',1,1805009400,123456788,1805095800,123456789,'{"content":{"alarm":{"plan":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"snoozeNanoseconds":540000000000,"sound":19,"sunriseNanoseconds":1800000000000,"volume":102}}},"v":1}');
INSERT INTO schedules VALUES(2,'routine-1','DC:06:41:DC:1A:B5','routine','it''s','{"content":{"days":{"yearly":{"day":29,"leapDay":"clamp","month":2}},"exceptions":["2027-03-20"],"gap":"later","overlap":"both","time":{"clock":{"time":"02:30"}}},"v":1}',NULL,0,1805009400,123456788,1805009400,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
CREATE TABLE overrides (
    schedule TEXT NOT NULL,
    date TEXT NOT NULL,
    change TEXT NOT NULL,
    time_of_day TEXT,
    since_seconds INTEGER NOT NULL,
    since_nanosecond INTEGER NOT NULL,
    PRIMARY KEY (schedule, date)
) STRICT;
INSERT INTO overrides VALUES('alarm-1','2027-03-14','skip',NULL,1805009400,123456789);
INSERT INTO overrides VALUES('routine-1','2027-03-20','time','06:45:01',1805009400,123456789);
CREATE TABLE pauses (
    device TEXT UNIQUE,
    since_seconds INTEGER NOT NULL,
    since_nanosecond INTEGER NOT NULL,
    until TEXT,
    zone TEXT
) STRICT;
INSERT INTO pauses VALUES(NULL,1805009400,123456789,'2027-03-20T07:00:01','Europe/Berlin');
INSERT INTO pauses VALUES('DC:06:41:DC:1A:B4',-62135596800,0,NULL,NULL);
INSERT INTO pauses VALUES('DC:06:41:DC:1A:B5',253402300799,999999999,'2027-03-21T00:00',NULL);
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
INSERT INTO ledger VALUES(1,0,'claimed','alarm-1','2027-03-15','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009399,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule',NULL,NULL,NULL,NULL);
INSERT INTO ledger VALUES(2,0,'claimed','routine-1','2027-03-15','run-1',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009400,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule',NULL,NULL,NULL,NULL);
INSERT INTO ledger VALUES(3,0,'claimed','alarm-1','2027-03-01','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009400,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule',NULL,NULL,NULL,NULL);
INSERT INTO ledger VALUES(4,3,'ended','alarm-1','2027-03-01','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009400,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','dismissed',NULL,1805009490,123456789);
INSERT INTO ledger VALUES(5,0,'passed','alarm-1','2027-03-02','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805095800,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','missed','down',1805009490,123456789);
INSERT INTO ledger VALUES(6,0,'passed','alarm-1','2027-03-03','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805182200,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','missed','suspend',1805009490,123456789);
INSERT INTO ledger VALUES(7,0,'passed','alarm-1','2027-03-04','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805268600,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','missed','clock-step',1805009490,123456789);
INSERT INTO ledger VALUES(8,0,'passed','alarm-1','2027-03-05','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805355000,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','missed','zone-change',1805009490,123456789);
INSERT INTO ledger VALUES(9,0,'passed','alarm-1','2027-03-06','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805441400,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','missed','storage',1805009490,123456789);
INSERT INTO ledger VALUES(10,0,'passed','alarm-1','2027-03-07','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805527800,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','skipped','pause',1805009490,123456789);
INSERT INTO ledger VALUES(11,0,'passed','alarm-1','2027-03-08','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805614200,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','skipped','skip',1805009490,123456789);
INSERT INTO ledger VALUES(12,0,'claimed','alarm-1','2027-03-12','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009400,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule',NULL,NULL,NULL,NULL);
INSERT INTO ledger VALUES(13,12,'ended','alarm-1','2027-03-12','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009400,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','done',NULL,1805009490,123456789);
INSERT INTO ledger VALUES(14,13,'void','alarm-1','2027-03-12','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009400,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','done','clock-step',1805009400,123456789);
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
INSERT INTO runs VALUES(1,'alarm-1','2027-03-15','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009399,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','{"content":{"alarm":{"phase":{"snoozed":{"lengthNanoseconds":300000000000,"round":3,"since":{"bootID":"6f2b0f0e-8a3c-4d0a-9d46-000000000001","bootNanoseconds":86400000000001,"wall":{"nanosecond":123456789,"seconds":1805009400}}}},"plan":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"snoozeNanoseconds":540000000000,"sound":19,"sunriseNanoseconds":1800000000000,"volume":102},"yielded":["light"]}},"v":1}');
INSERT INTO runs VALUES(2,'routine-1','2027-03-15','run-1',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009400,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','{"content":{"bedtime":{"bedtime":{"nanosecond":123456789,"seconds":1805009400},"plan":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"sound":7,"volume":40,"wake":"06:45","wakeLight":{"appearance":{"gradient":{}},"brightness":99},"windDownNanoseconds":1800000000000},"start":{"bootID":"6f2b0f0e-8a3c-4d0a-9d46-000000000001","bootNanoseconds":86400000000001,"wall":{"nanosecond":123456789,"seconds":1805009400}},"wake":{"nanosecond":123456790,"seconds":1805009400}}},"v":1}');
CREATE INDEX log_by_instant ON log (at_seconds, at_nanosecond);
CREATE UNIQUE INDEX pause_of_everything ON pauses (device IS NULL) WHERE device IS NULL;
CREATE INDEX ledger_by_plan ON ledger (schedule, planned_seconds, planned_nanosecond);
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
