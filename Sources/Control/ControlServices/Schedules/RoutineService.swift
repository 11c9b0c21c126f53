// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
public import ControlAPI
import DeviceModules
import Routines
import Scheduling
import SleepModel

extension NightControl {
    /// All routines.
    public func routines() async throws(ControlError) -> [RoutineDocument] {
        try await answering {
            try await targets(nil).flatMap { target in
                target.rooms.routines.schedules.compactMap { document($0, target) }
            }
        }
    }

    /// Adds a routine.
    public func addRoutine(_ request: RoutineRequest) async throws(ControlError) -> RoutineDocument {
        try await arranging {
            let target = try await target(request.device)
            let reader = RequestReader(codec: target.rooms.codec, zones: zones)
            let zone = try reader.zone(request.zone)
            let now = now.wall
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
            try await target.rooms.routines.save(schedule)
            return try require(document(schedule, target))
        }
    }

    /// Runs a routine now, in place of one that runs on the same device.
    public func runRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await answering {
            try needsDaemon("lull routine run", "nothing would go on running")
            let (target, schedule) = try pick(
                try await routineSchedules(request.device), named: request.name, kind: "routine")
            try await target.rooms.routines.run(schedule, slot: "manual-\(ScheduleID.fresh().rawValue)")
            return try require(document(schedule, target))
        }
    }

    /// Stops a routine that runs.
    public func stopRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await answering {
            try needsDaemon("lull routine stop", "no routine runs")
            let all = try await routineSchedules(request.device)
            let running = all.filter { entry in
                entry.target.rooms.routines.runs.contains { $0.key.schedule == entry.schedule.id }
            }
            guard !running.isEmpty else {
                if request.name != nil { _ = try pick(all, named: request.name, kind: "routine") }
                throw ControlError(.nothingActive, "No routine runs now.", advice: "See `lull routine list`.")
            }
            let (target, schedule) = try pick(running, named: request.name, kind: "routine")
            try await target.rooms.routines.stop(schedule.id)
            return try require(document(schedule, target))
        }
    }

    // MARK: -

    private func routineSchedules(_ device: String?) async throws -> [(target: Target, schedule: Schedule)] {
        try await targets(device).flatMap { target in
            target.rooms.routines.schedules.map { (target, $0) }
        }
    }

    private func document(_ schedule: Schedule, _ target: Target) -> RoutineDocument? {
        guard case .routine(let plan) = schedule.plan else { return nil }
        let provider = target.rooms.routines
        let reader = RequestReader(codec: target.rooms.codec, zones: zones)
        var days: [String]?
        if case .weekly(let set)? = schedule.recurrence?.days { days = set.shortNames }
        return RoutineDocument(
            name: schedule.name, device: target.device.name, address: target.device.address,
            at: schedule.recurrence?.time.clockTime, days: days, steps: plan.steps.map(reader.steps.text),
            zone: schedule.zone,
            running: provider.progress(of: schedule.id).map {
                RunningStepDocument(step: $0.index + 1, since: $0.since, until: $0.until)
            },
            next: provider.next(of: schedule)?.planned)
    }
}
