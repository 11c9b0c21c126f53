// SPDX-License-Identifier: Apache-2.0

public import GATT

/// The characteristics of a Hatch Rest that Lull uses.
///
/// Source: Marcus-L/m4rcus.HatchBaby.Rest and dgreif/homebridge-hatch-baby-rest agree on all three.
public enum HatchRestUUID {
    /// Commands, written.
    public static let command = BluetoothUUID(0x0224_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    /// Replies to commands, notified.
    public static let reply = BluetoothUUID(0x0224_0003, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
    /// The state, read and notified.
    public static let feedback = BluetoothUUID(0x0226_0002, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)
}
