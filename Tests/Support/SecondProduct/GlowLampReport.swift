// SPDX-License-Identifier: Apache-2.0

package import DeviceModules
package import SleepModel

/// What the lamp says of itself: eight bytes, the last of them the sum of the others.
package struct GlowLampReport: Hashable {
    /// How many bytes it has.
    package static let length = 8
    private static let mark: UInt8 = 0x5A

    /// Whether it is on.
    package var isOn = false
    /// Its colour.
    package var color = RGBColor(red: 255, green: 255, blue: 255)
    /// Its brightness in percent.
    package var brightness: UInt8 = 100
    /// The number of its chime; 0 for none.
    package var sound: UInt8 = 0
    /// Its volume in percent.
    package var volume: UInt8 = 50

    /// Makes the report of a lamp that is off.
    package init() {}

    /// Reads a report; throws what does not fit.
    package init(_ bytes: [UInt8]) throws(CodecError) {
        guard bytes.count >= Self.length else { throw CodecError(offset: bytes.count, "a report has eight bytes") }
        guard bytes.count == Self.length else { throw CodecError(offset: Self.length, "a report ends here") }
        guard bytes[0] & 0xFE == Self.mark else { throw CodecError(offset: 0, "a report begins with 5A or 5B") }
        guard bytes[4] <= 100 else { throw CodecError(offset: 4, "brightness is a percentage") }
        guard bytes[6] <= 100 else { throw CodecError(offset: 6, "volume is a percentage") }
        guard bytes[7] == Self.sum(bytes.dropLast()) else { throw CodecError(offset: 7, "the sum is another") }
        isOn = bytes[0] & 1 == 1
        color = RGBColor(red: bytes[1], green: bytes[2], blue: bytes[3])
        brightness = bytes[4]
        sound = bytes[5]
        volume = bytes[6]
    }

    /// As it is sent.
    package var bytes: [UInt8] {
        let content = [Self.mark | (isOn ? 1 : 0), color.red, color.green, color.blue, brightness, sound, volume]
        return content + [Self.sum(content)]
    }

    /// What it says.
    package var state: DeviceState {
        DeviceState(
            isOn: isOn, light: Light(.color(color), brightness: Level(percent: Int(brightness)) ?? .full),
            sound: SoundID(rawValue: sound), volume: Level(percent: Int(volume)) ?? .full)
    }

    private static func sum(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0, &+) }
}
