// SPDX-License-Identifier: Apache-2.0

/// What can be done with a characteristic, with the bits of its declaration.
public struct CharacteristicProperties: OptionSet, Hashable, Sendable {
    /// The bits on the air.
    public let rawValue: UInt8

    /// Takes any bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// It can be read.
    public static let read = CharacteristicProperties(rawValue: 0x02)
    /// It can be written without an acknowledgement.
    public static let writeWithoutResponse = CharacteristicProperties(rawValue: 0x04)
    /// It can be written with an acknowledgement.
    public static let write = CharacteristicProperties(rawValue: 0x08)
    /// It can notify.
    public static let notify = CharacteristicProperties(rawValue: 0x10)
    /// It can indicate: notify and wait for the client's confirmation.
    public static let indicate = CharacteristicProperties(rawValue: 0x20)
}
