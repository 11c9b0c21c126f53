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

    func bedtimes(_ query: DeviceChoice) async throws(ControlError) -> [BedtimeDocument] {
        try await answering {
            try await finder.schedules(of: .bedtime, on: query.device).compactMap {
                document($0.schedule, $0.target)
            }
        }
    }

    /// Sets a device's bedtime, or changes what is given of the one it has; a night under way keeps what it started with.
    func setBedtime(_ request: BedtimeRequest) async throws(ControlError) -> BedtimeDocument {
        try await arranging(in: queue) {
            let target = try await finder.target(request.device)
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            guard target.controller.schedules(of: .bedtime).isEmpty else {
                let (_, before) = try await finder.schedule(.bedtime, named: nil, on: request.device)
                let edited = try edited(before, request, reader)
                try await target.controller.edit(edited)
                var document = try require(document(edited, target))
                if document.phase != nil, edited != before { document.warning = Self.tonight(target) }
                return document
            }
            let schedule = try added(request, reader, to: target)
            try await target.controller.save(schedule)
            return try require(document(schedule, target))
        }
    }

    /// Enables or disables a bedtime; a night under way goes on.
    func switchBedtime(_ request: ScheduleSwitchRequest) async throws(ControlError) -> BedtimeDocument {
        try await arranging(in: queue) {
            let (target, before) = try await finder.schedule(.bedtime, named: request.name, on: request.device)
            if before.isEnabled != request.enabled { try await target.controller.enable(before, request.enabled) }
            var document = try require(document(before, target))
            if document.phase != nil, !request.enabled { document.warning = Self.tonight(target) }
            return document
        }
    }

    /// Removes a bedtime, and ends its night.
    func removeBedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument {
        try await arranging(in: queue) {
            let (target, schedule) = try await finder.wholeSchedule(
                .bedtime, named: request.name, on: request.device)
            let document = try require(document(schedule, target))
            try await target.controller.remove(schedule)
            return document
        }
    }

    /// Skips a bedtime on a date, the next one by default.
    func skipBedtime(_ request: SkipRequest) async throws(ControlError) -> BedtimeDocument {
        try await arranging(in: queue) {
            let (target, schedule) = try await finder.schedule(.bedtime, named: request.name, on: request.device)
            try await dates.skip(schedule, target, on: try reader(target).date(ifGiven: request.date))
            return try require(document(schedule, target))
        }
    }

    /// Cancels the skip of a bedtime, on one date or on all to come.
    func unskipBedtime(_ request: SkipRequest) async throws(ControlError) -> BedtimeDocument {
        try await arranging(in: queue) {
            let (target, schedule) = try await finder.schedule(.bedtime, named: request.name, on: request.device)
            try await dates.unskip(schedule, target, on: try reader(target).date(ifGiven: request.date))
            return try require(document(schedule, target))
        }
    }

    /// Gives a bedtime another time on one date, the next one by default.
    func moveBedtime(_ request: MoveRequest) async throws(ControlError) -> BedtimeDocument {
        try await arranging(in: queue) {
            let (target, schedule) = try await finder.schedule(.bedtime, named: request.name, on: request.device)
            let reader = reader(target)
            try await dates.move(
                schedule, target, to: try reader.time(request.at, "the time"),
                on: try reader.date(ifGiven: request.date))
            return try require(document(schedule, target))
        }
    }

    // MARK: -

    private static func tonight(_ target: DeviceFinder.Target) -> String {
        "Tonight goes on as it began. End it: `lull power \(target.device.name.shellWord) off`."
    }

    private func reader(_ target: DeviceFinder.Target) -> RequestReader {
        RequestReader(codec: target.controller.codec, zones: zones)
    }

    private var dates: ScheduleDates { ScheduleDates(zones: zones, clock: clock) }

    private func added(
        _ request: BedtimeRequest, _ reader: RequestReader, to target: DeviceFinder.Target
    ) throws -> Schedule {
        guard let at = request.at else {
            throw RequestReader.invalid(
                "“\(target.device.name)” has no bedtime yet.", "Give --at, the time of lights-out.")
        }
        let zone = try reader.zoneName(request.zone, before: nil)
        let time = try reader.time(at)
        let usual = BedtimePlan(
            windDown: .seconds(30 * 60),
            light: Light(.color(try reader.color("amber")), brightness: Level(rawValue: 102)),
            sound: try reader.sound("rain"), volume: try reader.percent(30, "--volume"), wake: nil,
            wakeLight: Light(.color(try reader.color("green")), brightness: Level(rawValue: 51)))
        let plan = try changed(usual, by: request, reader)
        try reader.check(plan, at: time) { "--\($0)" }
        let now = clock.now().wall
        return Schedule(
            id: ScheduleID.fresh(), device: target.device.address, name: "bedtime",
            recurrence: try reader.recurrence(
                at: time, days: request.days, date: nil, otherwiseDaily: true, zone: reader.zone(zone), now: now),
            zone: zone, settledThrough: now, plan: .bedtime(plan))
    }

    private func edited(
        _ before: Schedule, _ request: BedtimeRequest, _ reader: RequestReader
    ) throws -> Schedule {
        guard case .bedtime(let plan) = before.plan, let recurrence = before.recurrence else { return before }
        var edited = before
        edited.zone = try reader.zoneName(request.zone, before: before.zone)
        edited.recurrence = try reader.recurrence(
            recurrence, at: request.at, days: request.days, date: nil, zone: reader.zone(edited.zone),
            now: clock.now().wall)
        let changed = try changed(plan, by: request, reader)
        try reader.check(changed, at: edited.recurrence?.time.clockTime) { "--\($0)" }
        edited.plan = .bedtime(changed)
        return edited
    }

    private func changed(
        _ before: BedtimePlan, by request: BedtimeRequest, _ reader: RequestReader
    ) throws(ControlError) -> BedtimePlan {
        var plan = before
        if let windDown = request.windDown {
            plan.windDown = try reader.optionalDuration(windDown, "--wind-down") ?? .zero
        }
        if let color = request.color { plan.light.appearance = .color(try reader.color(color)) }
        if let sound = request.sound { plan.sound = try reader.sound(sound) }
        if let volume = request.volume { plan.volume = try reader.percent(volume, "--volume", from: 1) }
        if let wake = request.wake { plan.wake = wake.lowercased() == "off" ? nil : try reader.time(wake, "--wake") }
        return plan
    }

    /// A bedtime as it is now; nil for what is none.
    private func document(_ known: Schedule, _ target: DeviceFinder.Target) -> BedtimeDocument? {
        let schedule = target.controller.schedules(of: .bedtime).first { $0.id == known.id } ?? known
        guard case .bedtime(let plan) = schedule.plan, let recurrence = schedule.recurrence,
            case .weekly(let days) = recurrence.days, let at = recurrence.time.clockTime
        else { return nil }
        var color = ""
        if case .color(let shown) = plan.light.appearance { color = shown.hexadecimal }
        var document = BedtimeDocument(
            id: schedule.id, device: target.device.name, address: target.device.address, at: at, days: days.shortNames,
            windDownSeconds: Int(plan.windDown.components.seconds), color: color,
            sound: plan.sound == .none
                ? nil : target.controller.codec.name(of: plan.sound) ?? String(plan.sound.rawValue),
            volume: plan.volume.percent, wake: plan.wake, zone: schedule.zone,
            enabled: schedule.isEnabled, phase: target.controller.runningBedtimes.first?.phase,
            next: target.controller.next(of: schedule)?.starts)
        document.skipped = dates.skipped(schedule, target)
        document.moved = dates.moved(schedule, target)
        return document
    }
}
