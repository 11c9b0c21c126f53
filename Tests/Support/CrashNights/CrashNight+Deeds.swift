// SPDX-License-Identifier: Apache-2.0

import Alarms
import Bedtimes
import CivilTime
import Clocks
import Routines
@_spi(Machines) import Scheduling
import SleepModel
import Storage
import StoreDoubles

extension CrashNight {
    /// Does what a person asks for, if there is something to do it to; each deed is one transaction.
    func doDeed(_ step: ScenarioStep) async throws {
        switch step {
        case .pair(let number): try await pair(Scenario.devices[number], name: "bed \(number)")
        case .forget(let number): try await forget(Scenario.devices[number])
        case .add(let sketch): try await add(sketch)
        case .edit(let choice, let sketch):
            guard let (bed, schedule) = pick(choice) else { return }
            var edited = made(sketch, schedule.id, on: bed.device)
            // The kind is what tells the machines apart; an edit keeps it.
            if edited.kind != schedule.kind { edited.plan = schedule.plan }
            try await transition { try await bed.save(edited) }
        case .enable(let choice, let isEnabled):
            guard let (bed, schedule) = pick(choice) else { return }
            var edited = schedule
            (edited.isEnabled, edited.validFrom, edited.settledThrough) = (isEnabled, now.wall, now.wall)
            try await transition { try await bed.save(edited) }
        case .remove(let choice):
            guard let (bed, schedule) = pick(choice) else { return }
            try await transition { try await bed.remove(schedule) }
        case .skip(let choice, let days): try await change(choice, daysAhead: days, to: .skip())
        case .unskip(let choice):
            let overrides = try await store.overrides()
            guard !overrides.isEmpty else { return }
            let override = overrides[choice % overrides.count]
            guard let bed = orderedBeds.first(where: { $0.schedules.contains { $0.id == override.schedule } }),
                let schedule = bed.schedules.first(where: { $0.id == override.schedule })
            else { return }
            try await change(schedule, of: bed, on: override.date, to: nil)
        case .move(let choice, let time): try await change(choice, daysAhead: 2, to: .time(time))
        case .pause(let number, let length): try await pause(number.map { Scenario.devices[$0] }, for: length)
        case .holidays(let name, let days): try await bring(name, daysAhead: days)
        case .resume: try await rest(NightSettings(), .resumed)
        case .dismiss(let choice), .snooze(let choice, _), .touch(let choice, _): try await answer(choice, step)
        case .run(let choice):
            let routines = candidates.filter { $0.schedule.kind == .routine }
            guard !routines.isEmpty else { return }
            let (bed, schedule) = routines[choice % routines.count]
            try await transition {
                try await bed.routines.change { machine, sample in
                    // One that another keeps from beginning is none.
                    (try? machine.run(schedule, slot: "manual-\(choice)-\(sample.wall.secondsSince1970)", at: sample))
                        ?? []
                }
            }
        case .stop(let choice):
            guard !orderedBeds.isEmpty else { return }
            let bed = orderedBeds[choice % orderedBeds.count]
            try await transition {
                choice % 3 == 0
                    ? try await bed.bedtimes.change { machine, sample in machine.stop(at: sample) }
                    : try await bed.routines.change { machine, sample in machine.stop(at: sample) }
            }
        default: break
        }
    }

    // MARK: - Devices

    private func pair(_ device: MacAddress, name: String) async throws {
        let paired = PairedDevice(address: device, name: name, product: .hatchRest, pairedAt: now.wall)
        _ = try await store.commit([.pair(paired, log: [entry(.paired, device)])])
        if beds[device] == nil { try await open(device) }
    }

    private func forget(_ device: MacAddress) async throws {
        guard beds[device] != nil else { return }
        _ = try await store.commit([.forget(device, at: now.wall, log: [entry(.unpaired, device)])])
        beds[device] = nil
    }

    // MARK: - Schedules

    private func add(_ sketch: ScheduleSketch) async throws {
        let device = Scenario.devices[sketch.device]
        guard let bed = beds[device] else { return }
        let schedule = made(sketch, ScheduleID(rawValue: "s\(nextStep)"), on: device)
        try await transition { try await bed.save(schedule) }
    }

    private func made(_ sketch: ScheduleSketch, _ id: ScheduleID, on device: MacAddress) -> Schedule {
        sketch.schedule(id, on: device, at: now.wall, zone: zones.rules(of: sketch.zone))
    }

    private var candidates: [(bed: Bed, schedule: Schedule)] {
        orderedBeds.flatMap { bed in bed.schedules.map { (bed, $0) } }
    }

    private func pick(_ choice: Int) -> (bed: Bed, schedule: Schedule)? {
        let candidates = candidates
        return candidates.isEmpty ? nil : candidates[choice % candidates.count]
    }

    private func change(_ choice: Int, daysAhead days: Int, to change: OccurrenceOverride.Change) async throws {
        guard let (bed, schedule) = pick(choice),
            let next = bed.occurrences(of: schedule.kind).next(of: schedule, at: now)
        else { return }
        try await self.change(schedule, of: bed, on: next.key.date.adding(days: days), to: change)
    }

    private func change(
        _ schedule: Schedule, of bed: Bed, on date: CivilDate, to change: OccurrenceOverride.Change?
    ) async throws {
        try await transition {
            try await bed.change(schedule.kind) { machine, sample in
                machine.change(schedule.id, on: date, to: change, at: sample)
            }
        }
    }

    // MARK: - Pauses

    private func pause(_ device: MacAddress?, for length: Duration?) async throws {
        let until = length.map { zones.rules(of: nil).civil(at: now.wall + $0) }
        let pause = Pause(since: now.wall, until: until, zone: nil)
        var settings = try await store.settings()
        if let device { settings.devicePauses[device] = pause } else { settings.pause = pause }
        try await rest(settings, .paused)
    }

    private func rest(_ settings: NightSettings, _ outcome: LogOutcome) async throws {
        _ = try await store.commit([.settings(settings, log: [entry(outcome, nil)])])
        for bed in orderedBeds {
            for kind in ScheduleKind.allCases {
                try await transition {
                    try await bed.change(kind) { machine, _ in
                        machine.pause(settings.pauses(of: bed.device))
                        return []
                    }
                }
            }
        }
    }

    // MARK: - Holidays

    private func bring(_ name: String, daysAhead days: [Int]) async throws {
        let sample = now
        let today = zones.rules(of: nil).civil(at: sample.wall).date
        let holidays = days.map { Holiday(summary: "x", first: today.adding(days: $0)) }
        var book = HolidayBook(try await store.holidays())
        let change: StoreChange
        if let calendar = HolidayCalendar(name: name, holidays: holidays), !days.isEmpty {
            book.set(calendar)
            change = .holidays(calendar, log: [entry(.imported, nil)])
        } else {
            guard book[name] != nil else { return }
            book.remove(name)
            change = .removeHolidays(name, log: [entry(.removed, nil)])
        }
        let machines = orderedBeds.flatMap { bed in ScheduleKind.allCases.map(bed.occurrences(of:)) }
        let resettled = machines.flatMap { $0.resettled(by: book, at: sample) }
        _ = try await store.commit([change] + resettled.map { .save($0, log: []) })
        for bed in orderedBeds {
            for kind in ScheduleKind.allCases {
                try await transition {
                    try await bed.change(kind) { machine, _ in
                        machine.observe(book, at: sample)
                        return []
                    }
                }
            }
        }
    }

    // MARK: - Alarms

    private func answer(_ choice: Int, _ step: ScenarioStep) async throws {
        let runs = orderedBeds.flatMap { bed in bed.alarms.machine.runs.map { (bed, $0.key) } }
        guard !runs.isEmpty else { return }
        let (bed, key) = runs[choice % runs.count]
        try await transition {
            do {
                try await bed.alarms.change { machine, sample in
                    switch step {
                    case .snooze(_, let length): try machine.snooze(key, length: length, at: sample)
                    case .touch(_, let actions): machine.takeManualChange(actions, at: sample)
                    default: machine.dismiss(key, at: sample)
                    }
                }
            } catch is HouseholdError {
                // Refused, and the person gets the error.
            }
        }
    }

    // MARK: -

    private var now: ClockSample { manual.now() }

    private func entry(_ outcome: LogOutcome, _ device: MacAddress?) -> LogEntry {
        LogEntry(at: now.wall, device: device, kind: .control, outcome: outcome, actor: .person)
    }
}
