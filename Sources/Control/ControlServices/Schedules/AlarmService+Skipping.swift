// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel

/// Single dates on which an alarm does not ring, and pauses.
extension AlarmService {
    /// Skips an alarm on a date; the next one unless told otherwise.
    ///
    /// A date that is skipped already stays so, and no other is skipped in its place. While the alarm runs, only a later
    /// date that is named is skipped.
    func skipAlarm(_ request: SkipRequest) async throws(ControlError) -> AlarmDocument {
        try await deliveries.following(\.warning, in: queue) {
            let (target, schedule) = try await finder.pick(
                try await finder.schedules(of: .alarm, on: request.device), named: request.name, kind: .alarm)
            let wanted = try dates.date(request.date, of: schedule)
            let skipped = skipped(schedule, target)
            let next = target.controller.next(of: schedule)?.key.date
            let running = target.controller.runningAlarms.first { $0.key.schedule == schedule.id }
            if let running, wanted == nil || wanted == running.key.date {
                throw hasBegun(running, schedule, target, next: next)
            }
            guard let date = wanted ?? [skipped.first, next].compactMap(\.self).min() else {
                throw silence(of: schedule, target)
            }
            if let error = dates.holiday(schedule, target, on: date) { throw error }
            guard dates.isToCome(schedule, target, on: date) else {
                throw RequestReader.invalid(
                    "“\(schedule.name)” does not ring on \(date), or has rung.", "See `lull next --days 7`.")
            }
            guard !skipped.contains(date) else {
                var document = try require(document(schedule, target))
                document.warning =
                    "It was skipped on \(date) before, so nothing changed."
                    + (wanted == nil ? dates.skippingToo(next, of: schedule, target) : "")
                return (document, target)
            }
            try await target.controller.change(schedule, on: date, to: .skip())
            return (try require(document(schedule, target)), target)
        }
    }

    /// Cancels the skip of an alarm, on one date or on all to come.
    func unskipAlarm(_ request: SkipRequest) async throws(ControlError) -> AlarmDocument {
        try await arranging(in: queue) {
            let (target, schedule) = try await finder.pick(
                try await finder.schedules(of: .alarm, on: request.device), named: request.name, kind: .alarm)
            let date = try dates.date(request.date, of: schedule)
            let skips = skipped(schedule, target).filter { date == nil || $0 == date }
            guard !skips.isEmpty else {
                throw ControlError(
                    .nothingActive, "“\(schedule.name)” is not skipped" + (date.map { " on \($0)." } ?? "."),
                    advice: "See `lull alarm list`.")
            }
            for date in skips { try await target.controller.change(schedule, on: date, to: nil) }
            return try require(document(schedule, target))
        }
    }

    /// Gives an alarm another time on one date; one that runs already stays as it is.
    func moveAlarm(_ request: MoveRequest) async throws(ControlError) -> AlarmDocument {
        try await deliveries.following(\.warning, in: queue) {
            let (target, schedule) = try await finder.schedule(.alarm, named: request.name, on: request.device)
            try await dates.move(schedule, target, to: request.at, on: request.date)
            var document = try require(document(schedule, target))
            document.warning = shortSunrise(document)
            return (document, target)
        }
    }

    /// The dates to come on which an alarm is skipped, in order; not one whose time has passed.
    func skipped(_ schedule: Schedule, _ target: DeviceFinder.Target) -> [CivilDate] { dates.skipped(schedule, target) }

    var dates: ScheduleDates { ScheduleDates(zones: zones, clock: clock) }

    /// Whether an alarm would ring some day, and only a pause keeps it from that.
    func isPaused(_ schedule: Schedule, _ target: DeviceFinder.Target) -> Bool {
        let zone = zones.rules(of: schedule.zone)
        guard schedule.isEnabled,
            let next = target.controller.rule(of: schedule)?.next(after: clock.now().wall, in: zone)?.instant
        else { return false }
        if target.controller.isPausedUntilResumed { return true }
        let isSkipped = skipped(schedule, target).contains(zone.civil(at: next).date)
        return target.controller.next(of: schedule) == nil && !isSkipped
    }

    // MARK: -

    /// Why the alarm of today is not skipped any more, and what to do instead.
    private func hasBegun(
        _ running: RunningAlarm, _ schedule: Schedule, _ target: DeviceFinder.Target, next: CivilDate?
    ) -> ControlError {
        let phase =
            switch running.run.phase {
            case .sunrise: "shows its sunrise now"
            case .ringing: "rings now"
            case .snoozed: "is snoozed now"
            case .unanswered: "is quiet now and rings once more"
            case .lightAfter: "still shows its light"
            }
        let ending = "End it: `lull alarm dismiss \(target.arguments(for: schedule))`."
        return RequestReader.invalid(
            "“\(schedule.name)” \(phase), so \(running.key.date) cannot be skipped any more.",
            ending + (next.map { " Or skip the next one: `\(skipping(schedule, target, on: $0))`." } ?? ""))
    }

    /// Why an alarm has no next time.
    private func silence(of schedule: Schedule, _ target: DeviceFinder.Target) -> ControlError {
        if !schedule.isEnabled, hasTimes(schedule) { return ScheduleDates.isDisabled(schedule, target) }
        guard isPaused(schedule, target) else {
            return ControlError(
                .nothingActive, "“\(schedule.name)” does not ring any more.", advice: "See `lull alarm list`.")
        }
        return ControlError(
            .nothingActive, "A pause keeps “\(schedule.name)” from ringing, so there is nothing to skip.",
            advice: "To skip a date of it all the same, give --date. `lull resume` ends the pause.")
    }

    private func skipping(_ schedule: Schedule, _ target: DeviceFinder.Target, on date: CivilDate) -> String {
        "lull alarm skip \(target.arguments(for: schedule)) --date \(date)"
    }
}
