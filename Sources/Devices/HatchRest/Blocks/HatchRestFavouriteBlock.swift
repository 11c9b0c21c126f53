// SPDX-License-Identifier: Apache-2.0

public import DeviceModules
public import SleepModel

/// What a Hatch Rest answers to `PGB`: one favourite in 15 bytes, blue before red.
///
/// Source: DavidSchinazi/hatch_rest_homeassistant, `PROTOCOL.md`, proven there with a favourite that is not grey. The
/// write commands and the live state have red first.
public struct HatchRestFavouriteBlock: Hashable, Sendable {
    /// How many bytes it has.
    public static let length = 15
    private static let head: UInt8 = 0x01
    private static let tail: UInt8 = 0x03
    private static let onTheRing: UInt8 = 0x80

    /// What the lamp shows.
    public var light: Light
    /// What plays.
    public var sound: SoundID
    /// How loud.
    public var volume: Level
    /// Bit 7 is set when a touch of the ring reaches it; 16 and 96 are seen.
    public var flags: UInt8
    /// Six bytes between volume and brightness, zero in everything that was recorded.
    public var unexplained: [UInt8]

    /// Reads a block; throws for any other length, head or tail.
    public init(_ bytes: [UInt8]) throws(CodecError) {
        try bytes.expect(count: Self.length, "a favourite")
        guard bytes[0] == Self.head else { throw CodecError(offset: 0, "expected the head 01") }
        guard bytes[14] == Self.tail else { throw CodecError(offset: 14, "expected the tail 03") }
        sound = SoundID(rawValue: bytes[1])
        volume = Level(rawValue: bytes[2])
        unexplained = Array(bytes[3..<9])
        light = Light(red: bytes[12], green: bytes[11], blue: bytes[10], brightness: bytes[9])
        flags = bytes[13]
    }

    /// The 15 bytes.
    public var bytes: [UInt8] {
        [Self.head, sound.rawValue, volume.rawValue] + unexplained + light.brightnessFirst + [flags, Self.tail]
    }

    /// The favourite; the block does not say which one it is.
    public func favourite(number: Int) -> DeviceFavourite {
        DeviceFavourite(
            number: number, light: light, sound: sound, volume: volume, isEnabled: flags & Self.onTheRing != 0,
            otherFlags: flags & ~Self.onTheRing)
    }
}
