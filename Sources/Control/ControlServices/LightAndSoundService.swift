// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import DeviceModules
import Household
import Scheduling
import SleepModel

/// What devices show and play by command.
@MainActor
struct LightAndSoundService: LightAndSoundControl {
    let finder: DeviceFinder
    let zones: ZoneBook
    let clock: any NightClock
    let deliveries: DeliveryCheck
    let queue: SerialQueue
    let daemon: DaemonCheck
    let command: DeviceCommand

    func power(_ request: PowerRequest) async throws(ControlError) -> ControlResult {
        try await answering {
            let target = try await finder.target(request.device)
            let nights = target.nightsWithWakeAhead
            let before = DeviceFinder.RunsBefore(on: target)
            var result = try await command.run(
                "power \(request.on ? "on" : "off")", [.power(request.on)], on: target)
            // Off ends a ring, and not one that is to come.
            if !request.on, result.outcome != .pending {
                result.warning = Sentences.joined(
                    before.endedNote(on: target), target.waitingRing(zones), target.lostWakeNote(nights, zones))
            }
            return result
        }
    }

    func light(_ request: LightRequest) async throws(ControlError) -> ControlResult {
        try await answering {
            let target = try await finder.target(request.device)
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            let brightness = try request.brightness.map { try reader.percent($0, "--brightness") }
            let isOn = request.color.lowercased() == "on"
            let appearance = isOn ? lastLight(of: target).appearance : try reader.appearance(request.color)
            let color = isOn && brightness != nil ? nil : request.color.lowercased()
            let name = ["light", color, request.brightness.map { "\($0)%" }].compactMap(\.self).joined(separator: " ")
            guard let appearance, brightness != .zero else {
                return try await command.run(name, [.light(.off)], on: target).noting([.light], on: target, zones)
            }
            let last = lastLight(of: target)
            let result = try await command.run(name, on: target) { state in
                // As it is, if it shines.
                let shines = state.isOn && state.light.brightness > .zero
                let shown = shines ? state.light : isOn ? last : Light(appearance, brightness: Light.usualBrightness)
                let light = Light(
                    isOn ? shown.appearance : appearance, brightness: brightness ?? shown.brightness)
                return [.power(true), .light(light)]
            }
            return result.noting([.light], on: target, zones)
        }
    }

    /// The light to switch on again: the last one that is known, else a warm one.
    private func lastLight(of target: DeviceFinder.Target) -> Light {
        let kept = target.controller.latest?.state.light
        return target.controller.lastLight ?? kept.flatMap { $0.brightness > .zero ? $0 : nil } ?? .usual
    }

    func sound(_ request: SoundRequest) async throws(ControlError) -> ControlResult {
        try await answering {
            let target = try await finder.target(request.device)
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            let sound = try reader.sound(request.sound)
            let volume = try request.volume.map { try reader.percent($0, "--volume") }
            let name = "sound \(request.sound.printable)" + (request.volume.map { " \($0)%" } ?? "")
            let actions: [DeviceAction] = sound == .none ? [.sound(sound)] : [.power(true), .sound(sound)]
            return try await command.run(name, actions + (volume.map { [.volume($0)] } ?? []), on: target)
                .noting(volume == nil ? [.sound] : [.sound, .volume], on: target, zones)
        }
    }

    func volume(_ request: VolumeRequest) async throws(ControlError) -> ControlResult {
        try await answering {
            let target = try await finder.target(request.device)
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            let volume = try reader.percent(request.volume, "Volume")
            return try await command.run("volume \(request.volume)%", [.volume(volume)], on: target)
                .noting([.volume], on: target, zones)
        }
    }
}

extension ControlResult {
    /// With a note of how long channels that were set by hand count, unless that was held back.
    @MainActor
    fileprivate func noting(
        _ channels: [DeviceChannel], on target: DeviceFinder.Target, _ zones: ZoneBook
    ) -> ControlResult {
        guard outcome != .heldBack, outcome != .pending else { return self }
        var result = self
        result.warning = Sentences.joined(warning, target.holdNote(channels, zones))
        return result
    }
}
