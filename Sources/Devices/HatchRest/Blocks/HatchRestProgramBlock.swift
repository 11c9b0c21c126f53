// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceModules
public import SleepModel

/// What a Hatch Rest answers to `EGB`: one program in 20 bytes, little endian and blue before red, and 17 bytes with
/// its status and name.
///
/// Source: DavidSchinazi/hatch_rest_homeassistant, `PROTOCOL.md`, from 21 programs whose owners' names agree with it;
/// wmbest2 and jmnatzaganian read start and duration in other ways, which give hours like 238.
public struct HatchRestProgramBlock: Hashable, Sendable {
    /// How many bytes the block has.
    public static let length = 20
    private static let head: UInt8 = 0x01

    /// Seconds since 1970, of which the time of day in UTC is the device's local time; the date is whatever was sent.
    public var start: UInt32
    /// What plays.
    public var sound: SoundID
    /// How loud.
    public var volume: Level
    /// How many seconds the device runs it; the maker's app writes 30 more than it shows.
    public var durationSeconds: UInt16
    /// The toddler lock: zero or 01FF0000, as `ESM` writes it.
    public var lock: UInt32
    /// What the lamp shows.
    public var light: Light
    /// A byte that is 00 or FF, for no known reason.
    public var unexplained: UInt8
    /// The days, bit 0 Sunday to bit 6 Saturday; nobody has seen bit 7.
    public var days: UInt8
    /// Which fields the last save wrote; the device keeps it by itself.
    public var savedFields: UInt8
    /// Status and name, which come in a notification of their own; nil without them.
    public var label: HatchRestProgramLabel?

    /// Reads a block; throws for any other length or head.
    public init(_ bytes: [UInt8], label: HatchRestProgramLabel? = nil) throws(CodecError) {
        try bytes.expect(count: Self.length, "a program")
        guard bytes[0] == Self.head else { throw CodecError(offset: 0, "expected the head 01") }
        start = Self.number(bytes[1...4])
        sound = SoundID(rawValue: bytes[5])
        volume = Level(rawValue: bytes[6])
        durationSeconds = UInt16(truncatingIfNeeded: Self.number(bytes[7...8]))
        lock = Self.number(bytes[9...12])
        light = Light(red: bytes[16], green: bytes[15], blue: bytes[14], brightness: bytes[13])
        unexplained = bytes[17]
        days = bytes[18]
        savedFields = bytes[19]
        self.label = label
    }

    /// Reads a block, alone or with status and name right behind it.
    public init(blockAndLabel bytes: [UInt8]) throws(CodecError) {
        guard bytes.count > Self.length else {
            try self.init(bytes)
            return
        }
        try bytes.expect(count: Self.length + HatchRestProgramLabel.length, "a program with status and name")
        try self.init(
            Array(bytes.prefix(Self.length)), label: try HatchRestProgramLabel(Array(bytes.dropFirst(Self.length))))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func bytes(_ number: UInt32, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }

    /// The 20 bytes.
    public var bytes: [UInt8] {
        [Self.head] + Self.bytes(start, count: 4) + [sound.rawValue, volume.rawValue]
            + Self.bytes(UInt32(durationSeconds), count: 2) + Self.bytes(lock, count: 4) + light.brightnessFirst
            + [unexplained, days, savedFields]
    }

    /// When it starts, by the device's own clock.
    public var startTime: TimeOfDay {
        ZoneRules.utc.civil(at: Instant(secondsSince1970: Int64(start))).time
    }

    /// Whether nothing is stored in the slot: its status and name are all zero.
    ///
    /// Every slot that holds a program has bit 2 of the status set.
    public var isEmptySlot: Bool { label?.isEmpty ?? false }
}
