// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SleepModel

/// Routines: steps of light and sound.
@MainActor
struct RoutineService: RoutineControl {
    let finder: DeviceFinder
    let zones: ZoneBook
    let clock: any NightClock
    let queue: SerialQueue
    let daemon: DaemonCheck

    func routines() async throws(ControlError) -> [RoutineDocument] {
        try await answering {
            try await finder.schedules(of: .routine, on: nil).compactMap { document($0.schedule, $0.target) }
        }
    }

    func addRoutine(_ request: RoutineRequest) async throws(ControlError) -> RoutineDocument {
        try await arranging(in: queue) {
            let target = try await finder.target(request.device)
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            let zone = try reader.zone(request.zone)
            let now = clock.now().wall
            if request.days != nil, request.at == nil {
                throw RequestReader.invalid("--days needs a time.", "Give --at too, or neither.")
            }
            let schedule = Schedule(
                id: ScheduleID.fresh(), device: target.device.address,
                name: try reader.name(request.name, what: "a routine"),
                recurrence: try request.at.map {
                    try reader.recurrence(
                        at: reader.time($0), days: request.days, date: nil, otherwiseDaily: true, zone: zone, now: now)
                },
                zone: request.zone, settledThrough: now,
                plan: .routine(RoutinePlan(steps: try reader.steps.steps(request.steps))))
            try await target.controller.save(schedule)
            return try require(document(schedule, target))
        }
    }

    /// Runs a routine now, in place of one that runs on the same device.
    func runRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await answering {
            try daemon.require(for: "lull routine run", because: "nothing would go on running")
            let (target, schedule) = try await finder.pick(
                try await finder.schedules(of: .routine, on: request.device), named: request.name, kind: .routine)
            try await target.controller.runRoutine(schedule, slot: "manual-\(ScheduleID.fresh().rawValue)")
            return try require(document(schedule, target))
        }
    }

    func stopRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await answering {
            try daemon.require(for: "lull routine stop", because: "no routine runs")
            let all = try await finder.schedules(of: .routine, on: request.device)
            let running = all.filter { entry in
                !entry.target.controller.runningKeys(of: entry.schedule).isEmpty
            }
            guard !running.isEmpty else {
                if request.name != nil { _ = try await finder.pick(all, named: request.name, kind: .routine) }
                throw ControlError(.nothingActive, "No routine runs now.", advice: "See `lull routine list`.")
            }
            let (target, schedule) = try await finder.pick(running, named: request.name, kind: .routine)
            try await target.controller.stopRoutine(schedule.id)
            return try require(document(schedule, target))
        }
    }

    // MARK: -

    private func document(_ schedule: Schedule, _ target: DeviceFinder.Target) -> RoutineDocument? {
        guard case .routine(let plan) = schedule.plan else { return nil }
        let reader = RequestReader(codec: target.controller.codec, zones: zones)
        var days: [String]?
        if case .weekly(let set)? = schedule.recurrence?.days { days = set.shortNames }
        return RoutineDocument(
            id: schedule.id, name: schedule.name, device: target.device.name, address: target.device.address,
            at: schedule.recurrence?.time.clockTime, days: days, steps: plan.steps.map(reader.steps.text),
            zone: schedule.zone,
            running: running(schedule, target), next: target.controller.next(of: schedule)?.planned)
    }

    private func running(_ schedule: Schedule, _ target: DeviceFinder.Target) -> RunningStepDocument? {
        target.controller.progress(of: schedule).map { routine in
            RunningStepDocument(step: routine.step + 1, since: routine.since, until: routine.until)
        }
    }
}
