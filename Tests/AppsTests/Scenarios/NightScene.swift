// SPDX-License-Identifier: Apache-2.0

import DeviceDocuments
import SleepModel

/// What somebody in the room of a device sees and hears; what the device keeps while it is off or silent is no part of it.
struct NightScene: Hashable {
    var isOn = false
    /// Nil in the dark.
    var light: Light?
    /// Nil in silence.
    var sound: String?
    var volume = Level.zero

    /// A device that is off.
    init() {}

    init(_ document: DeviceStateDocument) {
        guard document.power == "on" else { return }
        isOn = true
        let shown = document.light
        if shown.brightness > 0 {
            let color = RGBColor(red: shown.red, green: shown.green, blue: shown.blue)
            light = Light(shown.gradient ? .gradient : .color(color), brightness: Level(rawValue: shown.brightness))
        }
        if document.sound.id != SoundID.none.rawValue {
            sound = document.sound.name ?? "sound \(document.sound.id)"
            volume = Level(rawValue: document.volume)
        }
    }

    /// The scene in words, or all that a fade from it to another goes through.
    func text(fadingTo other: NightScene? = nil) -> String {
        guard isOn else { return "off" }
        let other = other ?? self
        let words = [light.map { Self.text($0, fadingTo: other.light ?? $0) }, soundText(fadingTo: other)]
        return words.contains { $0 != nil } ? words.compactMap(\.self).joined(separator: " ") : "dark, silent"
    }

    private static func text(_ light: Light, fadingTo other: Light) -> String {
        guard light != other else { return light.text(percent) }
        guard light.appearance == other.appearance else { return "\(light.text(percent))→\(other.text(percent))" }
        return "\(light.text(percent))→\(percent(other.brightness))"
    }

    /// The least light is still one, so that no percent is left to the dark.
    private static func percent(_ brightness: Level) -> String { "\(max(brightness.percent, 1))%" }

    private func soundText(fadingTo other: NightScene) -> String? {
        guard let sound else { return nil }
        let end = volume == other.volume ? "" : "→\(other.volume.percent)%"
        return "\(sound) \(volume.percent)%\(end)"
    }

    // MARK: - Between two scenes

    /// Whether nobody would notice this between two others: it shows and plays nothing but what one of them does.
    func isOnTheWay(from before: NightScene, to after: NightScene) -> Bool {
        isLightOnTheWay(from: before.light, to: after.light) && isSoundOnTheWay(from: before, to: after)
    }

    private func isLightOnTheWay(from before: Light?, to after: Light?) -> Bool {
        guard let light else { return before == nil || after == nil }
        let lights = [before, after].compactMap(\.self)
        return zip(Self.numbers(of: light), zip(Self.numbers(of: lights.first), Self.numbers(of: lights.last)))
            .enumerated().allSatisfy { index, value in
                let (number, (first, last)) = value
                // Out of the dark, or into it, a light may be less bright than it is to be.
                let lowest = index == 0 && lights.count == 1 ? 0 : min(first, last)
                return (lowest...max(first, last)).contains(number)
            }
    }

    private func isSoundOnTheWay(from before: NightScene, to after: NightScene) -> Bool {
        guard let sound else { return before.sound == nil || after.sound == nil }
        let isEither = sound == before.sound || sound == after.sound
        let lowest = before.sound == nil || after.sound == nil ? .zero : min(before.volume, after.volume)
        return isEither && (lowest...max(before.volume, after.volume)).contains(volume)
    }

    /// How far each number of the light and the volume goes to another scene; nil if it is not a small step.
    func smallStep(to next: NightScene) -> [Int]? {
        guard isOn, next.isOn, sound == next.sound, (light == nil) == (next.light == nil),
            (light?.appearance == .gradient) == (next.light?.appearance == .gradient)
        else { return nil }
        let numbers = zip(
            Self.numbers(of: light) + [Int(volume.rawValue)], Self.numbers(of: next.light) + [Int(next.volume.rawValue)]
        )
        let step = numbers.map { $1 - $0 }
        return step.allSatisfy { abs($0) <= 26 } ? step : nil
    }

    /// The brightness, then red, green and blue; below zero in the dark.
    private static func numbers(of light: Light?) -> [Int] {
        guard let light else { return [-1, -1, -1, -1] }
        guard case .color(let color) = light.appearance else { return [Int(light.brightness.rawValue), 256, 256, 256] }
        return [light.brightness.rawValue, color.red, color.green, color.blue].map(Int.init)
    }
}
