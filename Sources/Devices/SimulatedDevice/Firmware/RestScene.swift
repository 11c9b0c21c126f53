// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// What is seen and heard of a unit: the part that registers, favourites and programs have in common.
struct RestScene: Hashable, Sendable {
    var color: RGBColor
    var brightness: UInt8
    var sound: UInt8
    var volume: UInt8

    /// Dark and silent, as fields are that nobody has written.
    static let nothing = RestScene(
        color: RGBColor(red: 0, green: 0, blue: 0), brightness: 0, sound: 0, volume: 0)

    /// The colour with which a unit is asked for its colour cycle, and reports it.
    static let gradient = RGBColor(red: 0xFE, green: 0xFE, blue: 0xFE)

    /// Red first, as commands and reports have it.
    var redFirst: [UInt8] { [color.red, color.green, color.blue, brightness] }

    /// Blue first and the brightness before it, as stored blocks have it.
    var blueFirst: [UInt8] { [brightness, color.blue, color.green, color.red] }
}

extension RestScene {
    init(_ state: DeviceState) {
        switch state.light.appearance {
        case .color(let color): self.color = color
        case .gradient: color = Self.gradient
        }
        brightness = state.light.brightness.rawValue
        sound = state.sound.rawValue
        volume = state.volume.rawValue
    }

    var light: Light {
        Light(color == Self.gradient ? .gradient : .color(color), brightness: Level(rawValue: brightness))
    }
}
