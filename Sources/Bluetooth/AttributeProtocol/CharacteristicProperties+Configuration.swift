// SPDX-License-Identifier: Apache-2.0

import GATT

extension CharacteristicProperties {
    /// Whether there is something that the client configuration descriptor switches.
    var isConfigurable: Bool { !isDisjoint(with: [.notify, .indicate]) }

    /// The bits of the client configuration descriptor that can be set.
    var configurationBits: UInt8 { (contains(.notify) ? 1 : 0) | (contains(.indicate) ? 2 : 0) }
}
