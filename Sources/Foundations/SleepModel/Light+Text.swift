// SPDX-License-Identifier: Apache-2.0

extension Light {
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
