// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Reads the journal of a run and says where a guarantee was broken.
///
/// The rules, read date by date and held against the clock of the journal, are its only source of what should have
/// happened; it shares no code with the scheduler. What it demands of every look at the clock that was not cut short:
///
/// - Whatever lay ahead at the look before and does not any more is in the ledger: begun, or ended in one way. Whether
///   the clock went on or was set, or the zone changed, makes no difference, nor that it was voided before. (G2)
/// - Something is begun only if the rule has it with that very instant, it has come up and is not too late, is neither
///   skipped nor in a pause, and the ledger does not have it; in time, if the host was awake. (G1, G2, G7)
/// - A device gets only what is begun and has not ended, each part once a process, the part that the clocks say,
///   and whatever runs is shown. (G1, G3, G4)
/// - Nothing of a run but its phase, and what a person did to it, ever changes; phases change when the boot clock says,
///   or the wall clock after another boot; nothing runs beyond its limit. (G2, G4, G5)
/// - What was voided and comes up before half of the time that it lay ahead has happened: it does not begin again.
///   (G1)
/// - What has ended and lies more than three hours ahead of a clock that was set back is voided, and nothing else.
///   (K3)
/// - The next thing planned is the next one that the rules have. (G6)
/// - What the store does not take within two seconds of its time goes on, and is entered later as what has
///   become of it.
/// - A person's deed is one transaction. What the ledger refuses was known to be refused.
struct NightAudit {
    let zones: ZoneShelf

    // What the journal says so far.
    var readings: [ScheduleID: RuleReading] = [:]
    /// What the readings were at the last look that was not cut short.
    var readingsBefore: [ScheduleID: RuleReading] = [:]
    var changes: [ScheduleID: [CivilDate: OccurrenceOverride.Change]] = [:]
    var settings = NightSettings()
    var holidays = HolidayBook()
    /// What the settings were at the last look that was not cut short.
    var settingsBefore = NightSettings()
    /// The claims that the store failed to take, each with the time of its first try: what they are about goes on in
    /// this process, and the ledger gets it later.
    var unrecorded: [OccurrenceKey: (record: OccurrenceRecord, at: JournalEvent.Moment)] = [:]
    /// The last entry about each occurrence, and how it stands.
    var ledger: [OccurrenceKey: LedgerState] = [:]
    var open: [OccurrenceKey: OccurrenceRecord] = [:]
    /// What this process has voided: when, and when it was to begin to show.
    var voided: [OccurrenceKey: (at: JournalEvent.Moment, starts: Instant)] = [:]
    var now: JournalEvent.Moment?
    /// The look before, if nothing happened to the process, the clock or the rules since.
    var quietSince: JournalEvent.Moment?
    /// The lowest wall reading from the look before until now.
    var lowestSinceLook = Instant.max
    /// What kept the process from looking since the last look.
    var absence: Set<OccurrenceReason> = []
    /// Whether the clock was set back since the last look, or somebody new looks.
    var isSetBack = false
    /// What ended since the last look.
    var endedSinceLook: Set<OccurrenceKey> = []
    /// When the store last failed, on the boot clock, as long as something may be left to be written.
    var owingSince: Duration?
    /// Where the clocks stood at the first look of each boot.
    private var bootStarts: [String: JournalEvent.Moment] = [:]
    var shown: [OccurrenceKey: Set<String>] = [:]
    var batch: [JournalChange] = []
    var changedInLook: Set<OccurrenceKey> = []
    private var looksInSecond = (second: Duration.zero, count: 0)
    private var commitsOfDeed: Int?
    private var step = -1

    private(set) var faults: [String] = []
    private var said: Set<String> = []

    enum LedgerState: Equatable {
        case begun
        case ended(OccurrenceRecord)
        case void
    }

    init(zones: ZoneShelf) {
        self.zones = zones
    }

    /// What is wrong with a run; nothing, if all is well.
    static func faults(in events: [JournalEvent], zones: ZoneShelf) -> [String] {
        var audit = NightAudit(zones: zones)
        for event in events { audit.take(event) }
        return audit.faults
    }

    /// Notes a fault; what stays wrong is said once.
    mutating func fault(_ text: String) {
        guard said.insert(text).inserted else { return }
        let place = "step \(step), \(now?.wall.description ?? "")"
        faults.append("\(place): \(text)")
    }

    mutating func take(_ event: JournalEvent) {
        switch event {
        case .started(let moment):
            (quietSince, owingSince, shown, batch, voided, unrecorded) = (nil, nil, [:], [], [:], [:])
            (absence, isSetBack) = ([.down], true)
            pass(to: moment)
        case .begins(let number, _): (step, commitsOfDeed) = (number, 0)
        case .done:
            if let commits = commitsOfDeed, commits > 1 { fault("a deed took \(commits) transactions") }
            commitsOfDeed = nil
        case .clock(let moment):
            noteClock(moment)
            commitsOfDeed = nil
            pass(to: moment)
        case .looks(let moment):
            commitsOfDeed = nil
            countLooks(moment)
            changedInLook = []
            pass(to: moment)
            bootStarts[moment.bootID] = bootStarts[moment.bootID] ?? moment
        case .looked(let plans):
            guard isPaidOff else { break }
            examine(plans)
            (quietSince, absence, isSetBack, endedSinceLook) = (now, [], false, [])
            (readingsBefore, settingsBefore) = (readings, settings)
            lowestSinceLook = now?.wall ?? .max
        case .commits(let changes):
            if commitsOfDeed != nil { quietSince = nil }
            batch = changes
        case .failed:
            noteFailure(of: batch)
            (quietSince, owingSince, batch) = (nil, now?.boot, [])
            absence.insert(.storage)
        case .made(let answers):
            commitsOfDeed? += 1
            for (change, isMade) in zip(batch, answers) { isMade ? make(change) : refuse(change) }
            batch = []
        case .shows(let shown): examine(shown)
        case .fault(let text): fault(text)
        case .killed, .restarts: commitsOfDeed = nil
        case .finished: break
        }
    }

    /// Whether nothing is left to be written.
    ///
    /// After a failure the machines try again in five seconds, and until they have, what they know is ahead of the
    /// ledger.
    private var isPaidOff: Bool {
        mutating get {
            guard let since = owingSince, let now else { return true }
            guard now.boot - since >= .seconds(5) else { return false }
            owingSince = nil
            return true
        }
    }

    // MARK: - Clocks

    private mutating func pass(to moment: JournalEvent.Moment) {
        if moment.zone != now?.zone {
            for (id, reading) in readings where reading.schedule.zone == nil {
                readings[id] = reading.under(
                    zones.rules(moment.zone), changes: changes[id] ?? [:], holidays: holidays)
            }
        }
        if let now, moment.wall < now.wall { isSetBack = true }
        now = moment
        lowestSinceLook = min(lowestSinceLook, moment.wall)
        for reading in readings.values { reading.lowest = min(reading.lowest, moment.wall) }
    }

    private mutating func noteClock(_ moment: JournalEvent.Moment) {
        quietSince = nil
        guard let now else { return }
        if moment.boot - now.boot != moment.monotonic - now.monotonic { absence.insert(.suspend) }
        if moment.wall - now.wall != moment.boot - now.boot { absence.insert(.clockStep) }
        if moment.zoneEdition != now.zoneEdition { absence.insert(.zoneChange) }
    }

    private mutating func countLooks(_ moment: JournalEvent.Moment) {
        let isSame = abs((moment.boot - looksInSecond.second).components.seconds) < 1
        looksInSecond = isSame ? (looksInSecond.second, looksInSecond.count + 1) : (moment.boot, 1)
        if looksInSecond.count == 40 { fault("it looks again and again without being asked") }
    }

    /// The time since an anchor, by the boot clock.
    ///
    /// Between two boots there is only the wall clock to tell; from the first look of the new one on, setting it
    /// changes nothing any more.
    func elapsed(since anchor: RunAnchor, at moment: JournalEvent.Moment) -> Duration {
        if anchor.bootID == moment.bootID { return moment.boot - anchor.boot }
        let start = bootStarts[moment.bootID] ?? moment
        return start.wall - anchor.wall + (moment.boot - start.boot)
    }

    // MARK: - Changes

    private mutating func make(_ change: JournalChange) {
        guard let now else { return }
        switch change {
        case .claim(let record, _, _): takeUnrecorded(record) ? enterLate(record) : enter(record)
        case .update(let record, _): update(record)
        case .void(let key, _, _, _): noteVoid(of: key)
        case .save(let schedule, _):
            let zone = zones.rules(schedule.zone ?? now.zone)
            // The machine saves it too, when it takes something back; the rule is as it was then.
            let known = readings[schedule.id].flatMap { $0.schedule.validFrom == schedule.validFrom ? $0 : nil }
            readings[schedule.id] = RuleReading(
                schedule, lowest: known?.lowest ?? now.wall, zone: zone, changes: changes[schedule.id] ?? [:],
                holidays: holidays)
        case .remove(let id, _): forget([id])
        case .override(let override, _): arrange(override.schedule, on: override.date, to: override.change)
        case .removeOverride(let id, let date, _): arrange(id, on: date, to: nil)
        case .settings(let settings, _): self.settings = settings
        case .forget(let device, _, _):
            for (key, record) in open where record.device == device {
                open[key] = nil
                ledger[key] = .ended(record)
            }
            forget(readings.values.map(\.schedule).filter { $0.device == device }.map(\.id))
            settings.devicePauses[device] = nil
        case .holidays(let name, let holidays, _):
            if let calendar = HolidayCalendar(name: name, holidays: holidays) { self.holidays.set(calendar) }
            reread()
        case .removeHolidays(let name, _):
            holidays.remove(name)
            reread()
        case .pair, .hold, .note: break
        }
    }

    private mutating func refuse(_ change: JournalChange) {
        switch change {
        case .claim(let record, _, _) where record.outcome != nil && isMissed(record.key):
            // What was missed may be found again after the clock was set back, and is not to begin this time either.
            break
        default: fault("the store refused what should have been known: \(change)")
        }
    }

    private mutating func forget(_ ids: [ScheduleID]) {
        for id in ids {
            readings[id] = nil
            changes[id] = nil
            if let key = open.keys.first(where: { $0.schedule == id }) {
                fault("G2: \(key) runs on without a schedule")
            }
        }
    }

    private mutating func arrange(_ id: ScheduleID, on date: CivilDate, to change: OccurrenceOverride.Change?) {
        changes[id, default: [:]][date] = change
        reread([id])
    }

    /// Reads schedules anew, all of them unless told otherwise, as something beside their rules is different.
    private mutating func reread(_ ids: [ScheduleID]? = nil) {
        guard let now else { return }
        for id in ids ?? Array(readings.keys) {
            guard let reading = readings[id] else { continue }
            readings[id] = reading.under(
                zones.rules(reading.schedule.zone ?? now.zone), changes: changes[id] ?? [:], holidays: holidays)
        }
    }

    /// Whether all that became of an occurrence is that it was missed.
    func isMissed(_ key: OccurrenceKey) -> Bool {
        if case .ended(let record)? = ledger[key] { record.outcome == .missed } else { false }
    }
}
