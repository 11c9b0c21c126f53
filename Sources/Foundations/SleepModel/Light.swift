// SPDX-License-Identifier: Apache-2.0

/// What the lamp shows: an appearance and how bright.
public struct Light: Hashable, Codable, Sendable {
    /// One colour, or the device's own cycle through all of them.
    public enum Appearance: Hashable, Codable, Sendable {
        /// A steady colour.
        case color(RGBColor)
        /// The device's colour cycle.
        case gradient
    }

    /// What it looks like.
    public var appearance: Appearance
    /// How bright it is; zero is dark.
    public var brightness: Level

    /// Makes a light.
    public init(_ appearance: Appearance, brightness: Level) {
        self.appearance = appearance
        self.brightness = brightness
    }

    /// Whether nobody could tell one from the other: without brightness every appearance is dark.
    public func looksLike(_ other: Light) -> Bool {
        brightness == other.brightness && (brightness == .zero || appearance == other.appearance)
    }

    /// How bright a light is when nobody says it and it is dark now: half.
    public static let usualBrightness = Level(rawValue: 128)

    /// What a lamp shows that is switched on and of which nothing is known: a warm light, half bright.
    public static let usual = Light(
        .color(Palette.colors["warm-white"] ?? RGBColor(red: 255, green: 167, blue: 87)), brightness: usualBrightness)

    /// No light at all.
    public static let off = Light(.color(RGBColor(red: 0, green: 0, blue: 0)), brightness: .zero)

    /// The light as people write it, for example `amber 40%`, `gradient 40%` or `off`.
    ///
    /// A brightness that is not a whole percent is rounded, unless `brightness` writes it otherwise.
    public func text(_ brightness: (Level) -> String = { "\($0.percent)%" }) -> String {
        guard self != .off else { return "off" }
        return "\(appearance.text) \(brightness(self.brightness))"
    }
}

extension Light.Appearance {
    /// The name of the colour, its parts as `#RRGGBB` if it has no name, or `gradient`.
    public var text: String {
        switch self {
        case .gradient: "gradient"
        case .color(let color): Palette.name(of: color) ?? color.hexadecimal
        }
    }
}
