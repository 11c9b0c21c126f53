// SPDX-License-Identifier: Apache-2.0

import AttributeProtocol
import GATT

/// One central that is connected to a device of this process, from its first PDU to its last.
enum ServedCentral {
    /// More than any central sends without waiting for an answer; one that sends more is disconnected.
    private static let waitingLimit = 1024

    /// Passes what arrives on a connected socket to `device` until either side ends the connection; closes the socket.
    ///
    /// The device takes one call at a time: give it a `SerialDevice`.
    static func serve(_ descriptor: Int32, by device: any PeripheralDevice) async {
        let socket = PacketSocket(descriptor)
        defer { socket.close() }
        let session = ATTSession(device, socket)
        guard await device.connected(session) else { return }
        let (pdus, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(waitingLimit))
        socket.start {
            if case .enqueued = continuation.yield($0) { return }
            continuation.finish()
        } onEnd: { _ in
            continuation.finish()
        }
        for await pdu in pdus { await session.receive(pdu) }
        session.disconnect()
        await device.disconnected(session)
    }
}
