// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel

/// What an HCI packet says, as far as it matters here.
enum HCIStatement: Hashable, Sendable {
    /// Somebody advertised, with the scan response if this was one.
    case advertisement(Advertisement)
    /// A connection was made; the host is the central or the peripheral of it.
    case connected(HCILink, MacAddress, isCentral: Bool)
    /// A connection could not be made.
    case connectionFailed(MacAddress, status: UInt8)
    /// A connection ended.
    case disconnected(HCILink, reason: UInt8)
    /// One PDU of the attribute protocol.
    case attribute(HCILink, isSent: Bool, [UInt8])
}
