// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Household
import Scheduling
import SleepModel
import Storage

/// What nothing may exceed on a device.
extension LightAndSoundService {
    func limit(_ query: SlotQuery) async throws(ControlError) -> LimitDocument {
        try await answering { LimitDocument(of: try await finder.target(query.device)) }
    }

    /// Changes what is given of a device's limit, and keeps the rest.
    func setLimit(_ request: LimitRequest) async throws(ControlError) -> LimitDocument {
        try await arranging(in: queue) {
            let target = try await finder.target(request.device)
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            var limit = target.device.limit ?? DeviceLimit()
            if let volume = request.volume {
                guard volume >= RequestRange.highestVolume.lowerBound else {
                    throw RequestReader.invalid(
                        "A limit of \(volume)% would silence alarms.",
                        "Give --volume \(RequestRange.highestVolume.lowerBound)% or more.")
                }
                limit.volume = volume == 100 ? nil : try reader.percent(volume, "--volume")
            }
            if let brightness = request.brightness {
                let highest = try reader.percent(brightness, "--brightness", in: RequestRange.highestBrightness)
                limit.brightness = brightness == 100 ? nil : highest
            }
            if let between = request.between { limit.hours = try hours(between) }
            guard limit.isValid || target.device.limit != nil else {
                throw RequestReader.invalid(
                    "That limits nothing on “\(target.device.name)”.", "Give --volume 40%, --brightness 30%, or both.")
            }
            return try await keep(limit.isValid ? limit : nil, on: target)
        }
    }

    func removeLimit(_ request: DeviceSelection) async throws(ControlError) -> LimitDocument {
        try await arranging(in: queue) {
            let target = try await finder.target(request.device)
            guard let limit = target.device.limit else {
                throw ControlError(
                    .nothingActive, "“\(target.device.name)” has no limit.",
                    advice: "Set one: `lull limit \(target.device.name.shellWord) --volume 40%`.")
            }
            var document = try await keep(nil, on: target)
            document.warning = limit.volume.flatMap { louder(than: $0, on: target) }
            return document
        }
    }

    // MARK: -

    /// What is louder without a limit to that volume, in a sentence; nil for nothing.
    private func louder(than most: Level, on target: DeviceFinder.Target) -> String? {
        let schedules = ScheduleKind.allCases.flatMap { target.controller.schedules(of: $0) }.filter {
            $0.isEnabled && target.mayBeLimited($0, by: zones, at: clock.now().wall)
        }
        let louder = schedules.compactMap { schedule in schedule.plan.loudest.map { (schedule, volume: $0) } }
            .filter { $0.volume > most }.sorted { $0.volume > $1.volume }
        guard !louder.isEmpty else { return nil }
        let named = louder.prefix(louder.count > Self.mostNames ? Self.mostNames - 1 : Self.mostNames)
        var words = named.map { schedule, volume in
            let isUsual = schedule.kind == .bedtime && schedule.name == BedtimePlan.usualName
            return "the \(schedule.kind)\(isUsual ? "" : " “\(schedule.name)”") at \(volume.percent)%"
        }
        if named.count < louder.count { words.append("\(louder.count - named.count) others") }
        return "Louder than \(most.percent)% from now on: \(words.joined(separator: ", "))."
    }

    /// How many schedules a sentence names.
    private static let mostNames = 3

    private func hours(_ text: String) throws -> DailyHours? {
        if text.lowercased() == "always" { return nil }
        guard let hours = DailyHours(parsing: text) else {
            throw RequestReader.invalid(
                "“\(text.printable)” is not a part of the day.", "Write --between as 20:00-07:00, or as always.")
        }
        return hours
    }

    /// Makes a limit durable with a line of the log, and lets the device go by it.
    private func keep(_ limit: DeviceLimit?, on target: DeviceFinder.Target) async throws -> LimitDocument {
        var target = target
        guard limit != target.device.limit else { return LimitDocument(of: target) }
        target.device.limit = limit
        // It leaves the device as it is, or turns it down, and so switches nothing on or off.
        let entry = LogEntry(
            at: clock.now().wall, device: target.device.address, kind: .control,
            name: "limit \(limit.map(\.text) ?? "off")", outcome: .confirmed, actor: .person, isTransient: true)
        try await finder.store.commit(.pair(target.device, log: [entry]))
        target.controller.limit(to: limit)
        return LimitDocument(of: target)
    }
}

extension LimitDocument {
    /// Describes the limit of a device.
    @MainActor
    init(of target: DeviceFinder.Target) {
        let limit = target.device.limit
        self.init(
            address: target.device.address, name: target.device.name, volume: limit?.volume?.percent,
            brightness: limit?.brightness?.percent, between: limit?.hours?.description,
            active: target.controller.isLimited)
    }
}

extension DeviceLimit {
    /// The limit as people write it, for example `volume 40% between 20:00-07:00`.
    fileprivate var text: String {
        let parts = [
            volume.map { "volume \($0.percent)%" }, brightness.map { "brightness \($0.percent)%" },
            hours.map { "between \($0)" },
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}

extension Schedule.Plan {
    /// The highest volume that it asks for; nil where it plays nothing.
    fileprivate var loudest: Level? {
        switch self {
        case .routine(let plan): plan.steps.compactMap(\.volume).max()
        case .alarm(let plan) where plan.sound == .none: nil
        // Its backup ring is as loud as the device can be.
        case .alarm(let plan): plan.backup == nil ? plan.volume : .full
        case .bedtime(let plan) where plan.sound == .none: nil
        case .bedtime(let plan): max(plan.volume, plan.nightVolume ?? .zero)
        }
    }
}
