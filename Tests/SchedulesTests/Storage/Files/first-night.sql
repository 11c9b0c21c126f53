-- A state file as the last release with the first step of the schema wrote it, through its own store: `sqlite3 .dump`
-- without its pragma and its transaction. What was written is in FirstNight.swift. It never changes.
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1-first-night');
CREATE TABLE devices (
    position INTEGER PRIMARY KEY,
    address TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    product TEXT NOT NULL,
    paired_seconds INTEGER NOT NULL,
    paired_nanosecond INTEGER NOT NULL
) STRICT;
INSERT INTO devices VALUES(1,'DC:06:41:DC:1A:B4','nursery','hatch-rest',1805009400,123456789);
INSERT INTO devices VALUES(2,'DC:06:41:DC:1A:B5','Schlafzimmer 🌙 "links"','from-the-future',-62135596800,0);
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
INSERT INTO schedules VALUES(1,'plan-0','DC:06:41:DC:1A:B4','routine','plan 0',NULL,62,'07:00','later','first','Europe/Berlin',1,1805009400,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(2,'plan-1','DC:06:41:DC:1A:B4','alarm','plan 1',NULL,62,'07:00','later','first','Europe/Berlin',1,1805009400,123456789,'{"content":{"alarm":{"plan":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"snoozeNanoseconds":540000000000,"sound":19,"sunriseNanoseconds":1800000000000,"volume":102}}},"v":1}');
INSERT INTO schedules VALUES(3,'plan-2','DC:06:41:DC:1A:B4','alarm','plan 2',NULL,62,'07:00','later','first','Europe/Berlin',1,1805009400,123456789,'{"content":{"alarm":{"plan":{"snoozeNanoseconds":0,"sound":0,"volume":0}}},"v":1}');
INSERT INTO schedules VALUES(4,'plan-3','DC:06:41:DC:1A:B4','bedtime','plan 3',NULL,62,'07:00','later','first','Europe/Berlin',1,1805009400,123456789,'{"content":{"bedtime":{"plan":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"sound":7,"volume":40,"wake":"06:45","wakeLight":{"appearance":{"gradient":{}},"brightness":99},"windDownNanoseconds":1800000000000}}},"v":1}');
INSERT INTO schedules VALUES(5,'plan-4','DC:06:41:DC:1A:B4','bedtime','plan 4',NULL,62,'07:00','later','first','Europe/Berlin',1,1805009400,123456789,'{"content":{"bedtime":{"plan":{"light":{"appearance":{"color":{"blue":0,"green":0,"red":0}},"brightness":0},"sound":0,"volume":255,"wakeLight":{"appearance":{"color":{"blue":0,"green":0,"red":0}},"brightness":0},"windDownNanoseconds":0}}},"v":1}');
INSERT INTO schedules VALUES(6,'plan-5','DC:06:41:DC:1A:B4','routine','plan 5',NULL,62,'07:00','later','first','Europe/Berlin',1,1805009400,123456789,'{"content":{"routine":{"plan":{"steps":[]}}},"v":1}');
INSERT INTO schedules VALUES(7,'rule-0','DC:06:41:DC:1A:B5','routine','rule''s 0',NULL,NULL,NULL,NULL,NULL,NULL,0,-62135596800,0,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(8,'rule-1','DC:06:41:DC:1A:B5','routine','rule''s 1','2027-03-14',NULL,'23:59:59','later','first','Australia/Lord_Howe',1,253402300799,999999999,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(9,'rule-2','DC:06:41:DC:1A:B5','routine','rule''s 2',NULL,9,'02:30','later','first',NULL,1,1805009402,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(10,'rule-3','DC:06:41:DC:1A:B5','routine','rule''s 3',NULL,9,'02:30','later','second','Australia/Lord_Howe',0,1805009403,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(11,'rule-4','DC:06:41:DC:1A:B5','routine','rule''s 4',NULL,9,'02:30','later','both',NULL,1,1805009404,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(12,'rule-5','DC:06:41:DC:1A:B5','routine','rule''s 5',NULL,9,'02:30','earlier','first','Australia/Lord_Howe',1,1805009405,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(13,'rule-6','DC:06:41:DC:1A:B5','routine','rule''s 6',NULL,9,'02:30','earlier','second',NULL,0,1805009406,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(14,'rule-7','DC:06:41:DC:1A:B5','routine','rule''s 7',NULL,9,'02:30','earlier','both','Australia/Lord_Howe',1,1805009407,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(15,'rule-8','DC:06:41:DC:1A:B5','routine','rule''s 8',NULL,9,'02:30','skip','first',NULL,1,1805009408,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(16,'rule-9','DC:06:41:DC:1A:B5','routine','rule''s 9',NULL,9,'02:30','skip','second','Australia/Lord_Howe',0,1805009409,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(17,'rule-10','DC:06:41:DC:1A:B5','routine','rule''s 10',NULL,9,'02:30','skip','both',NULL,1,1805009410,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(18,'rule-11','DC:06:41:DC:1A:B5','routine','rule''s 11',NULL,0,'00:00','later','first','Australia/Lord_Howe',1,1805009411,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(19,'rule-12','DC:06:41:DC:1A:B5','routine','rule''s 12',NULL,1,'00:00','later','first',NULL,0,1805009412,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
INSERT INTO schedules VALUES(20,'rule-13','DC:06:41:DC:1A:B5','routine','rule''s 13',NULL,127,'00:00','later','first','Australia/Lord_Howe',1,1805009413,123456789,'{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]}}},"v":1}');
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
INSERT INTO ledger VALUES('plan-0','2027-03-14','run-0',1,'routine','DC:06:41:DC:1A:B4','Wake',1805009400,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','{"content":{"routine":{"plan":{"steps":[{"end":{"after":{"nanoseconds":1800000000000}},"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"lightFadeNanoseconds":60000000000,"sound":3,"volume":25,"volumeFadeNanoseconds":1500000000},{"end":{"at":{"time":"21:30:15"}},"light":{"appearance":{"gradient":{}},"brightness":255},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0},{"end":{"whenStopped":{}},"lightFadeNanoseconds":0,"volumeFadeNanoseconds":0}]},"start":{"bootID":"6f2b0f0e-8a3c-4d0a-9d46-000000000001","bootNanoseconds":86400000000001,"wall":{"nanosecond":123456789,"seconds":1805009400}}}},"v":1}',NULL,NULL,NULL);
INSERT INTO ledger VALUES('plan-1','2027-03-14','run-1',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009399,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','{"content":{"alarm":{"phase":{"ringing":{"round":2,"since":{"bootID":"6f2b0f0e-8a3c-4d0a-9d46-000000000001","bootNanoseconds":86400000000001,"wall":{"nanosecond":123456789,"seconds":1805009400}}}},"plan":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"snoozeNanoseconds":540000000000,"sound":19,"sunriseNanoseconds":1800000000000,"volume":102},"yielded":[]}},"v":1}',NULL,NULL,NULL);
INSERT INTO ledger VALUES('plan-2','2027-03-14','run-2',2,'alarm','DC:06:41:DC:1A:B5','Wake',1805009398,123456789,'Europe/Berlin',NULL,'unique',1500000001,'schedule','{"content":{"alarm":{"chosenVolume":77,"phase":{"sunrise":{"since":{"bootID":"6f2b0f0e-8a3c-4d0a-9d46-000000000001","bootNanoseconds":86400000000001,"wall":{"nanosecond":123456789,"seconds":1805009400}}}},"plan":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"snoozeNanoseconds":540000000000,"sound":19,"sunriseNanoseconds":1800000000000,"volume":102},"yielded":["light","power","sound","volume"]}},"v":1}',NULL,NULL,NULL);
INSERT INTO ledger VALUES('plan-3','2027-03-14','run-3',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009397,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','{"content":{"alarm":{"phase":{"snoozed":{"lengthNanoseconds":300000000000,"round":3,"since":{"bootID":"6f2b0f0e-8a3c-4d0a-9d46-000000000001","bootNanoseconds":86400000000001,"wall":{"nanosecond":123456789,"seconds":1805009400}}}},"plan":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"snoozeNanoseconds":540000000000,"sound":19,"sunriseNanoseconds":1800000000000,"volume":102},"yielded":["light"]}},"v":1}',NULL,NULL,NULL);
INSERT INTO ledger VALUES('plan-4','2027-03-14','run-4',1,'bedtime','DC:06:41:DC:1A:B4','Wake',1805009396,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','{"content":{"bedtime":{"bedtime":{"nanosecond":123456789,"seconds":1805009400},"plan":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"sound":7,"volume":40,"wake":"06:45","wakeLight":{"appearance":{"gradient":{}},"brightness":99},"windDownNanoseconds":1800000000000},"start":{"bootID":"6f2b0f0e-8a3c-4d0a-9d46-000000000001","bootNanoseconds":86400000000001,"wall":{"nanosecond":123456789,"seconds":1805009400}},"wake":{"nanosecond":123456790,"seconds":1805009400}}},"v":1}',NULL,NULL,NULL);
INSERT INTO ledger VALUES('plan-5','2027-03-14','run-5',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009395,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule',NULL,NULL,NULL,NULL);
INSERT INTO ledger VALUES('plan-0','2027-03-01','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803799800,123456789,'Europe/Berlin','2025b','unique',-9223372036854775808,'person',NULL,'done',1805009490,123456789);
INSERT INTO ledger VALUES('plan-0','2027-03-02','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803886200,123456789,'Europe/Berlin','2025b','gap-later',1,'schedule',NULL,'done',1805009490,123456789);
INSERT INTO ledger VALUES('plan-0','2027-03-03','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803972600,123456789,'Europe/Berlin','2025b','gap-earlier',-9223372036854775808,'person',NULL,'done',1805009490,123456789);
INSERT INTO ledger VALUES('plan-0','2027-03-04','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804059000,123456789,'Europe/Berlin','2025b','gap-skip',3,'schedule',NULL,'done',1805009490,123456789);
INSERT INTO ledger VALUES('plan-0','2027-03-05','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804145400,123456789,'Europe/Berlin','2025b','overlap-first',-9223372036854775808,'person',NULL,'done',1805009490,123456789);
INSERT INTO ledger VALUES('plan-0','2027-03-06','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804231800,123456789,'Europe/Berlin','2025b','overlap-second',5,'schedule',NULL,'done',1805009490,123456789);
INSERT INTO ledger VALUES('plan-0','2027-03-07','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804318200,123456789,'Europe/Berlin','2025b','nonexistent-date',-9223372036854775808,'person',NULL,'done',1805009490,123456789);
INSERT INTO ledger VALUES('plan-1','2027-03-01','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803799800,123456789,'Europe/Berlin','2025b','unique',-9223372036854775808,'person',NULL,'dismissed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-1','2027-03-02','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803886200,123456789,'Europe/Berlin','2025b','gap-later',1,'schedule',NULL,'dismissed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-1','2027-03-03','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803972600,123456789,'Europe/Berlin','2025b','gap-earlier',-9223372036854775808,'person',NULL,'dismissed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-1','2027-03-04','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804059000,123456789,'Europe/Berlin','2025b','gap-skip',3,'schedule',NULL,'dismissed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-1','2027-03-05','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804145400,123456789,'Europe/Berlin','2025b','overlap-first',-9223372036854775808,'person',NULL,'dismissed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-1','2027-03-06','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804231800,123456789,'Europe/Berlin','2025b','overlap-second',5,'schedule',NULL,'dismissed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-1','2027-03-07','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804318200,123456789,'Europe/Berlin','2025b','nonexistent-date',-9223372036854775808,'person',NULL,'dismissed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-2','2027-03-01','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803799800,123456789,'Europe/Berlin','2025b','unique',-9223372036854775808,'person',NULL,'unattended',1805009490,123456789);
INSERT INTO ledger VALUES('plan-2','2027-03-02','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803886200,123456789,'Europe/Berlin','2025b','gap-later',1,'schedule',NULL,'unattended',1805009490,123456789);
INSERT INTO ledger VALUES('plan-2','2027-03-03','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803972600,123456789,'Europe/Berlin','2025b','gap-earlier',-9223372036854775808,'person',NULL,'unattended',1805009490,123456789);
INSERT INTO ledger VALUES('plan-2','2027-03-04','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804059000,123456789,'Europe/Berlin','2025b','gap-skip',3,'schedule',NULL,'unattended',1805009490,123456789);
INSERT INTO ledger VALUES('plan-2','2027-03-05','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804145400,123456789,'Europe/Berlin','2025b','overlap-first',-9223372036854775808,'person',NULL,'unattended',1805009490,123456789);
INSERT INTO ledger VALUES('plan-2','2027-03-06','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804231800,123456789,'Europe/Berlin','2025b','overlap-second',5,'schedule',NULL,'unattended',1805009490,123456789);
INSERT INTO ledger VALUES('plan-2','2027-03-07','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804318200,123456789,'Europe/Berlin','2025b','nonexistent-date',-9223372036854775808,'person',NULL,'unattended',1805009490,123456789);
INSERT INTO ledger VALUES('plan-3','2027-03-01','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803799800,123456789,'Europe/Berlin','2025b','unique',-9223372036854775808,'person',NULL,'cancelled',1805009490,123456789);
INSERT INTO ledger VALUES('plan-3','2027-03-02','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803886200,123456789,'Europe/Berlin','2025b','gap-later',1,'schedule',NULL,'cancelled',1805009490,123456789);
INSERT INTO ledger VALUES('plan-3','2027-03-03','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803972600,123456789,'Europe/Berlin','2025b','gap-earlier',-9223372036854775808,'person',NULL,'cancelled',1805009490,123456789);
INSERT INTO ledger VALUES('plan-3','2027-03-04','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804059000,123456789,'Europe/Berlin','2025b','gap-skip',3,'schedule',NULL,'cancelled',1805009490,123456789);
INSERT INTO ledger VALUES('plan-3','2027-03-05','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804145400,123456789,'Europe/Berlin','2025b','overlap-first',-9223372036854775808,'person',NULL,'cancelled',1805009490,123456789);
INSERT INTO ledger VALUES('plan-3','2027-03-06','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804231800,123456789,'Europe/Berlin','2025b','overlap-second',5,'schedule',NULL,'cancelled',1805009490,123456789);
INSERT INTO ledger VALUES('plan-3','2027-03-07','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804318200,123456789,'Europe/Berlin','2025b','nonexistent-date',-9223372036854775808,'person',NULL,'cancelled',1805009490,123456789);
INSERT INTO ledger VALUES('plan-4','2027-03-01','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803799800,123456789,'Europe/Berlin','2025b','unique',-9223372036854775808,'person',NULL,'missed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-4','2027-03-02','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803886200,123456789,'Europe/Berlin','2025b','gap-later',1,'schedule',NULL,'missed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-4','2027-03-03','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803972600,123456789,'Europe/Berlin','2025b','gap-earlier',-9223372036854775808,'person',NULL,'missed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-4','2027-03-04','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804059000,123456789,'Europe/Berlin','2025b','gap-skip',3,'schedule',NULL,'missed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-4','2027-03-05','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804145400,123456789,'Europe/Berlin','2025b','overlap-first',-9223372036854775808,'person',NULL,'missed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-4','2027-03-06','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804231800,123456789,'Europe/Berlin','2025b','overlap-second',5,'schedule',NULL,'missed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-4','2027-03-07','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804318200,123456789,'Europe/Berlin','2025b','nonexistent-date',-9223372036854775808,'person',NULL,'missed',1805009490,123456789);
INSERT INTO ledger VALUES('plan-5','2027-03-01','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803799800,123456789,'Europe/Berlin','2025b','unique',-9223372036854775808,'person',NULL,'superseded',1805009490,123456789);
INSERT INTO ledger VALUES('plan-5','2027-03-02','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803886200,123456789,'Europe/Berlin','2025b','gap-later',1,'schedule',NULL,'superseded',1805009490,123456789);
INSERT INTO ledger VALUES('plan-5','2027-03-03','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1803972600,123456789,'Europe/Berlin','2025b','gap-earlier',-9223372036854775808,'person',NULL,'superseded',1805009490,123456789);
INSERT INTO ledger VALUES('plan-5','2027-03-04','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804059000,123456789,'Europe/Berlin','2025b','gap-skip',3,'schedule',NULL,'superseded',1805009490,123456789);
INSERT INTO ledger VALUES('plan-5','2027-03-05','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804145400,123456789,'Europe/Berlin','2025b','overlap-first',-9223372036854775808,'person',NULL,'superseded',1805009490,123456789);
INSERT INTO ledger VALUES('plan-5','2027-03-06','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804231800,123456789,'Europe/Berlin','2025b','overlap-second',5,'schedule',NULL,'superseded',1805009490,123456789);
INSERT INTO ledger VALUES('plan-5','2027-03-07','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1804318200,123456789,'Europe/Berlin','2025b','nonexistent-date',-9223372036854775808,'person',NULL,'superseded',1805009490,123456789);
INSERT INTO ledger VALUES('plan-1','2027-03-20','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009409,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule','{"content":{"alarm":{"phase":{"ringing":{"round":2,"since":{"bootID":"6f2b0f0e-8a3c-4d0a-9d46-000000000001","bootNanoseconds":86400000000001,"wall":{"nanosecond":123456789,"seconds":1805009400}}}},"plan":{"light":{"appearance":{"color":{"blue":14,"green":137,"red":255}},"brightness":51},"snoozeNanoseconds":540000000000,"sound":19,"sunriseNanoseconds":1800000000000,"volume":102},"yielded":[]}},"v":1}',NULL,NULL,NULL);
INSERT INTO ledger VALUES('plan-1','2027-03-21','scheduled',1,'alarm','DC:06:41:DC:1A:B4','Wake',1805009400,123456789,'Europe/Berlin','2025b','unique',1500000001,'schedule',NULL,'dismissed',1805009490,123456789);
INSERT INTO ledger VALUES('gone','2027-03-22','scheduled',1,'alarm','DC:06:41:DC:1A:C0','Wake',1805009400,123456789,'Europe/Berlin','2025b','unique',1500000001,'person',NULL,'cancelled',1805009400,123456796);
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
INSERT INTO log VALUES(1,1805009395,123456789,1805009400,123456789,'DC:06:41:DC:1A:B4','alarm','Wake','rang',-5,'schedule');
INSERT INTO log VALUES(2,1805009400,123456789,1805009400,123456789,'DC:06:41:DC:1A:B4','alarm','Wake','rang',0,'schedule');
INSERT INTO log VALUES(3,1805009401,123456789,1805009400,123456789,'DC:06:41:DC:1A:B4','alarm','Wake','rang',1,'schedule');
INSERT INTO log VALUES(4,1805009402,123456789,1805009400,123456789,'DC:06:41:DC:1A:B4','alarm','Wake','rang',2,'schedule');
INSERT INTO log VALUES(5,1805009403,123456789,1805009400,123456789,'DC:06:41:DC:1A:B4','alarm','Wake','rang',3,'schedule');
INSERT INTO log VALUES(6,1805009404,123456789,1805009400,123456789,'DC:06:41:DC:1A:B4','alarm','Wake','rang',4,'schedule');
INSERT INTO log VALUES(7,1805009405,123456789,1805009400,123456789,'DC:06:41:DC:1A:B4','alarm','Wake','rang',5,'schedule');
INSERT INTO log VALUES(8,1805009500,123456789,1805009400,123456789,NULL,'alarm',NULL,'rang',100,'schedule');
INSERT INTO log VALUES(9,253402300799,999999999,NULL,NULL,NULL,'daemon',NULL,'started',NULL,'daemon');
INSERT INTO log VALUES(10,-62135596800,0,253402300799,999999999,'DC:06:41:DC:1A:B5','control',replace('it''s "Ä\n','\n',char(10)),'done',-3,'device');
INSERT INTO log VALUES(11,1805009450,123456789,1805009400,123456789,'DC:06:41:DC:1A:B4','alarm','Wake','rang',50,'schedule');
CREATE INDEX open_records ON ledger (planned_seconds, planned_nanosecond) WHERE outcome IS NULL;
CREATE INDEX log_by_instant ON log (at_seconds, at_nanosecond);
