// SPDX-License-Identifier: Apache-2.0

public import GATT
import Synchronization

/// One central's connection to a device: turns its PDUs into calls of the device, and notifications into PDUs.
public final class ATTSession: ConnectedCentral {
    private struct State {
        var server: ATTServer
        var isOpen = true
    }

    private let device: any PeripheralDevice
    private let link: any CentralLink
    private let state: Mutex<State>

    /// Serves `device` to the central behind `link`, with PDUs of up to `maximumMTU` bytes.
    ///
    /// A Rest never needs more than the PDU every connection starts with.
    public init(
        _ device: any PeripheralDevice, _ link: any CentralLink, maximumMTU: UInt16 = ATTPDU.minimumMTU
    ) {
        self.device = device
        self.link = link
        state = Mutex(State(server: ATTServer(services: device.services, maximumMTU: maximumMTU)))
    }

    /// Whether few notifications wait to be sent.
    public var isReady: Bool { link.isReady }

    /// Notifies a value, if the central has subscribed; does not wait.
    public func notify(_ value: [UInt8], of characteristic: BluetoothUUID) {
        guard let pdu = state.withLock({ $0.server.notify(characteristic, value: value) }) else { return }
        send(pdu)
    }

    /// Asks for the end of the connection.
    public func disconnect() {
        state.withLock { $0.isOpen = false }
        link.close()
    }

    /// Takes one PDU, and returns when the device has dealt with it; to be called for one at a time.
    ///
    /// Once the connection has ended on either side it does nothing.
    public func receive(_ pdu: [UInt8]) async {
        guard isOpen else { return }
        if let characteristic = state.withLock({ $0.server.characteristic(readBy: pdu) }),
            let value = await device.value(of: characteristic)
        {
            state.withLock { $0.server.setValue(value, of: characteristic) }
        }
        for effect in state.withLock({ $0.server.receive(pdu) }) where isOpen {
            switch effect {
            case .send(let answer): send(answer)
            case .write(let characteristic, let value, _):
                await device.write(value, to: characteristic, by: self)
            case .subscribed: continue
            }
        }
    }

    private var isOpen: Bool { state.withLock { $0.isOpen } }

    private func send(_ pdu: [UInt8]) {
        guard isOpen else { return }
        // A central that does not read would let everything sent pile up.
        guard link.isReady else { return disconnect() }
        link.send(pdu)
    }
}

/// The way from a device's session to the central that is connected to it.
public protocol CentralLink: Sendable {
    /// Whether what was sent so far has mostly been taken, so that a routine notification would not pile up.
    var isReady: Bool { get }

    /// Sends one PDU without waiting.
    func send(_ pdu: [UInt8])

    /// Asks for the end of the connection; whoever owns the session tells the device of it.
    func close()
}
