// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import DeviceModules
import Household
import SleepModel

/// Naps.
extension LightAndSoundService {
    /// The light at the end of a nap for which nobody chose a colour, and how bright each is: gentle.
    private static let wakeBrightness = Level(rawValue: 51)
    private static let wakeColor = "green"

    /// Begins a nap, in place of one that lasts.
    func startNap(_ request: NapRequest) async throws(ControlError) -> NapDocument {
        try await answering {
            try daemon.require(for: "lull nap", because: "nothing ends the nap")
            let target = try await finder.target(request.device)
            let reader = RequestReader(codec: target.controller.codec, zones: zones)
            let length = try reader.duration(request.length, "The nap", in: RequestRange.nap)
            let sound = try reader.sound(request.sound ?? "rain")
            let volumes = sound == .none ? RequestRange.percent : RequestRange.audible
            let volume = try reader.percent(request.volume ?? 30, "--volume", in: volumes)
            let usual = Light(.gradient, brightness: Self.wakeBrightness)
            let text = request.wakeLight ?? Self.wakeColor
            let wakeLight = text.lowercased() == "off" ? .off : try reader.light(text, "--wake-light", before: usual)
            await target.controller.startNap(
                length: length, sound: sound, volume: volume,
                wakeLight: wakeLight)
            guard let nap = target.controller.runningNap else {
                throw ControlError(.busy, "The nap was ended at once.", advice: "Try again.")
            }
            var document = NapDocument(nap, on: target)
            document.warning = target.limitWarning(about: volume, of: sound)
            return await delivered(document, target)
        }
    }

    func endNap(_ request: DeviceSelection) async throws(ControlError) -> NapDocument {
        try await answering {
            try daemon.require(for: "lull nap", because: "there is no nap")
            let target = try await finder.target(request.device)
            guard let nap = target.controller.runningNap else {
                throw ControlError(
                    .nothingActive, "There is no nap on “\(target.device.name)”.",
                    advice: "Begin one: `lull nap \(target.device.name.shellWord) 45m`.")
            }
            await target.controller.endNap()
            return await delivered(NapDocument(nap, on: target), target)
        }
    }

    /// A nap after the device has followed it, or with a warning that it has not.
    private func delivered(_ document: NapDocument, _ target: DeviceFinder.Target) async -> NapDocument {
        var document = document
        if await !deliveries.isUpToDate(target) { document.warning = target.unfollowedWarning }
        return document
    }
}

extension NapDocument {
    /// Describes a nap on a device.
    @MainActor
    init(_ running: RunningNap, on target: DeviceFinder.Target) {
        let nap = running.nap
        self.init(
            address: target.device.address, name: target.device.name, phase: running.phase, since: running.since,
            endsAt: running.end, lightUntil: running.over,
            sound: nap.sound == .none
                ? nil : target.controller.codec.name(of: nap.sound) ?? "sound \(nap.sound.rawValue)",
            volume: nap.volume.percent, wakeLight: nap.wakeLight == .off ? nil : nap.wakeLight.text())
    }
}
