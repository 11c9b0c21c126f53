// SPDX-License-Identifier: Apache-2.0

import SleepModel

extension Light {
    /// The colour with which the device is asked for its colour cycle, and reports it.
    private static let gradient = RGBColor(red: 0xFE, green: 0xFE, blue: 0xFE)

    /// Reads the device's four values.
    init(red: UInt8, green: UInt8, blue: UInt8, brightness: UInt8) {
        let color = RGBColor(red: red, green: green, blue: blue)
        self.init(color == Self.gradient ? .gradient : .color(color), brightness: Level(rawValue: brightness))
    }

    /// Red, green, blue and brightness as commands carry them.
    ///
    /// A steady FEFEFE would be taken for the colour cycle; the colour next to it looks the same.
    var redFirst: [UInt8] {
        switch appearance {
        case .gradient: [0xFE, 0xFE, 0xFE, brightness.rawValue]
        case .color(Self.gradient): [0xFD, 0xFE, 0xFE, brightness.rawValue]
        case .color(let color): [color.red, color.green, color.blue, brightness.rawValue]
        }
    }

    /// The light as it is read after it was written.
    var asStored: Light {
        let bytes = redFirst
        return Light(red: bytes[0], green: bytes[1], blue: bytes[2], brightness: bytes[3])
    }

    /// Brightness, blue, green and red as the blocks of favourites and programs carry them.
    var brightnessFirst: [UInt8] { redFirst.reversed() }
}
