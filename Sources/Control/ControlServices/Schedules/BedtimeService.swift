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

    /// Sets a device's bedtime, in place of the one it had; a night under way keeps what it started with.
    func setBedtime(_ request: BedtimeRequest) async throws(ControlError) -> BedtimeDocument {
        try await arranging(in: queue) {
            let target = try await finder.target(request.device)
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            let zone = try reader.zone(request.zone)
            let now = clock.now().wall
            let color = try reader.color(request.color ?? "amber")
            let plan = BedtimePlan(
                windDown: try reader.duration(request.windDown ?? "30m", "--wind-down"),
                light: Light(.color(color), brightness: Level(rawValue: 102)),
                sound: try reader.sound(request.sound ?? "rain"),
                volume: try reader.percent(request.volume ?? 30, "--volume", from: 1),
                wake: try request.wake.map { try reader.time($0, "--wake") },
                wakeLight: Light(.color(try reader.color("green")), brightness: Level(rawValue: 51)))
            let time = try reader.time(request.at)
            try reader.check(plan, at: time) { "--\($0)" }
            let schedule = Schedule(
                id: target.controller.schedules(of: .bedtime).first?.id ?? ScheduleID.fresh(),
                device: target.device.address, name: "bedtime",
                recurrence: try reader.recurrence(
                    at: time, days: request.days, date: nil, otherwiseDaily: true, zone: zone,
                    now: now),
                zone: request.zone, settledThrough: now, plan: .bedtime(plan))
            try await target.controller.save(schedule)
            return try require(document(schedule, target))
        }
    }

    private func document(_ schedule: Schedule, _ target: DeviceFinder.Target) -> BedtimeDocument? {
        guard case .bedtime(let plan) = schedule.plan, let recurrence = schedule.recurrence,
            case .weekly(let days) = recurrence.days, let at = recurrence.time.clockTime
        else { return nil }
        var color = ""
        if case .color(let shown) = plan.light.appearance { color = shown.hexadecimal }
        return BedtimeDocument(
            id: schedule.id, device: target.device.name, address: target.device.address, at: at, days: days.shortNames,
            windDownSeconds: Int(plan.windDown.components.seconds), color: color,
            sound: plan.sound == .none
                ? nil : target.controller.codec.name(of: plan.sound) ?? String(plan.sound.rawValue),
            volume: plan.volume.percent, wake: plan.wake, zone: schedule.zone,
            phase: target.controller.runningBedtimes.first?.phase,
            next: target.controller.next(of: schedule)?.starts)
    }
}
