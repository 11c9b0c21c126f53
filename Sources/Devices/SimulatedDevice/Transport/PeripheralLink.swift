// SPDX-License-Identifier: Apache-2.0

/// The way from a central to the simulated device it is connected to.
protocol PeripheralLink: Sendable {
    /// Sends one PDU without waiting; it may stay behind until `flush`.
    func send(_ pdu: [UInt8])

    /// Delivers what stayed behind.
    func flush() async

    /// Asks the device to end the connection; the link reports the end to its connection.
    func disconnect() async

    /// Ends the connection from this side alone.
    func close()
}
