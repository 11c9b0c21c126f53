// SPDX-License-Identifier: Apache-2.0

/// The way from a device's session to the central that is connected to it.
protocol CentralLink: Sendable {
    /// Whether what was sent so far has mostly been taken, so that a routine notification would not pile up.
    var isReady: Bool { get }

    /// Sends one PDU without waiting.
    func send(_ pdu: [UInt8])

    /// Asks for the end of the connection; whoever owns the session tells the device of it.
    func close()
}
