// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// The numbers of the kernel (source: BDADDR_LE_PUBLIC and BDADDR_LE_RANDOM of its bluetooth.h).
extension AddressKind {
    /// Its number.
    var number: UInt8 {
        switch self {
        case .assigned: 1
        case .random: 2
        }
    }

    /// The kind with a number; nil for an address that is not of Bluetooth LE.
    init?(number: UInt8) {
        guard let kind = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = kind
    }
}
