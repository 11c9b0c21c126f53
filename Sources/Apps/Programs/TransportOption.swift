// SPDX-License-Identifier: Apache-2.0

/// How Lull reaches devices.
public enum TransportOption: String, Sendable, CaseIterable {
    /// This host's Bluetooth service.
    case bluez
    /// This host's kernel, without that service or beside it.
    case l2cap
    /// Simulated devices, each behind a socket.
    case simulated

    /// What is used when nobody says otherwise.
    public static let usual = TransportOption.bluez
}
