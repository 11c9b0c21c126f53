// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import DeviceModules
public import SleepModel

/// How a Hatch Rest is asked for, and told, its six favourites, ten programs, sleep timer and clock.
///
/// Favourites and programs are written whole: the device collects fields in one place for all slots, does not fill it
/// with what the slot holds, and stores whatever is there (DavidSchinazi/hatch_rest_homeassistant saw a program without
/// start and with a mangled name come of it).
public struct HatchRestMemory: DeviceMemoryCodec {
    private let dialect: HatchRestDialect

    /// Makes a codec that reads by `dialect`.
    public init(_ dialect: HatchRestDialect = .usual) {
        self.dialect = dialect
    }

    /// Asks for a favourite, 1 to 6.
    public func readFavourite(_ number: Int) -> DeviceQuery<DeviceFavourite> {
        DeviceQuery(HatchRestCommand.readFavourite(Self.slot(number)).bytes) { notifications throws(CodecError) in
            try HatchRestAnswer.favourite(notifications).favourite(number: number)
        }
    }

    /// Writes a favourite whole.
    ///
    /// The flags are C0 or 80, as the maker's app writes them. They are not the bits that a favourite is read with, of
    /// which only the touch ring's is known, so `otherFlags` is not written.
    public func writeFavourite(_ favourite: DeviceFavourite) -> DeviceTransaction {
        let fields: [HatchRestCommand] = [
            .favouriteLight(favourite.light), .favouriteSound(favourite.sound), .favouriteVolume(favourite.volume),
            .favouriteFlags(favourite.isEnabled ? 0xC0 : 0x80),
        ]
        let number = Self.slot(favourite.number)
        return Self.transaction([.selectFavourite(number)] + fields, .commitFavourite, number)
    }

    /// Plays a favourite; without effect on a device that is off.
    public func playFavourite(_ number: Int) -> [UInt8] {
        HatchRestCommand.playFavourite(Self.slot(number)).bytes
    }

    /// A favourite as it is read after it was written; two that are equal in this are the same to the device.
    public func stored(_ favourite: DeviceFavourite) -> DeviceFavourite {
        var stored = favourite
        stored.light = favourite.light.asStored
        stored.otherFlags = 0
        return stored
    }

    /// Asks for a program, 1 to 10; nil for an empty slot.
    public func readProgram(_ number: Int) -> DeviceQuery<DeviceProgram?> {
        DeviceQuery(HatchRestCommand.readProgram(Self.slot(number)).bytes) { notifications throws(CodecError) in
            let block = try HatchRestAnswer.program(notifications)
            return block.isEmptySlot ? nil : block.program(number: number)
        }
    }

    /// Writes a program whole, in twelve commands.
    public func writeProgram(_ program: DeviceProgram) -> DeviceTransaction {
        let fields = HatchRestProgramBlock.fields(of: program).map(HatchRestCommand.setProgramField)
        let number = Self.slot(program.number)
        return Self.transaction([.selectProgram(number)] + fields, .commitProgram, number)
    }

    /// Lets a program start on its days, or not; the one save that may be partial, as the device then changes no more.
    public func setProgram(_ number: Int, isEnabled: Bool) -> DeviceTransaction {
        flagProgram(number, isEnabled ? 0xC0 : 0x80)
    }

    /// Empties a program's slot.
    public func deleteProgram(_ number: Int) -> DeviceTransaction {
        flagProgram(number, 0x00)
    }

    /// A program as it is read after it was written; two that are equal in this are the same to the device.
    public func stored(_ program: DeviceProgram) -> DeviceProgram {
        HatchRestProgramBlock(program).program(number: program.number)
    }

    /// Asks how long the sleep timer still runs; nil when none does.
    public func readSleepTimer() -> DeviceQuery<Duration?> {
        DeviceQuery(HatchRestCommand.readSleepTimer.bytes) { [dialect] notifications throws(CodecError) in
            try HatchRestAnswer.sleepTimer(notifications, dialect)
        }
    }

    /// Starts the sleep timer in place of one that runs; nil ends it.
    ///
    /// Parts of a second count as a whole one, and anything beyond 65535 seconds as that many.
    public func setSleepTimer(_ duration: Duration?) -> [UInt8] {
        let (seconds, attoseconds) = (duration ?? .zero).components
        let isCutShort = attoseconds > 0 && seconds < Int64(UInt16.max)
        return HatchRestCommand.setSleepTimer(seconds: UInt16(clamping: isCutShort ? seconds + 1 : seconds)).bytes
    }

    /// Sets the device's clock to a local time.
    ///
    /// With the letter `U`, the one that was ever sent to a device and seen to give the time that was set. What the
    /// device makes of daylight saving is unknown; who sets the clock every day is never wrong for longer than that.
    public func setClock(_ time: CivilDateTime) -> [UInt8] {
        HatchRestCommand.setClock(time, .america).bytes
    }

    private func flagProgram(_ number: Int, _ flags: UInt8) -> DeviceTransaction {
        let number = Self.slot(number)
        return Self.transaction([.selectProgram(number), .setProgramField(.flags(flags))], .commitProgram, number)
    }

    private static func transaction(
        _ staging: [HatchRestCommand], _ commit: HatchRestCommand, _ number: UInt8
    ) -> DeviceTransaction {
        DeviceTransaction(
            staging: staging.map(\.bytes),
            commit: DeviceQuery(commit.bytes) { notifications throws(CodecError) in
                try HatchRestAnswer.stored(notifications, number: number)
            })
    }

    /// Numbers that the device cannot have are left for it to refuse.
    private static func slot(_ number: Int) -> UInt8 { UInt8(clamping: number) }
}
