// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel

/// Tonight, as people begin and end it.
extension BedtimeService {
    /// Begins a bedtime now with its wind-down, in place of the one of tonight, or takes up a night that somebody ended.
    ///
    /// A night of it that runs already goes on; that of another bedtime of the device ends.
    func startBedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument {
        try await deliveries.following(\.warning, in: queue) {
            try daemon.require(for: "lull bedtime start", because: "nothing would go on running")
            let (target, schedule) = try await tonight(request)
            var (ended, skipped): ([Schedule], [Schedule]) = ([], [])
            var own: PlannedOccurrence?
            if target.controller.runningKeys(of: schedule).isEmpty {
                try await target.controller.beginNight(schedule, slot: "manual-\(ScheduleID.fresh().rawValue)")
                own = try await leaveOut(schedule, duringNightOf: schedule, target)
                ended = target.controller.schedules(of: .bedtime).filter {
                    $0.id != schedule.id && !target.controller.runningKeys(of: $0).isEmpty
                }
                for other in ended { try await target.controller.endNight(other.id) }
                for other in target.controller.schedules(of: .bedtime) where other.id != schedule.id {
                    if try await leaveOut(other, duringNightOf: schedule, target) != nil { skipped.append(other) }
                }
            }
            var document = try require(document(schedule, target))
            document.warning = Sentences.joined(
                own.map { "It takes the place of the night that was to begin at \(moment(of: $0))." },
                Self.names(ended, "ends"), Self.names(skipped, "is skipped tonight"))
            return (document, target)
        }
    }

    /// The bedtime that somebody names, or else the one of tonight: of several on a device the one whose night runs, or
    /// begins next within a day.
    private func tonight(_ request: ScheduleSelection) async throws -> (target: DeviceFinder.Target, schedule: Schedule)
    {
        guard request.name == nil else {
            return try await finder.schedule(.bedtime, named: request.name, on: request.device)
        }
        let tonight = try await finder.targets(request.device).compactMap { target in
            let own = target.controller.schedules(of: .bedtime)
            let end = clock.now().wall + .seconds(86_400)
            let running = own.first { !target.controller.runningKeys(of: $0).isEmpty }
            let next = own.compactMap { schedule in target.controller.next(of: schedule).map { (schedule, $0.starts) } }
                .filter { $0.1 <= end }.min { $0.1 < $1.1 }
            return (running ?? next?.0).map { (target: target, schedule: $0) }
        }
        guard !tonight.isEmpty else {
            return try await finder.schedule(.bedtime, named: nil, on: request.device)
        }
        let found = try await finder.pick(tonight, named: nil, kind: .bedtime, on: request.device)
        try await finder.requireReadable([found.schedule])
        return found
    }

    /// Ends the night of a bedtime that runs; the next one begins at its time.
    func endBedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument {
        try await deliveries.following(\.warning, in: queue) {
            try daemon.require(for: "lull bedtime off", because: "no night runs")
            let all = try await finder.schedules(of: .bedtime, on: request.device)
            let running = all.filter { !$0.target.controller.runningKeys(of: $0.schedule).isEmpty }
            guard !running.isEmpty else {
                let fitting = try await finder.fitting(all, named: request.name, kind: .bedtime, on: request.device)
                guard let (target, schedule) = fitting.first, fitting.count == 1 else {
                    throw ControlError(
                        .nothingActive, "None of these bedtimes runs now: \(DeviceFinder.listing(fitting)).",
                        advice: "To leave out a night: `lull bedtime skip DEVICE --name NAME`.")
                }
                throw ControlError(
                    .nothingActive, "\(schedule.title(on: target)) does not run now.",
                    advice: "To leave out the next night: `lull bedtime skip \(target.arguments(for: schedule))`.")
            }
            let (target, schedule) = try await finder.pick(
                running, named: request.name, kind: .bedtime, on: request.device)
            try await target.controller.endNight(schedule.id)
            var document = try require(document(schedule, target))
            document.warning = takenPlace(of: schedule, target)
            return (document, target)
        }
    }

    /// That a night takes the place of others; nil for none.
    private static func names(_ others: [Schedule], _ fate: String) -> String? {
        let names = others.map { "“\($0.name)”" }.joined(separator: ", ")
        return others.isEmpty ? nil : "It takes the place of \(names), which \(fate)."
    }

    /// That a night stays skipped whose place took the one that somebody began and has ended; nil for none.
    private func takenPlace(of schedule: Schedule, _ target: DeviceFinder.Target) -> String? {
        let changes = target.controller.changes(of: schedule)
        let left = dates.skipped(schedule, target).first { changes[$0]?.isBegun == true }
        guard let left, let planned = dates.planned(schedule, target, on: left).first else { return nil }
        let time = zones.rules(of: schedule.zone).civil(at: planned).time
        return "It took the place of the night of \(left.withWeekday) at \(time), which stays skipped. "
            + "To have that one all the same: `lull bedtime unskip \(target.arguments(for: schedule))`."
    }

    private func moment(of occurrence: PlannedOccurrence) -> String {
        let civil = zones.rules(of: occurrence.zone).civil(at: occurrence.starts)
        return "\(civil.time) on \(civil.date.withWeekday)"
    }

    /// Skips what would begin of a bedtime before the night of one that runs is over, and returns it; nil if nothing would.
    private func leaveOut(
        _ other: Schedule, duringNightOf schedule: Schedule, _ target: DeviceFinder.Target
    ) async throws -> PlannedOccurrence? {
        let night = target.controller.runningBedtimes.first { $0.key.schedule == schedule.id }
        guard let night, let next = target.controller.next(of: other), next.starts < night.run.wake else {
            return nil
        }
        try await target.controller.change(other, on: next.key.date, to: .skip(isBegun: true), because: .begun)
        return next
    }
}
