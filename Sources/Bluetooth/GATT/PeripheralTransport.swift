// SPDX-License-Identifier: Apache-2.0

/// The peripheral role: lets centrals find a device, connect to it and use its characteristics.
public protocol PeripheralTransport: Sendable {
    /// Advertises `device` and serves it until cancelled; then every connection has ended.
    ///
    /// Calls `onReady` once, as soon as centrals can find the device.
    ///
    /// Returns when cancelled. Throws when the device cannot be offered, or can be offered no longer. After a failure
    /// that it can repair itself, such as a restart of the Bluetooth service, a transport goes on.
    func serve(_ device: any PeripheralDevice, onReady: @escaping @Sendable () -> Void) async throws
}

extension PeripheralTransport {
    /// Advertises `device` and serves it until cancelled; then every connection has ended.
    public func serve(_ device: any PeripheralDevice) async throws {
        try await serve(device) {}
    }
}

/// A device as a peripheral transport sees it: the behaviour behind its characteristics.
///
/// The transport makes its calls one at a time and in the order of what happens to the device.
public protocol PeripheralDevice: Sendable {
    /// The services it offers; they never change.
    var services: [ServiceDefinition] { get }

    /// What it advertises now; nil while it does not advertise. The transport asks about once a second.
    func advertisingContent() async -> AdvertisingContent?

    /// A central has connected; false turns it away.
    func connected(_ central: any ConnectedCentral) async -> Bool

    /// The connection of a central that was not turned away has ended.
    func disconnected(_ central: any ConnectedCentral) async

    /// The present value of a characteristic; nil for one whose value never changes.
    func value(of characteristic: BluetoothUUID) async -> [UInt8]?

    /// A central wrote a characteristic that can be written.
    ///
    /// The acknowledgement, if the central wants one, is sent before anything that the device notifies meanwhile.
    func write(_ value: [UInt8], to characteristic: BluetoothUUID, by central: any ConnectedCentral) async
}

/// A central that is connected to a device, as the device sees it.
public protocol ConnectedCentral: AnyObject, Sendable {
    /// Whether few notifications wait to be sent; a device leaves out routine notifications while this is false.
    var isReady: Bool { get }

    /// Notifies a value, if the central has subscribed to the characteristic; does not wait.
    func notify(_ value: [UInt8], of characteristic: BluetoothUUID)

    /// Ends the connection; the transport then calls the device's `disconnected`.
    func disconnect()
}
