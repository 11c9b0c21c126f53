// SPDX-License-Identifier: Apache-2.0

/// The colours that have names, and the colours of glowing bodies.
public enum Palette {
    /// Names and colours; orange, blue, light-blue, green and pink are those of the devices' own app.
    public static let colors: [String: RGBColor] = [
        "red": RGBColor(red: 255, green: 0, blue: 0),
        "orange": RGBColor(red: 234, green: 141, blue: 71),
        "amber": RGBColor(red: 255, green: 137, blue: 14),
        "yellow": RGBColor(red: 253, green: 209, blue: 45),
        "green": RGBColor(red: 92, green: 210, blue: 157),
        "light-blue": RGBColor(red: 41, green: 193, blue: 215),
        "blue": RGBColor(red: 73, green: 143, blue: 225),
        "purple": RGBColor(red: 150, green: 80, blue: 220),
        "pink": RGBColor(red: 246, green: 98, blue: 170),
        "white": RGBColor(red: 255, green: 255, blue: 255),
        "warm-white": RGBColor(red: 255, green: 167, blue: 87),
    ]

    /// What people also call some of them, by the name that answers show.
    public static let otherNames: [String: [String]] = [
        "light-blue": ["sky blue"], "purple": ["violet"], "warm-white": ["warm", "soft white"],
    ]

    private static let folded: [String: RGBColor] = {
        let others = colors.flatMap { name, color in (otherNames[name] ?? []).map { ($0, color) } }
        let all = (colors.map { ($0.key, $0.value) } + others).map { (Spelling.folded($0), $1) }
        return Dictionary(all) { first, _ in first }
    }()

    /// The colour with a name, which may have spaces, hyphens or neither between its words; nil when there is none.
    public static func color(named name: String) -> RGBColor? {
        folded[Spelling.folded(name)]
    }

    /// The name of exactly this colour; nil when it has none.
    ///
    /// A device keeps a colour and not how it was asked for, so that 2000K comes back as `amber` and 2700K as
    /// `warm-white`: they are the same colours. Nothing that is only close to a named colour takes its name.
    public static func name(of color: RGBColor) -> String? {
        colors.first { $0.value == color }?.key
    }

    private static let anchors: [(mired: Double, color: (Double, Double, Double))] = [
        (1_000_000 / 6500, (255, 254, 250)),
        (1_000_000 / 4000, (255, 206, 166)),
        (1_000_000 / 2700, (255, 167, 87)),
        (1_000_000 / 2000, (255, 137, 14)),
        (1_000_000 / 1500, (255, 108, 0)),
        (1_000_000 / 1000, (255, 68, 0)),
    ]

    /// The colour of a body glowing at `kelvin` (1000 to 6500), interpolated in mired, in which steps look even.
    public static func blackbody(kelvin: Int) -> RGBColor {
        let mired = 1_000_000 / Double(min(max(kelvin, 1000), 6500))
        for (lower, upper) in zip(anchors, anchors.dropFirst()) where mired <= upper.mired {
            let share = (mired - lower.mired) / (upper.mired - lower.mired)
            func mix(_ first: Double, _ second: Double) -> UInt8 {
                UInt8(min(max((first + (second - first) * share).rounded(), 0), 255))
            }
            return RGBColor(
                red: mix(lower.color.0, upper.color.0), green: mix(lower.color.1, upper.color.1),
                blue: mix(lower.color.2, upper.color.2))
        }
        return RGBColor(red: 255, green: 68, blue: 0)
    }
}
