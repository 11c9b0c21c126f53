// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SleepModel

/// Bedtimes: the way into the night and out of it.
@MainActor
struct BedtimeService: BedtimeControl {
    let finder: DeviceFinder
    let zones: ZoneBook
    let clock: any NightClock
    let queue: SerialQueue
    let daemon: DaemonCheck
    let arranger: ScheduleArranger
    let deliveries: DeliveryCheck

    func bedtimes(_ query: DeviceChoice) async throws(ControlError) -> [BedtimeDocument] {
        try await answering {
            try await finder.schedules(of: .bedtime, on: query.device).compactMap {
                document($0.schedule, $0.target)
            }
        }
    }

    func bedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument {
        try await answering {
            let bedtimes = try await finder.schedules(of: .bedtime, on: request.device)
            let (target, schedule) = try await finder.pick(
                bedtimes, named: request.name, kind: .bedtime, on: request.device)
            return try require(document(schedule, target))
        }
    }

    /// Enables or disables a bedtime; a night under way goes on.
    func switchBedtime(_ request: ScheduleSwitchRequest) async throws(ControlError) -> BedtimeDocument {
        try await deliveries.following(\.warning, in: queue) {
            let (target, before) = try await finder.schedule(.bedtime, named: request.name, on: request.device)
            if before.isEnabled != request.enabled { try await target.controller.enable(before, request.enabled) }
            var document = try require(document(before, target))
            if document.phase != nil, !request.enabled { document.warning = Self.tonight(before, target) }
            return (document, target)
        }
    }

    /// Removes a bedtime, and ends its night.
    func removeBedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument {
        try await deliveries.following(\.warning, in: queue) {
            let (target, schedule) = try await finder.wholeSchedule(
                .bedtime, named: request.name, on: request.device)
            let document = try require(document(schedule, target))
            try await target.controller.remove(schedule)
            return (document, target)
        }
    }

    /// Skips a bedtime on a date, the next one by default.
    func skipBedtime(_ request: SkipRequest) async throws(ControlError) -> BedtimeDocument {
        try await deliveries.following(\.warning, in: queue) {
            let (target, schedule) = try await finder.schedule(.bedtime, named: request.name, on: request.device)
            let warning = try await dates.skip(schedule, target, on: try dates.date(request.date, of: schedule))
            var document = try require(document(schedule, target))
            document.warning = warning
            return (document, target)
        }
    }

    /// Cancels the skip of a bedtime, on one date or on all to come.
    func unskipBedtime(_ request: SkipRequest) async throws(ControlError) -> BedtimeDocument {
        try await arranging(in: queue) {
            let (target, schedule) = try await finder.schedule(.bedtime, named: request.name, on: request.device)
            try await dates.unskip(schedule, target, on: try dates.date(request.date, of: schedule))
            return try require(document(schedule, target))
        }
    }

    /// Gives a bedtime another time on one date, the next one by default.
    func moveBedtime(_ request: MoveRequest) async throws(ControlError) -> BedtimeDocument {
        try await deliveries.following(\.warning, in: queue) {
            let (target, schedule) = try await finder.schedule(.bedtime, named: request.name, on: request.device)
            try await dates.move(schedule, target, to: request.at, on: request.date)
            return (try require(document(schedule, target)), target)
        }
    }

    // MARK: -

    static func tonight(_ schedule: Schedule, _ target: DeviceFinder.Target) -> String {
        "Tonight goes on as it began. End it: `lull bedtime off \(target.arguments(for: schedule))`."
    }

    func reader(_ target: DeviceFinder.Target) -> RequestReader {
        RequestReader(target.controller, zones: zones)
    }

    var dates: ScheduleDates { ScheduleDates(zones: zones, clock: clock) }

    /// A bedtime as it is now; nil for what is none.
    func document(_ known: Schedule, _ target: DeviceFinder.Target) -> BedtimeDocument? {
        let schedule = target.controller.schedules(of: .bedtime).first { $0.id == known.id } ?? known
        guard case .bedtime(let plan) = schedule.plan, let recurrence = schedule.recurrence else { return nil }
        var document = BedtimeDocument(
            id: schedule.id, name: schedule.name, device: target.device.name, address: target.device.address,
            rule: RuleDocument(recurrence), plan: plan,
            sound: plan.sound == .none
                ? nil : target.controller.codec.name(of: plan.sound) ?? String(plan.sound.rawValue),
            zone: schedule.zone,
            enabled: schedule.isEnabled,
            phase: target.controller.runningBedtimes.first { $0.key.schedule == schedule.id }?.phase,
            next: target.controller.next(of: schedule)?.starts)
        let run = target.controller.runningBedtimes.first { $0.key.schedule == schedule.id }?.run
        document.wakesAt = run.flatMap { $0.plan.wake == nil ? nil : $0.wake }
        document.lightsOut =
            run.flatMap { $0.bedtime > clock.now().wall ? $0.bedtime : nil }
            ?? target.controller.next(of: schedule)?.planned
        document.revision = target.revision(of: schedule)
        document.skipped = dates.shownSkips(schedule, target)
        document.moved = dates.moved(schedule, target)
        document.mornings = dates.mornings(schedule, target)
        document.group = schedule.group
        return document
    }
}
