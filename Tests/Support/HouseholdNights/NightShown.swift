// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a device shows and plays, or is to.
struct NightShown: Hashable, Sendable, CustomStringConvertible {
    struct Light: Hashable, Sendable {
        var color: NightSchedule.Color
        /// 0 to 255.
        var level: Double

        static let off = Light(color: NightSchedule.Color(red: 0, green: 0, blue: 0), level: 0)
    }

    var isOn: Bool
    var light: Light
    var sound: Int
    /// 0 to 255.
    var volume: Double

    var description: String {
        "\(isOn ? "on" : "off") \(light.color.text) \(Int(light.level)) sound \(sound) volume \(Int(volume))"
    }

    /// A device that nobody has touched, and one that lost its power.
    static let new = NightShown(
        isOn: false,
        light: Light(color: NightSchedule.Color(red: 0xFD, green: 0xD1, blue: 0x2D), level: 0x7F),
        sound: 5, volume: 0x54)

    /// What a touch of the device plays.
    static let favourite = NightShown(
        isOn: true,
        light: Light(color: NightSchedule.Color(red: 0xC8, green: 0x1E, blue: 0x96), level: 230),
        sound: 10, volume: 242)
}

/// How a light or a volume gets from one value to another.
struct NightFade<Value: Hashable & Sendable>: Hashable, Sendable {
    var from: Value
    var to: Value
    var start: Double
    /// In seconds; zero for at once.
    var length: Double
    /// Since when somebody holds it where it is; nil if nobody does.
    var heldAt: Double?

    init(_ value: Value) { self.init(from: value, to: value, start: 0, length: 0) }

    init(from: Value, to: Value, start: Double, length: Double) {
        (self.from, self.to, self.start, self.length) = (from, to, start, length)
    }

    func share(at time: Double) -> Double {
        length > 0 ? min(max((min(time, heldAt ?? time) - start) / length, 0), 1) : 1
    }

    /// Whether it has not come to its end.
    func isUnderWay(at time: Double) -> Bool { share(at: time) < 1 }

    /// How long one value may stay: no device is to be written to more often.
    var step: Double { length > 0 && heldAt == nil ? max(length / 255, 0.5) : 0 }

    /// It as it is while somebody holds it; nil for nobody.
    func held(since time: Double?) -> Self {
        var fade = self
        fade.heldAt = time
        return fade
    }
}

extension NightFade<Double> {
    func value(at time: Double) -> Double { from + (to - from) * share(at: time) }
}

extension NightFade<NightShown.Light> {
    /// Steps look even to the eye, by the lightness of CIE 1976; out of the dark it begins at the first level to be seen.
    func value(at time: Double) -> NightShown.Light {
        let share = share(at: time)
        guard share < 1 else { return to }
        let first = Self.lightness(from.level == 0 && to.level > 0 ? 1 : from.level)
        let level = Self.level(first + (Self.lightness(to.level) - first) * share).rounded()
        func mix(_ part: KeyPath<NightSchedule.Color, Int>) -> Int {
            let (first, second) = (Double(from.color[keyPath: part]), Double(to.color[keyPath: part]))
            return Int((first + (second - first) * share).rounded())
        }
        let color =
            to.level == 0
            ? from.color
            : from.level == 0
                ? to.color : NightSchedule.Color(red: mix(\.red), green: mix(\.green), blue: mix(\.blue))
        return NightShown.Light(color: color, level: level)
    }

    private static func lightness(_ level: Double) -> Double {
        let luminance = level / 255
        return luminance > 0.008856 ? 116 * cbrt(luminance) - 16 : 903.3 * luminance
    }

    private static func level(_ lightness: Double) -> Double {
        255 * (lightness > 8 ? pow((lightness + 16) / 116, 3) : lightness / 903.3)
    }
}
