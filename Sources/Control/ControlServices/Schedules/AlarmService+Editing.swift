// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel

/// Alarms that are there already.
extension AlarmService {
    func alarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument {
        try await answering {
            let alarms = try await finder.schedules(of: .alarm, on: request.device)
            let (target, schedule) = try await finder.pick(alarms, named: request.name, kind: .alarm)
            return try require(document(schedule, target))
        }
    }

    /// Changes what is given; what rings or shows keeps what it started with unless asked otherwise.
    ///
    /// Another time is another occurrence, also on a date that had one. A sunrise goes on to a later time.
    func editAlarm(_ request: AlarmEditRequest) async throws(ControlError) -> AlarmDocument {
        let edited = try await deliveries.followingAll(\AlarmDocument.warning, in: queue) {
            try await edit(try await finder.one(.alarm, named: request.name, on: request.device), request)
        }
        return try await answering { try require(edited.first) }
    }

    func editAlarms(_ request: AlarmEditRequest) async throws(ControlError) -> GroupReply<AlarmDocument> {
        var (group, others): (String?, [GroupOutsider]) = (nil, [])
        let edited = try await deliveries.followingAll(\AlarmDocument.warning, in: queue) {
            let meant = try await finder.meant(.alarm, named: request.name, on: request.device)
            (group, others) = (meant.group?.name, meant.others)
            return try await edit(meant, request)
        }
        return GroupReply(edited, of: group, besides: others)
    }

    /// Edits the alarm of each device, or of none.
    private func edit(
        _ meant: DeviceFinder.Meant, _ request: AlarmEditRequest
    ) async throws -> [(AlarmDocument, DeviceFinder.Target)] {
        let edits = try meant.schedules.map { target, before in
            let waiting = target.controller.runningAlarms.first { $0.key.schedule == before.id && $0.run.phase.isQuiet }
            let edited = meant.leaving(try edited(before, request, target))
            let runs = target.controller.runningAlarms.contains { $0.key.schedule == before.id }
            return (target: target, before: before, edited: edited, waiting: waiting, runs: runs)
        }
        try await arranger.make(edits.map { .edit($0.edited, changesRuns: request.now) })
        return try edits.map { target, before, edited, waiting, runs in
            var document = try require(document(edited, target))
            if let waiting, !target.controller.runningAlarms.contains(where: { $0.key == waiting.key }) {
                let again = zones.rules(of: before.zone).civil(at: waiting.phaseEnd).time
                document.warning = "It was to ring again at \(again); the new time takes the place of that."
            } else if document.phase != nil, !request.now, edited.plan != before.plan {
                document.warning = "It goes on today as it began. To change that too, add --now."
            } else if document.phase != nil, document.phase != .lightAfter, !edited.hasTimes(of: before),
                !follows(edited, target)
            {
                let next = target.controller.next(of: edited).map { zones.rules(of: edited.zone).civil(at: $0.planned) }
                document.warning =
                    "It goes on now, and the new time counts after that"
                    + (next.map { ": it rings again on \($0.date.withWeekday) at \($0.time)." } ?? ".")
            }
            if !runs, !edited.hasTimes(of: before) || edited.plan.lead != before.plan.lead {
                document.warning = Sentences.joined(shortSunrise(document), document.warning)
            }
            document.warning = target.leaving(before, edited, beside: document.warning)
            document.warning = Sentences.joined(document.warning, dates.stillMoved(before, edited, target))
            document.warning = target.limitWarning(
                about: edited, by: zones, at: clock.now().wall, after: document.warning)
            return (document, target)
        }
    }

    /// Enables or disables an alarm; one that is disabled is silent at once.
    func switchAlarm(_ request: ScheduleSwitchRequest) async throws(ControlError) -> AlarmDocument {
        try await deliveries.following(\.warning, in: queue) {
            let (target, before) = try await finder.schedule(.alarm, named: request.name, on: request.device)
            // One that runs for its only time counts as enabled.
            let isEnabled = before.isEnabled || !target.controller.runningKeys(of: before).isEmpty
            guard isEnabled != request.enabled else { return (try require(document(before, target)), target) }
            if request.enabled, !hasTimes(before) {
                throw ControlError(
                    .nothingActive, "“\(before.name)” was for one date, and that is over.",
                    advice: "Give it another time: `lull alarm edit \(target.arguments(for: before)) --at 07:00`.")
            }
            try await target.controller.enable(before, request.enabled)
            return (try require(document(before, target)), target)
        }
    }

    private func edited(
        _ before: Schedule, _ request: AlarmEditRequest, _ target: DeviceFinder.Target
    ) throws -> Schedule {
        guard case .alarm(var plan) = before.plan, let recurrence = before.recurrence else { return before }
        let reader = RequestReader(target.controller, zones: zones)
        var edited = before
        if let name = request.newName { edited.name = try reader.name(name, what: "an alarm") }
        edited.zone = try reader.zoneName(request.zone, before: before.zone)
        let (zone, now) = (try reader.zone(edited.zone), clock.now().wall)
        let rule = try reader.withEndOfLength(request.rule, from: now, zone: zone)
        try dates.requireNoSingleDate(of: before, target, in: rule, as: request.rule)
        edited.recurrence = try reader.recurrence(
            rule, changing: recurrence, otherwiseDaily: false, zone: zone, now: now)
        if let sunrise = request.sunrise { plan.sunrise = try reader.optionalDuration(sunrise, "--sunrise") }
        plan.light = try light(of: plan, request, reader)
        if let sound = request.sound { plan.sound = try reader.sound(sound) }
        if let volume = request.volume {
            plan.volume = try reader.percent(volume, "--volume", in: RequestRange.audible)
        }
        if let crescendo = request.crescendo {
            plan.crescendo = try reader.optionalDuration(crescendo, "--crescendo")
        }
        if let ringFor = request.ringFor { plan.ringFor = try reader.duration(ringFor, "--ring-for") }
        if let limit = request.snoozeLimit { plan.snoozeLimit = limit }
        plan.touch = try reader.touch(request.touch) ?? plan.touch
        if let length = request.lightAfter { plan.lightAfter = try reader.optionalDuration(length, "--light-after") }
        if let wait = request.backup { plan.backup = try reader.optionalDuration(wait, "--backup") }
        if let snooze = request.snooze { plan.snooze = try reader.duration(snooze, "--snooze") }
        try reader.check(plan) { "--\($0)" }
        edited.plan = .alarm(plan)
        return edited
    }

    /// Whether a sunrise that runs goes on to the new time of its alarm.
    private func follows(_ edited: Schedule, _ target: DeviceFinder.Target) -> Bool {
        target.controller.runningAlarms.contains { running in
            guard running.key.schedule == edited.id, case .sunrise = running.run.phase else { return false }
            let times = finder.rule(of: edited)?.occurrences(on: running.key.date, in: zones.rules(of: edited.zone))
            return times?.contains { $0.instant == running.record.planned } ?? false
        }
    }

    static let sunriseNeedsLight = RequestReader.invalid(
        "A sunrise needs a light.", "Give --sunrise off too, or another colour than off.")

    private func light(
        of plan: AlarmPlan, _ request: AlarmEditRequest, _ reader: RequestReader
    ) throws(ControlError) -> Light? {
        guard let color = request.color else {
            return plan.sunrise == nil ? plan.light : plan.light ?? Self.usualLight
        }
        guard color.lowercased() != "off" else {
            guard plan.sunrise == nil else { throw Self.sunriseNeedsLight }
            return nil
        }
        return try reader.alarmLight(color, before: plan.light ?? Self.usualLight)
    }
}
