// SPDX-License-Identifier: Apache-2.0

import CivilTime
import DeviceDocuments
import SeededRandom
import SimulatedDevice
import SleepModel

/// Says where a guarantee was broken: every alarm rings within three seconds of its time on a reachable device and never
/// twice, what becomes of it is in the log, and at any moment each device shows what it is to show.
///
/// What was to happen follows from the plan and the facts alone; what did, from the journals of the devices and the log.
struct NightJudge {
    var plan: NightPlan
    var facts: NightFacts
    let journals: [[JournalEntry]]
    let log: [LogEntry]
    var notices: [NightNotices.Saved] = []
    let addresses: [MacAddress]
    let boot: Duration

    /// How late a device may be in seconds: one that was there before, one that is there again, and one that lost its
    /// power or was changed by itself.
    static let (prompt, patient, corrected) = (3.0, 90.0, 60.0)

    func report(withHistory: Bool) -> NightReport {
        var report = NightReport()
        report.faults = facts.faults
        let clock = NightTime(
            start: plan.start, end: plan.end, zone: plan.zone, changes: facts.clockChanges)
        let calendar = NightCalendar(schedules: plan.schedules, time: clock, facts: facts)
        let occurrences = calendar.occurrences().filter { $0.start < plan.end }
        let lines = Dictionary(grouping: log) { entry in
            LogKey(
                device: entry.device, name: entry.name ?? "", date: entry.occurrence?.date,
                slot: entry.occurrence?.slot)
        }
        report.figures.deeds = facts.deeds.count
        report.figures.troubles = facts.troubles.count + facts.clockChanges.count
        report.figures.occurrences = occurrences.count
        report.figures.open = occurrences.count { $0.verdict == .open }
        for device in 0..<plan.devices {
            let own = occurrences.filter { plan.schedules[$0.schedule].device == device }
            var model = NightModel(device: device, schedules: plan.schedules, clock: clock, facts: facts)
            let programs = NightPrograms(journals[device], boot: boot, until: plan.end).runs
            let journal = NightJournal(journals[device], boot: boot)
            let reminders = NightReminders(
                device: device, plan: plan, facts: facts, clock: clock, occurrences: own, swells: journal.swells)
            let touches = facts.deeds.filter { $0.device == device && $0.action == .tap }.map(\.at)
            model.unheardTouches = Set(touches.filter { !journal.isLinked(at: $0) })
            model.live(events(on: device, own, programs, reminders.events), until: plan.end)
            report.faults += model.surprises.map { "device \(device): \($0)" }
            report.figures.reminders += model.reminders.count
            report.faults += reminders.faults(model.reminders)
            report.faults +=
                NightNaps(
                    device: device, model: model, facts: facts, log: log.filter { $0.device == address(device) }
                ).faults
            var told = NightNotices(
                device: device, plan: plan, model: model, facts: facts,
                saved: notices.filter { $0.notice.device == address(device) },
                log: log.filter { $0.device == address(device) })
            told.compare()
            report.figures.notices += told.compared
            report.faults += told.faults
            var mirror = NightMirror(device: device, plan: plan, model: model, facts: facts, programs: programs)
            mirror.compare()
            report.figures.mirrored += mirror.compared
            report.faults += mirror.faults
            var looks = NightLooks(
                device: device, plan: plan, facts: facts, programs: programs, clock: clock, parts: model.parts,
                journal: journal)
            var generator = NightPlan.Use.looks(device).generator(plan.seed)
            looks.look(&generator)
            report.figures.rings += model.rings.count
            report.figures.compared += looks.compared
            report.figures.excused.merge(looks.excused, uniquingKeysWith: +)
            report.faults += looks.faults
            report.faults += rings(on: device, model, programs, journal)
            let ends = ends(of: own, on: device, model, lines)
            report.faults += ends.faults
            report.figures.reasons += ends.reasons
        }
        if withHistory { report.history = history(clock) }
        return report
    }

    private func address(_ device: Int) -> MacAddress? { addresses.indices.contains(device) ? addresses[device] : nil }

    private static let ends: Set<LogOutcome> = [
        .dismissed, .unattended, .cancelled, .done, .missed, .skipped, .superseded,
    ]

    private struct LogKey: Hashable {
        var device: MacAddress?
        var name: String
        var date: CivilDate?
        var slot: String?
    }

    // MARK: - What comes from outside

    /// How many seconds after its time an alarm that nobody answers may ring once more; zero for anything else.
    ///
    /// Switching the device off before that does not end it.
    private func quiet(after occurrence: NightCalendar.Occurrence) -> Double {
        let plan = facts.plan(of: occurrence.schedule, at: occurrence.start, in: self.plan.schedules)
        guard case .alarm(let alarm) = plan, let backup = alarm.backup else { return 0 }
        return Double(alarm.ringFor + backup)
    }

    private func events(
        on device: Int, _ occurrences: [NightCalendar.Occurrence], _ programs: [NightPrograms.Run],
        _ reminders: [(at: Double, event: NightModel.Event)]
    ) -> [(at: Double, event: NightModel.Event)] {
        var events = reminders
        for occurrence in occurrences {
            switch occurrence.verdict {
            case .begins(let at, _): events.append((at, .begin(occurrence)))
            case .open:
                let end =
                    facts.troubles.filter { $0.span.contains(occurrence.due) }.map(\.span.to).max() ?? 0
                events.append(
                    (
                        max(occurrence.start - 5, 0),
                        .doubt("too close to call", until: max(end, occurrence.due) + quiet(after: occurrence) + 10)
                    ))
            case .skipped, .missed: break
            }
        }
        events += facts.deeds.filter { $0.device == device && !isOvertaken($0, by: occurrences) }
            .map { ($0.at, .act($0.action)) }
        events += facts.refusals.filter { $0.device == device }.map { ($0.at, .refuse($0.action)) }
        events += facts.failures.filter { $0.device == device }.map {
            ($0.at, .doubt("a command failed", until: $0.at + 60))
        }
        events += facts.waits.filter { $0.device == device }.map {
            ($0.at, .doubt("a command waited for its device", until: $0.at + NightFacts.trying + NightFacts.blur))
        }
        // Nobody can tell an off shortly before the end of a program from that end.
        let offs = facts.deeds.filter { deed in
            deed.device == device && deed.action == .touch
                && programs.contains { deed.at <= $0.span.to && $0.span.to < deed.at + NightAir.lively }
        }
        events += offs.map { ($0.at, .doubt("an off met the end of a program", until: $0.at + 6000)) }
        // Nor which of two programs it is that switches the device off.
        let meetings = programs.filter { run in
            !run.isReplaced
                && programs.contains {
                    $0.isReplaced && $0.isMirror != run.isMirror && abs($0.span.to - run.span.to) < Self.corrected
                }
        }
        events += meetings.map { ($0.span.to, .doubt("two programs met their ends", until: $0.span.to + 6000)) }
        events += facts.clockChanges.map { ($0.at, .look) }
        events += facts.spans([.restart, .badRow, .suspend], on: nil).map { ($0.to, .look) }
        events += facts.spans([.powerLoss], on: device).map { ($0.from, .lostPower) }
        events += facts.spans([.outOfReach], on: device).flatMap { [($0.from, .lost), ($0.to, .found)] }
        for program in programs {
            events.append((program.span.from, .programStart(program.shown, isMirror: program.isMirror)))
            if !program.isReplaced { events.append((program.span.to, .programEnd(isMirror: program.isMirror))) }
        }
        return events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
    }

    /// Whether an alarm rings when a device is back in reach that began after somebody asked for something: that does not
    /// take place any more, but for a light beside a ring that has none.
    private func isOvertaken(_ deed: NightFacts.Deed, by occurrences: [NightCalendar.Occurrence]) -> Bool {
        let away = facts.spans([.outOfReach], on: deed.device).first { $0.contains(deed.at) }
        guard let back = away?.to, deed.isTogether, deed.action.isByHand else { return false }
        return occurrences.contains { occurrence in
            guard case .begins(_, let due) = occurrence.verdict, deed.at < due, due <= back,
                case .alarm(let alarm) = facts.plan(of: occurrence.schedule, at: due, in: plan.schedules),
                back < due + Double(alarm.ringFor)
            else { return false }
            return if case .light = deed.action { alarm.color != nil } else { true }
        }
    }

    // MARK: - Alarms

    /// No alarm is to be heard when it is not to ring; what a program plays is that of the device.
    private func rings(
        on device: Int, _ model: NightModel, _ programs: [NightPrograms.Run], _ journal: NightJournal
    ) -> [String] {
        var faults: [String] = []
        for (number, schedule) in plan.schedules.enumerated() where schedule.device == device {
            let rings = model.rings.filter { $0.occurrence.schedule == number }
            let plans = [schedule.plan] + facts.replans.filter { $0.schedule == number }.map(\.plan)
            let starts = plans.flatMap { plan -> [Double] in
                guard case .alarm(let alarm) = plan else { return [] }
                return journal.starts(sound: alarm.sound, volume: (alarm.volume * 255 + 50) / 100)
            }
            for start in starts {
                let isMeant = rings.contains { $0.from - 1 <= start && start <= $0.to + Self.prompt }
                let isOpen = model.parts.contains {
                    $0.doubt != nil && $0.from - 5 <= start && start <= $0.to + 5
                }
                // A routine may fade the same sound through the loudness of the alarm.
                let isShown = model.parts.contains {
                    $0.from <= start && start < $0.to
                        && $0.view.allows(journal.shown(at: start), at: start, lag: Self.prompt)
                }
                let isProgram = programs.contains { abs($0.span.from - start) < 1 }
                if !isMeant, !isOpen, !isShown, !isProgram, start < plan.end - 10 {
                    faults.append("\(schedule.name) rings at \(model.clock.wall(at: start)), and is not to")
                }
            }
        }
        return faults
    }

    /// The log says of each occurrence how it ended, once, and why if it did not begin.
    private func ends(
        of occurrences: [NightCalendar.Occurrence], on device: Int, _ model: NightModel,
        _ lines: [LogKey: [LogEntry]]
    ) -> (faults: [String], reasons: Int) {
        var ends: [NightCalendar.Occurrence: NightModel.End] = [:]
        for (occurrence, end) in model.ends { ends[occurrence] = end }
        let doubts = model.parts.filter { $0.doubt != nil }
        var (faults, reasons): ([String], Int) = ([], 0)
        for occurrence in occurrences where occurrence.due < plan.end - 60 {
            let schedule = plan.schedules[occurrence.schedule]
            let key = LogKey(
                device: address(device), name: schedule.name,
                date: occurrence.date, slot: OccurrenceKey.scheduledSlot(edition: occurrence.edition + 1))
            let all = lines[key] ?? []
            var found = all.filter { Self.ends.contains($0.outcome) }
            if let reason = occurrence.reason, let first = found.first,
                [.missed, .skipped].contains(first.outcome)
            {
                reasons += 1
                if first.reason != reason {
                    faults.append(
                        "\(schedule.name) of \(occurrence.planned) is \(first.outcome) for \(reason), "
                            + "and the log says \(first.reason.map { "\($0)" } ?? "nothing")")
                }
            }
            if occurrence.wasMissed, found.first?.outcome == .missed { found.removeFirst() }
            // What comes of it later in another zone is an occurrence of its own here.
            if occurrence.isRevived { found = Array(found.prefix(1)) }
            let isUnattended = ends[occurrence] == .unattended
            let isUnheard = isUnheard(occurrence, on: device, model)
            if isUnattended, let last = found.last, [.unattended, .missed].contains(last.outcome), let isUnheard {
                reasons += 1
                if last.reason != (isUnheard ? .undelivered : nil) {
                    faults.append(
                        "\(schedule.name) of \(occurrence.planned) was \(isUnheard ? "not " : "")heard, and the log "
                            + "says \(last.outcome) for \(last.reason.map { "\($0)" } ?? "nothing")")
                }
            }
            let wanted: LogOutcome
            switch occurrence.verdict {
            case .open: continue
            case .skipped: wanted = .skipped
            case .missed: wanted = .missed
            case .begins:
                // One that goes on at the end has none yet.
                guard let end = ends[occurrence] else { continue }
                // An alarm that nobody could hear is missed; one that somebody heard once is not.
                let isMissed =
                    isUnattended
                    && wasNeverHeard(occurrence, on: device, model) ?? (found.last?.outcome == .missed)
                wanted = isMissed ? .missed : end.outcome
            }
            // Only what begins takes the place of what was missed in another zone.
            if occurrence.wasMissed, wanted == .skipped, found.isEmpty { continue }
            let span = (occurrence.start - 5)...(occurrence.due + 40_000)
            let isDoubtful = doubts.contains { $0.from <= span.upperBound && span.lowerBound <= $0.to }
            if isDoubtful, found.count <= 1 { continue }
            guard found.map(\.outcome) != [wanted] else { continue }
            faults.append(
                "\(schedule.name) of \(occurrence.planned) was to be \(wanted.rawValue), "
                    + "and the log says \(all.map(\.outcome.rawValue))")
        }
        return (faults, reasons)
    }

    /// Whether the device was out of reach while an alarm was to ring the last time; nil if that is too close to call.
    private func isUnheard(
        _ occurrence: NightCalendar.Occurrence, on device: Int, _ model: NightModel
    ) -> Bool? {
        model.rings.last { $0.occurrence == occurrence }.flatMap { isUnheard($0, on: device) }
    }

    /// Whether it was out of reach each time.
    private func wasNeverHeard(
        _ occurrence: NightCalendar.Occurrence, on device: Int, _ model: NightModel
    ) -> Bool? {
        let rings = model.rings.filter { $0.occurrence == occurrence }.map { isUnheard($0, on: device) }
        return rings.contains(false) ? false : rings.isEmpty || rings.contains(nil) ? nil : true
    }

    private func isUnheard(_ ring: NightModel.Ring, on device: Int) -> Bool? {
        let absences = facts.spans([.outOfReach], on: device)
        if absences.contains(where: { $0.from <= ring.from - 60 && ring.to + 60 <= $0.to }) { return true }
        return absences.contains { $0.touches(ring.from - 120, ring.to + 60) } ? nil : false
    }

    private func history(_ clock: NightTime) -> [String] {
        let done =
            plan.steps.map { ($0.at, "planned \($0.deed)") } + facts.deeds.map { ($0.at, "deed \($0)") }
        let happened = journals.enumerated().flatMap { device, journal in
            journal.map { (($0.boot - boot).inSeconds, "device \(device) \($0.json)") }
        }
        let logged = log.map { entry in
            (
                clock.time(of: entry.at),
                "log \(entry.device?.rawValue.suffix(2) ?? "") \(entry.name ?? "") \(entry.outcome) "
                    + (entry.reason.map { "\($0)" } ?? "")
            )
        }
        let schedules = plan.schedules.map { "\($0)" }
        return schedules
            + (done + happened + logged).sorted { $0.0 < $1.0 }.map { "\(clock.wall(at: $0.0)) \($0.1)" }
    }
}

extension NightModel.End {
    fileprivate var outcome: LogOutcome {
        switch self {
        case .dismissed: .dismissed
        case .unattended: .unattended
        case .done: .done
        case .cancelled: .cancelled
        case .superseded: .superseded
        case .missed: .missed
        case .skipped: .skipped
        }
    }
}
