// SPDX-License-Identifier: Apache-2.0

import GATT

extension BluetoothUUID {
    static let primaryService = BluetoothUUID(0x2800)
    static let secondaryService = BluetoothUUID(0x2801)
    static let characteristic = BluetoothUUID(0x2803)
    static let clientCharacteristicConfiguration = BluetoothUUID(0x2902)
}

extension UInt16 {
    var littleEndianBytes: [UInt8] { [UInt8(self & 0xFF), UInt8(self >> 8)] }
}
