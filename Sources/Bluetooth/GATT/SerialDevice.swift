// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A device whose calls are made one at a time, in the order they were asked for, and even by cancelled tasks.
public final class SerialDevice: PeripheralDevice {
    private struct State {
        var isBusy = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let device: any PeripheralDevice
    private let state = Mutex(State())

    /// Makes calls to `device`.
    public init(_ device: any PeripheralDevice) {
        self.device = device
    }

    /// What it offers.
    public var services: [ServiceDefinition] { device.services }

    /// What it advertises at present.
    public func advertisingContent() async -> AdvertisingContent? {
        await alone { await device.advertisingContent() }
    }

    /// A central has connected.
    public func connected(_ central: any ConnectedCentral) async -> Bool {
        await alone { await device.connected(central) }
    }

    /// The connection of a central has ended.
    public func disconnected(_ central: any ConnectedCentral) async {
        await alone { await device.disconnected(central) }
    }

    /// The value of a characteristic at present.
    public func value(of characteristic: BluetoothUUID) async -> [UInt8]? {
        await alone { await device.value(of: characteristic) }
    }

    /// A central wrote a characteristic.
    public func write(_ value: [UInt8], to characteristic: BluetoothUUID, by central: any ConnectedCentral) async {
        await alone { await device.write(value, to: characteristic, by: central) }
    }

    private func alone<Value>(_ call: () async -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isBusy { state.waiting.append(continuation) }
                defer { state.isBusy = true }
                return !state.isBusy
            }
            if isFree { continuation.resume() }
        }
        defer { leave() }
        return await call()
    }

    private func leave() {
        let next = state.withLock { state in
            state.isBusy = !state.waiting.isEmpty
            return state.isBusy ? state.waiting.removeFirst() : nil
        }
        next?.resume()
    }
}
