// SPDX-License-Identifier: Apache-2.0

public import DeviceModules

/// What a Hatch Rest says in answer to a command before it acknowledges it.
///
/// Replies do not name what they answer: a favourite and a program differ only in length, and a saved slot, a sound and
/// a volume not at all. They can be read only for the one command that is outstanding.
public enum HatchRestAnswer: Hashable, Sendable {
    /// Nothing, as to every command that changes something and does not commit.
    case nothing
    /// To `GD`: how long the sleep timer still runs; nil when none does.
    case sleepTimer(Duration?)
    /// To `GI`: 00 or FF, whether or not a timer runs.
    case timerMark(UInt8)
    /// To `GF`: the active favourite, 0 for none.
    case activeFavourite(UInt8)
    /// To `GT`: nobody has published what it looks like, so it is kept as it is.
    case clock([UInt8])
    /// To `PGB`.
    case favourite(HatchRestFavouriteBlock)
    /// To `EGB`.
    case program(HatchRestProgramBlock)
    /// To `EG` with a field's letter, written as the command that sets it.
    case programField(HatchRestProgramField)
    /// To `EGP`: 00 so far.
    case programPresets(UInt8)
    /// To `PSF` and `ESF`: the slot that was stored.
    case stored(UInt8)

    /// Reads everything that was notified before the acknowledgement of `command`, one element per notification.
    ///
    /// Throws for anything that cannot be the answer to this command. Offsets count from the beginning of the
    /// notification that does not fit.
    public init(
        to command: HatchRestCommand, _ notifications: [[UInt8]], dialect: HatchRestDialect = .usual
    ) throws(CodecError) {
        switch command {
        case .readSleepTimer: self = .sleepTimer(try Self.sleepTimer(notifications, dialect))
        case .readTimerMark: self = .timerMark(try Self.byte(notifications))
        case .readActiveFavourite: self = .activeFavourite(try Self.byte(notifications))
        case .readClock: self = .clock(try Self.only(notifications))
        case .readFavourite: self = .favourite(try Self.favourite(notifications))
        case .readProgram: self = .program(try Self.program(notifications))
        case .readProgramField(let letter, _):
            self = .programField(try HatchRestProgramField(letter, answer: try Self.only(notifications)))
        case .readProgramPresets: self = .programPresets(try Self.byte(notifications))
        case .commitFavourite, .commitProgram: self = .stored(try Self.byte(notifications))
        case .power, .light, .sound, .volume, .playFavourite, .setSleepTimer, .setClock, .selectFavourite,
            .favouriteLight, .favouriteSound, .favouriteVolume, .favouriteFlags, .selectProgram, .setProgramField:
            guard notifications.isEmpty else { throw CodecError(offset: 0, "expected no answer but OK") }
            self = .nothing
        }
    }

    static func favourite(_ notifications: [[UInt8]]) throws(CodecError) -> HatchRestFavouriteBlock {
        try HatchRestFavouriteBlock(only(notifications))
    }

    static func program(_ notifications: [[UInt8]]) throws(CodecError) -> HatchRestProgramBlock {
        guard notifications.count == 2 else {
            throw CodecError(offset: 0, "expected two notifications and got \(notifications.count)")
        }
        return try HatchRestProgramBlock(notifications[0], label: try HatchRestProgramLabel(notifications[1]))
    }

    static func sleepTimer(
        _ notifications: [[UInt8]], _ dialect: HatchRestDialect
    ) throws(CodecError) -> Duration? {
        var reader = CommandReader(try only(notifications))
        let count = try reader.number(digits: 4)
        try reader.end()
        return count == 0 ? nil : .seconds(Int(count) * dialect.timerUnit.rawValue)
    }

    /// Reads the slot that a commit stored, and throws when it is not `number`.
    static func stored(_ notifications: [[UInt8]], number: UInt8) throws(CodecError) {
        let slot = try byte(notifications)
        guard slot == number else {
            throw CodecError(offset: 0, "the device stored slot \(slot), and not \(number)")
        }
    }

    private static func byte(_ notifications: [[UInt8]]) throws(CodecError) -> UInt8 {
        var reader = CommandReader(try only(notifications))
        let value = try reader.byte()
        try reader.end()
        return value
    }

    private static func only(_ notifications: [[UInt8]]) throws(CodecError) -> [UInt8] {
        guard let first = notifications.first, notifications.count == 1 else {
            throw CodecError(offset: 0, "expected one notification and got \(notifications.count)")
        }
        return first
    }
}
