// SPDX-License-Identifier: Apache-2.0

/// The peripheral role: lets centrals find a device, connect to it and use its characteristics.
public protocol PeripheralTransport: Sendable {
    /// Advertises `device` and serves it until cancelled; then every connection has ended.
    ///
    /// Returns when cancelled. Throws when the device cannot be offered, or no longer; what a transport can bring back
    /// by itself, such as a service that was restarted, it does.
    func serve(_ device: any PeripheralDevice) async throws
}

/// A device as a peripheral transport sees it: the behaviour behind its characteristics.
///
/// The transport makes its calls one at a time and in the order of what happens to the device.
public protocol PeripheralDevice: Sendable {
    /// What it offers; the same all the time.
    var services: [ServiceDefinition] { get }

    /// What it advertises at present; nil while it does not advertise. Asked for about once a second.
    func advertisingContent() async -> AdvertisingContent?

    /// A central has connected; false turns it away.
    func connected(_ central: any ConnectedCentral) async -> Bool

    /// The connection of a central that was not turned away has ended.
    func disconnected(_ central: any ConnectedCentral) async

    /// The value of a characteristic at present; nil for one whose value never changes.
    func value(of characteristic: BluetoothUUID) async -> [UInt8]?

    /// A central wrote a characteristic that can be written.
    ///
    /// What the device notifies before this returns follows the acknowledgement, if the central wanted one.
    func write(_ value: [UInt8], to characteristic: BluetoothUUID, by central: any ConnectedCentral) async
}

/// A central that is connected to a device, as the device sees it.
public protocol ConnectedCentral: AnyObject, Sendable {
    /// Whether what was notified so far has mostly been taken, so that a routine notification would not pile up.
    var isReady: Bool { get }

    /// Notifies a value, if the central has subscribed to the characteristic; does not wait.
    func notify(_ value: [UInt8], of characteristic: BluetoothUUID)

    /// Ends the connection; the device hears of it by `disconnected`.
    func disconnect()
}
