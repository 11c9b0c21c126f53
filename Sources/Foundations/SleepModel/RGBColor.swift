// SPDX-License-Identifier: Apache-2.0

/// A colour at full value; how bright it shows is a `Level` of its own.
public struct RGBColor: Hashable, Codable, Sendable {
    /// Red, 0 to 255.
    public var red: UInt8
    /// Green, 0 to 255.
    public var green: UInt8
    /// Blue, 0 to 255.
    public var blue: UInt8

    /// Makes a colour of its parts.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads a palette name, `#rrggbb`, or a temperature such as `2000K`; nil if it is none of them.
    public init?(parsing text: String) {
        let lowered = text.lowercased()
        if let named = Palette.color(named: text) {
            self = named
        } else if lowered.hasPrefix("#"), lowered.utf8.count == 7,
            let bytes = try? Hexadecimal.bytes(String(lowered.dropFirst())), bytes.count == 3
        {
            self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
        } else if lowered.hasSuffix("k"), let kelvin = UInt16(lowered.dropLast()), (1000...6500).contains(kelvin),
            lowered.utf8.first != UInt8(ascii: "+")
        {
            self = Palette.blackbody(kelvin: Int(kelvin))
        } else {
            return nil
        }
    }

    /// The colour as `#RRGGBB`.
    public var hexadecimal: String { "#" + Hexadecimal.text([red, green, blue]) }
}
