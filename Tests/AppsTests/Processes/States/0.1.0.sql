PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1-ledger-and-history');
INSERT INTO grdb_migrations VALUES('2-address-types');
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
, address_type TEXT) STRICT;
INSERT INTO devices VALUES(1,'DC:06:41:00:00:07','nursery','hatch-rest',1799067603,527448546,153,NULL,'19:00-06:30',0,NULL);
INSERT INTO devices VALUES(2,'DC:06:41:00:00:08','bedroom','hatch-rest',1799067603,580865770,NULL,NULL,NULL,1,NULL);
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
INSERT INTO schedules VALUES(1,'7c5e9c2cda3e1547-fc73d477748c36','DC:06:41:00:00:07','bedtime','bedtime','{"content":{"days":{"weekly":{"weekdays":31}},"exceptions":[],"gap":"later","overlap":"first","time":{"clock":{"time":"19:30"}}},"v":1}',NULL,1,1799067603,919853620,1799067603,919853620,'{"content":{"bedtime":{"plan":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":102},"nightLight":{"appearance":{"color":{"blue":0,"green":0,"red":255}},"brightness":13},"sound":7,"stayInBedLight":{"appearance":{"color":{"blue":0,"green":0,"red":255}},"brightness":26},"stayInBedNanoseconds":1800000000000,"volume":77,"wake":"06:45","wakeLight":{"appearance":{"color":{"blue":157,"green":210,"red":92}},"brightness":51},"windDownNanoseconds":1800000000000}}},"v":1}',NULL);
INSERT INTO schedules VALUES(2,'810a2a0b923c2c12-50754cc91bafca68','DC:06:41:00:00:07','alarm','school','{"content":{"days":{"weekly":{"weekdays":62}},"exceptions":[],"gap":"later","notOn":["school"],"overlap":"first","time":{"clock":{"time":"06:50"}}},"v":1}',NULL,1,1799067604,102731748,1799067604,102731748,'{"content":{"alarm":{"plan":{"snoozeNanoseconds":540000000000,"sound":9,"volume":128}}},"v":1}',NULL);
INSERT INTO schedules VALUES(3,'1269fbc97ddeb1c4-3ec72c29d9a8e780','DC:06:41:00:00:08','alarm','up','{"content":{"days":{"weekly":{"weekdays":62}},"exceptions":[],"gap":"later","overlap":"first","time":{"clock":{"time":"06:30"}}},"v":1}',NULL,0,1799067604,233899905,1799067604,233899905,'{"content":{"alarm":{"plan":{"backupNanoseconds":600000000000,"crescendoNanoseconds":60000000000,"light":{"appearance":{"color":{"blue":87,"green":167,"red":255}},"brightness":255},"snoozeNanoseconds":540000000000,"sound":9,"sunriseNanoseconds":1800000000000,"volume":128}}},"v":1}',NULL);
INSERT INTO schedules VALUES(4,'32350e5204c4452a-31d13e96f79e29f4','DC:06:41:00:00:07','alarm','both','{"content":{"days":{"weekly":{"weekdays":65}},"exceptions":[],"gap":"later","overlap":"first","time":{"clock":{"time":"08:00"}}},"v":1}',NULL,1,1799067604,352449211,1799067604,352449211,'{"content":{"alarm":{"plan":{"snoozeNanoseconds":540000000000,"sound":9,"volume":128}}},"v":1}','children');
INSERT INTO schedules VALUES(5,'45e8bfd3d60e8585-e2b9f329fc9a808f','DC:06:41:00:00:08','alarm','both','{"content":{"days":{"weekly":{"weekdays":65}},"exceptions":[],"gap":"later","overlap":"first","time":{"clock":{"time":"08:00"}}},"v":1}',NULL,1,1799067604,352753543,1799067604,352753543,'{"content":{"alarm":{"plan":{"snoozeNanoseconds":540000000000,"sound":9,"volume":128}}},"v":1}','children');
INSERT INTO schedules VALUES(6,'561ac114499f08c3-2fbf34535774aebf','DC:06:41:00:00:08','routine','evening','{"content":{"days":{"weekly":{"weekdays":127}},"exceptions":[],"gap":"later","overlap":"first","time":{"clock":{"time":"21:00"}}},"v":1}',NULL,1,1799067604,431211188,1799067604,431211188,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1200000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":102},"lightFadeNanoseconds":0,"sound":7,"volume":77,"volumeFadeNanoseconds":0},{"end":{"after":{"nanoseconds":1500000000000}},"light":{"appearance":{"color":{"blue":0,"green":0,"red":255}},"brightness":51},"lightFadeNanoseconds":300000000000,"volumeFadeNanoseconds":0}]}}},"v":1}',NULL);
INSERT INTO schedules VALUES(7,'19e9439a6fa24e27-4cc61d2a0aa4d0df','DC:06:41:00:00:07','alarm','now','{"content":{"days":{"once":{"date":"2027-01-04"}},"exceptions":[],"gap":"later","overlap":"first","time":{"clock":{"time":"13:00:20"}}},"v":1}',NULL,0,1799067605,560853135,1799067620,0,'{"content":{"alarm":{"plan":{"snoozeNanoseconds":540000000000,"sound":9,"volume":128}}},"v":1}',NULL);
CREATE TABLE overrides (
    schedule TEXT NOT NULL,
    date TEXT NOT NULL,
    change TEXT NOT NULL,
    time_of_day TEXT,
    since_seconds INTEGER NOT NULL,
    since_nanosecond INTEGER NOT NULL,
    PRIMARY KEY (schedule, date)
) STRICT;
INSERT INTO overrides VALUES('810a2a0b923c2c12-50754cc91bafca68','2027-01-05','skip',NULL,1799067604,554348335);
CREATE TABLE pauses (
    device TEXT UNIQUE,
    since_seconds INTEGER NOT NULL,
    since_nanosecond INTEGER NOT NULL,
    starts TEXT,
    until TEXT,
    zone TEXT
) STRICT;
INSERT INTO pauses VALUES('DC:06:41:00:00:08',1799067604,858460100,'2027-02-01T00:00','2027-02-08T00:00',NULL);
CREATE TABLE holidays (
    name TEXT NOT NULL UNIQUE,
    dates TEXT NOT NULL
) STRICT;
INSERT INTO holidays VALUES('school','{"content":[{"days":12,"first":"2027-12-21","summary":"Winter"}],"v":1}');
CREATE TABLE groups (
    name TEXT NOT NULL UNIQUE,
    members TEXT NOT NULL
) STRICT;
INSERT INTO "groups" VALUES('children','{"content":["DC:06:41:00:00:07","DC:06:41:00:00:08"],"v":1}');
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
INSERT INTO holds VALUES('DC:06:41:00:00:08',NULL,NULL,1799067605,228095073,0,0,NULL,'{"content":[{"action":{"power":{"isOn":true}},"actor":"person","outlasts":[],"over":[],"since":{"nanosecond":923870636,"seconds":1799067604},"until":{"nanosecond":923870636,"seconds":1799082004}},{"action":{"light":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51}}},"actor":"person","outlasts":[],"over":[],"since":{"nanosecond":923870636,"seconds":1799067604},"until":{"nanosecond":923870636,"seconds":1799082004}}],"v":1}',NULL);
INSERT INTO holds VALUES('DC:06:41:00:00:07',NULL,NULL,1799067620,315959270,0,1,84,'{"content":[],"v":1}',NULL);
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
INSERT INTO ledger VALUES(1,0,'claimed','19e9439a6fa24e27-4cc61d2a0aa4d0df','2027-01-04','scheduled',1,'alarm','DC:06:41:00:00:07','now',1799067620,0,'UTC','2025b','unique',315458,'schedule',NULL,NULL,NULL,NULL);
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
INSERT INTO runs VALUES(1,'19e9439a6fa24e27-4cc61d2a0aa4d0df','2027-01-04','scheduled',1,'alarm','DC:06:41:00:00:07','now',1799067620,0,'UTC','2025b','unique',315458,'schedule','{"content":{"alarm":{"phase":{"ringing":{"round":1,"since":{"bootID":"accelerated-2026-11-28T12:22:15Z","bootNanoseconds":20000315458,"wall":{"nanosecond":315458,"seconds":1799067620}}}},"plan":{"snoozeNanoseconds":540000000000,"sound":9,"volume":128},"yielded":[]}},"v":1}');
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
INSERT INTO log VALUES(1,1799067603,534782561,NULL,NULL,'DC:06:41:00:00:07','control',NULL,NULL,NULL,NULL,'pair',NULL,'paired',NULL,NULL,'person',0);
INSERT INTO log VALUES(2,1799067603,554577563,NULL,NULL,'DC:06:41:00:00:07','daemon',NULL,NULL,NULL,NULL,'device clock after pairing',NULL,'set',NULL,NULL,'daemon',0);
INSERT INTO log VALUES(3,1799067603,584486693,NULL,NULL,'DC:06:41:00:00:08','control',NULL,NULL,NULL,NULL,'pair',NULL,'paired',NULL,NULL,'person',0);
INSERT INTO log VALUES(4,1799067603,599247330,NULL,NULL,'DC:06:41:00:00:08','daemon',NULL,NULL,NULL,NULL,'device clock after pairing',NULL,'set',NULL,NULL,'daemon',0);
INSERT INTO log VALUES(5,1799067603,630393015,NULL,NULL,NULL,'control',NULL,NULL,NULL,NULL,'group children','nursery, bedroom','saved',NULL,NULL,'person',0);
INSERT INTO log VALUES(6,1799067603,713320446,NULL,NULL,'DC:06:41:00:00:07','control',NULL,NULL,NULL,NULL,'limit volume 60% between 19:00-06:30',NULL,'confirmed',NULL,NULL,'person',1);
INSERT INTO log VALUES(7,1799067603,775672058,NULL,NULL,NULL,'control',NULL,NULL,NULL,NULL,'holidays school','1 of 1 events','imported',NULL,NULL,'person',0);
INSERT INTO log VALUES(8,1799067603,920509165,NULL,NULL,'DC:06:41:00:00:07','bedtime','7c5e9c2cda3e1547-fc73d477748c36',NULL,NULL,NULL,'bedtime',NULL,'saved',NULL,NULL,'person',0);
INSERT INTO log VALUES(9,1799067604,103307098,NULL,NULL,'DC:06:41:00:00:07','alarm','810a2a0b923c2c12-50754cc91bafca68',NULL,NULL,NULL,'school',NULL,'saved',NULL,NULL,'person',0);
INSERT INTO log VALUES(10,1799067604,234818321,NULL,NULL,'DC:06:41:00:00:08','alarm','1269fbc97ddeb1c4-3ec72c29d9a8e780',NULL,NULL,NULL,'up',NULL,'saved',NULL,NULL,'person',0);
INSERT INTO log VALUES(11,1799067604,354348024,NULL,NULL,'DC:06:41:00:00:07','alarm','32350e5204c4452a-31d13e96f79e29f4',NULL,NULL,NULL,'both',NULL,'saved',NULL,NULL,'person',0);
INSERT INTO log VALUES(12,1799067604,354388684,NULL,NULL,'DC:06:41:00:00:08','alarm','45e8bfd3d60e8585-e2b9f329fc9a808f',NULL,NULL,NULL,'both',NULL,'saved',NULL,NULL,'person',0);
INSERT INTO log VALUES(13,1799067604,431599521,NULL,NULL,'DC:06:41:00:00:08','routine','561ac114499f08c3-2fbf34535774aebf',NULL,NULL,NULL,'evening',NULL,'saved',NULL,NULL,'person',0);
INSERT INTO log VALUES(14,1799067604,478103996,NULL,NULL,'DC:06:41:00:00:08','control',NULL,NULL,NULL,NULL,'mirror on',NULL,'confirmed',NULL,NULL,'person',1);
INSERT INTO log VALUES(15,1799067604,554348335,1799131800,0,'DC:06:41:00:00:07','alarm','810a2a0b923c2c12-50754cc91bafca68','2027-01-05','scheduled',1,'school',NULL,'skip',NULL,NULL,'person',0);
INSERT INTO log VALUES(16,1799067604,739329530,NULL,NULL,'DC:06:41:00:00:08','alarm','1269fbc97ddeb1c4-3ec72c29d9a8e780',NULL,NULL,NULL,'up','disabled','saved',NULL,NULL,'person',0);
INSERT INTO log VALUES(17,1799067604,858642842,1801440000,0,'DC:06:41:00:00:08','control',NULL,NULL,NULL,NULL,'pause','until 2027-02-08 00:00','paused',NULL,NULL,'person',0);
INSERT INTO log VALUES(18,1799067605,438399965,NULL,NULL,'DC:06:41:00:00:08','control',NULL,NULL,NULL,NULL,'light amber 20%',NULL,'confirmed',NULL,NULL,'person',0);
INSERT INTO log VALUES(19,1799067605,561166641,NULL,NULL,'DC:06:41:00:00:07','alarm','19e9439a6fa24e27-4cc61d2a0aa4d0df',NULL,NULL,NULL,'now',NULL,'saved',NULL,NULL,'person',0);
INSERT INTO log VALUES(20,1799067620,315458,1799067620,0,'DC:06:41:00:00:07','alarm','19e9439a6fa24e27-4cc61d2a0aa4d0df','2027-01-04','scheduled',1,'now',NULL,'started',NULL,0,'schedule',0);
CREATE UNIQUE INDEX pause_of_everything ON pauses (device IS NULL) WHERE device IS NULL;
CREATE INDEX ledger_by_plan ON ledger (schedule, planned_seconds, planned_nanosecond);
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE ON ledger BEGIN
    SELECT RAISE(ABORT, 'entries of the ledger never change');
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
CREATE INDEX log_by_instant ON log (at_seconds, at_nanosecond);
COMMIT;
