// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import SleepModel

/// What the lamp says of itself: eight bytes, the last of them the sum of the others.
struct GlowLampReport: Hashable {
    static let length = 8
    private static let mark: UInt8 = 0x5A

    var isOn = false
    var color = RGBColor(red: 255, green: 255, blue: 255)
    var brightness: UInt8 = 100
    var sound: UInt8 = 0
    var volume: UInt8 = 50

    init() {}

    init(_ bytes: [UInt8]) throws(CodecError) {
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

    var bytes: [UInt8] {
        let content = [Self.mark | (isOn ? 1 : 0), color.red, color.green, color.blue, brightness, sound, volume]
        return content + [Self.sum(content)]
    }

    var state: DeviceState {
        DeviceState(
            isOn: isOn, light: Light(.color(color), brightness: Level(percent: Int(brightness)) ?? .full),
            sound: SoundID(rawValue: sound), volume: Level(percent: Int(volume)) ?? .full)
    }

    private static func sum(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0, &+) }
}
