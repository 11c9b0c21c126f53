// SPDX-License-Identifier: Apache-2.0

public import CivilTime
public import SleepModel

/// The commands for what a product keeps by itself: favourites, programs, a sleep timer and a clock.
///
/// The device answers numbers outside the product's capabilities with an error.
public protocol DeviceMemoryCodec: Sendable {
    /// Asks for a favourite.
    func readFavourite(_ number: Int) -> DeviceQuery<DeviceFavourite>
    /// Writes a favourite whole.
    func writeFavourite(_ favourite: DeviceFavourite) -> DeviceTransaction
    /// Plays a favourite; without effect on a device that is off.
    func playFavourite(_ number: Int) -> [UInt8]
    /// A favourite as it is read back after writing, without what the device decides by itself.
    ///
    /// What was read equals what was written if these are equal.
    func stored(_ favourite: DeviceFavourite) -> DeviceFavourite

    /// Asks for a program; nil for an empty slot.
    func readProgram(_ number: Int) -> DeviceQuery<DeviceProgram?>
    /// Writes a program whole.
    func writeProgram(_ program: DeviceProgram) -> DeviceTransaction
    /// Enables or disables a program, and changes nothing else of it.
    func setProgram(_ number: Int, isEnabled: Bool) -> DeviceTransaction
    /// Empties a program's slot.
    func deleteProgram(_ number: Int) -> DeviceTransaction
    /// A program as it is read back after writing, without what the device decides by itself.
    ///
    /// What was read equals what was written if these are equal.
    func stored(_ program: DeviceProgram) -> DeviceProgram

    /// Asks how long the sleep timer still runs; nil when none does.
    func readSleepTimer() -> DeviceQuery<Duration?>
    /// Starts the sleep timer in whole seconds, in place of one that runs; nil ends it.
    func setSleepTimer(_ duration: Duration?) -> [UInt8]
    /// Sets the device's clock to a local time.
    func setClock(_ time: CivilDateTime) -> [UInt8]
}

extension DeviceMemoryCodec {
    /// The favourite itself, for a product that keeps what it is given.
    public func stored(_ favourite: DeviceFavourite) -> DeviceFavourite { favourite }
    /// The program itself, for a product that keeps what it is given.
    public func stored(_ program: DeviceProgram) -> DeviceProgram { program }
}
