// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT

/// One connection to a device with what is notified over it.
struct DeviceSession: Sendable {
    /// Tells sessions of one device apart.
    let number: Int
    /// Whether the one before it broke, so that the device may have lost its power meanwhile.
    let followsLoss: Bool
    /// When it was made.
    let openedAt: ClockSample
    /// The connection.
    let connection: any PeripheralConnection
    /// Replies to commands; read by one exchange at a time.
    let replies: AsyncStream<[UInt8]>
    /// Pushed states; read by the connection's own loop.
    let reports: AsyncStream<[UInt8]>
}
