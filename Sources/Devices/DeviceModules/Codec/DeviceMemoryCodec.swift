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

/// Commands that change what a device keeps; none of them counts before the last one.
public struct DeviceTransaction: Sendable {
    /// The commands before the commit, each acknowledged before the next is sent; after a lost acknowledgement the
    /// commit must not be sent.
    public let staging: [[UInt8]]
    /// The command that makes them count, and how its answer is checked.
    public let commit: DeviceQuery<Void>

    /// Makes a transaction.
    public init(staging: [[UInt8]], commit: DeviceQuery<Void>) {
        self.staging = staging
        self.commit = commit
    }
}

/// A command that asks a device for something, and how its answer is read.
public struct DeviceQuery<Value: Sendable>: Sendable {
    /// The command, as it is written.
    public let command: [UInt8]
    /// Reads everything that was notified before the acknowledgement, one element per notification.
    ///
    /// Throws for anything that cannot be the answer to this command, so that a late reply to an earlier command never
    /// passes for it.
    public let decode: @Sendable ([[UInt8]]) throws(CodecError) -> Value

    /// Makes a query.
    public init(_ command: [UInt8], decode: @escaping @Sendable ([[UInt8]]) throws(CodecError) -> Value) {
        self.command = command
        self.decode = decode
    }
}
