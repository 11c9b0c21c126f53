// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel

/// Alarms that ring, as people answer them.
extension AlarmService {
    func snoozeAlarm(_ request: SnoozeRequest) async throws(ControlError) -> AlarmDocument {
        try await answering {
            try daemon.require(for: "lull alarm snooze", because: "no alarm rings")
            let length = request.length.map { " --for \($0.shellWord)" } ?? ""
            let (target, schedule, key) = try await running(
                request.name, request.device, for: { "lull alarm snooze \($0)\(length)" },
                all: "lull alarm snooze --all\(length)", where: \.phase.isRinging)
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            let time = try request.length.map { try reader.duration($0, "--for", in: RequestRange.snooze) }
            let answered = try await target.controller.snooze(key, length: time)
            return try await delivered(schedule, target, answered)
        }
    }

    /// Silences all alarms that ring; one that has no snooze left rings on, and its answer says so.
    func snoozeAlarms(_ request: SnoozeAllRequest) async throws(ControlError) -> [AlarmDocument] {
        try await answering {
            try daemon.require(for: "lull alarm snooze", because: "no alarm rings")
            let schedules = try await finder.schedules(of: .alarm, on: request.device)
            let ringing = running(schedules) { $0.phase.isRinging }
            guard !ringing.isEmpty else {
                if let silence = silence(of: schedules) { throw silence }
                throw try await nothingRings(nil, request.device)
            }
            let times = try ringing.map { alarm in
                try request.length.map {
                    try RequestReader(alarm.target.controller, zones: zones).duration(
                        $0, "--for", in: RequestRange.snooze)
                }
            }
            // Those of one minute are silenced together.
            var answered: Set<OccurrenceKey> = []
            for (ringing, time) in zip(ringing, times) where !answered.contains(ringing.alarm.key) {
                do {
                    answered.formUnion(try await ringing.target.controller.snooze(ringing.alarm.key, length: time))
                } catch HouseholdError.snoozeLimitReached {
                    continue
                }
            }
            guard !answered.isEmpty else { throw HouseholdError.snoozeLimitReached }
            var documents = try await delivered(ringing.map { ($0.schedule, $0.target) })
            for (index, ringing) in ringing.enumerated() where !answered.contains(ringing.alarm.key) {
                documents[index].warning = Sentences.joined(
                    "It was snoozed as often as it allows, and rings on. End it: "
                        + "`lull alarm dismiss \(ringing.target.arguments(for: ringing.schedule))`.",
                    documents[index].warning)
            }
            return documents
        }
    }

    /// Ends an alarm that shows, rings or snoozes, or the light that stays after it.
    func dismissAlarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument {
        try await answering {
            try daemon.require(for: "lull alarm dismiss", because: "no alarm rings")
            let (target, schedule, key) = try await running(
                request.name, request.device, for: { "lull alarm dismiss \($0)" }, all: "lull alarm dismiss --all",
                where: { _ in true })
            let answered = try await target.controller.dismiss(key)
            var document = try await delivered(schedule, target, answered)
            let warnings = [document.warning, target.waitingRing(zones)].compactMap(\.self)
            document.warning = warnings.isEmpty ? nil : warnings.joined(separator: " ")
            return document
        }
    }

    /// Ends all alarms that ring or snooze, and all lights after one; one that shows its sunrise goes on.
    func dismissAlarms(_ request: DeviceChoice) async throws(ControlError) -> [AlarmDocument] {
        try await answering {
            try daemon.require(for: "lull alarm dismiss", because: "no alarm rings")
            // Those of one minute end together.
            let running = running(try await finder.schedules(of: .alarm, on: request.device)) { !$0.phase.isSunrise }
            var answered: Set<OccurrenceKey> = []
            for running in running where !answered.contains(running.alarm.key) {
                answered.formUnion(try await running.target.controller.dismiss(running.alarm.key))
            }
            let dismissed = try await delivered(running.map { ($0.schedule, $0.target) })
            guard !dismissed.isEmpty else { throw try await nothingRings(nil, request.device) }
            return dismissed
        }
    }

    // MARK: -

    /// The runs of some alarms that fit.
    private func running(
        _ schedules: [(target: DeviceFinder.Target, schedule: Schedule)], where fits: (AlarmRun) -> Bool
    ) -> [(target: DeviceFinder.Target, schedule: Schedule, alarm: RunningAlarm)] {
        schedules.flatMap { target, schedule in
            target.controller.runningAlarms.filter { $0.key.schedule == schedule.id && fits($0.run) }
                .map { (target: target, schedule: schedule, alarm: $0) }
        }
    }

    /// The alarm after its device has followed it, or with a warning that the device has not, with the names of the
    /// others that were answered with it.
    private func delivered(
        _ schedule: Schedule, _ target: DeviceFinder.Target, _ answered: Set<OccurrenceKey>
    ) async throws -> AlarmDocument {
        let others = Set(answered.map(\.schedule)).subtracting([schedule.id])
        let names = target.controller.schedules(of: .alarm).filter { others.contains($0.id) }.map(\.name)
        var document = try require(try await delivered([(schedule, target)]).first)
        document.together = names.sorted()
        return document
    }

    /// The alarms after their devices have followed them, or with a warning of each device that has not.
    private func delivered(
        _ alarms: [(schedule: Schedule, target: DeviceFinder.Target)]
    ) async throws -> [AlarmDocument] {
        let following = await deliveries.upToDate(among: alarms.map(\.target))
        return try alarms.map { schedule, target in
            var document = try require(document(schedule, target))
            if !following.contains(target.device.address) { document.warning = target.unfollowedWarning }
            return document
        }
    }

    /// The run that a request means: the one it names; else, of those on one device, the one that rings, and of
    /// several the one that began to last.
    ///
    /// Where it means several, the error has the `command` for each, made of the arguments that mean this one alone, and the
    /// one for `all`.
    private func running(
        _ name: String?, _ device: String?, for command: (String) -> String, all: String? = nil,
        where fits: (AlarmRun) -> Bool
    ) async throws -> (DeviceFinder.Target, Schedule, OccurrenceKey) {
        var schedules = try await finder.schedules(of: .alarm, on: device)
        if name != nil { schedules = try await finder.fitting(schedules, named: name, kind: .alarm) }
        var candidates = running(schedules, where: fits)
        if candidates.contains(where: \.alarm.run.phase.isRinging) {
            candidates = candidates.filter(\.alarm.run.phase.isRinging)
        } else if name == nil, candidates.contains(where: { $0.alarm.run.phase.phase != .lightAfter }) {
            // What rings again is worth more than a light that is over soon.
            candidates = candidates.filter { $0.alarm.run.phase.phase != .lightAfter }
        }
        let newest = candidates.max { $0.alarm.run.phase.since.wall < $1.alarm.run.phase.since.wall }
        guard let newest else {
            if let silence = silence(of: schedules) { throw silence }
            throw try await nothingRings(name, device)
        }
        let several = candidates.filter { name != nil || $0.target.device.address != newest.target.device.address }
        guard several.allSatisfy({ $0.schedule.id == newest.schedule.id }) else {
            let fitting = candidates.map { (target: $0.target, schedule: $0.schedule) }
            let commands = fitting.map { "`\(command($0.target.arguments(for: $0.schedule)))`" }
            throw ControlError(
                .unknownSchedule, "Several alarms fit: \(DeviceFinder.listing(fitting)).",
                advice: "Choose one: \(commands.joined(separator: " or "))." + (all.map { " All: `\($0)`." } ?? ""))
        }
        return (newest.target, newest.schedule, newest.alarm.key)
    }

    /// That the alarm is snoozed already that rings next of those that are; nil when none is.
    private func silence(of schedules: [(target: DeviceFinder.Target, schedule: Schedule)]) -> ControlError? {
        // A device that may go on is the worse news.
        let snoozed = running(schedules.filter { !$0.target.controller.isEndPending }) { $0.phase.isSnoozed }
        guard let next = snoozed.min(by: { $0.alarm.phaseEnd < $1.alarm.phaseEnd }) else { return nil }
        return ControlError(
            .nothingActive,
            "“\(next.schedule.name)” is snoozed until \(zones.rules(of: nil).civil(at: next.alarm.phaseEnd).time).",
            advice: "End it: `lull alarm dismiss \(next.target.arguments(for: next.schedule))`.")
    }

    /// Why there is no alarm to answer; a device that was out of reach may still ring for one that was answered.
    private func nothingRings(_ name: String?, _ device: String?) async throws -> ControlError {
        let alarm = name.map { "“\($0.printable)”" } ?? "No alarm"
        let pending = try await finder.targets(device).filter { $0.controller.isEndPending }.map(\.device.name)
        guard let first = pending.first else {
            return ControlError(
                .nothingActive, name == nil ? "\(alarm) rings now." : "\(alarm) does not ring now.",
                advice: "See `lull alarm list` and `lull next`.")
        }
        return ControlError(
            .deviceUnreachable,
            "\(alarm) should \(name == nil ? "" : "not ")ring now, but “\(first)” does not answer and may go on.",
            advice: "Lull stops it as soon as it reaches it. You can also switch it off at the device.")
    }
}
