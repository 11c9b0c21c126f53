// SPDX-License-Identifier: Apache-2.0

import DBus
import GATT
import SleepModel

extension GATTError {
    static let closed = GATTError(.unavailable, "Bluetooth is no longer in use by this process.")
    static let cancellation = GATTError(.cancelled, "The operation was cancelled.")
    static let lateness = GATTError(BusError(name: BusError.timedOut, message: ""))
    static let disconnection = GATTError(.disconnected, "The connection to the device has ended.")

    /// What an error of the bus or of bluetoothd means, as `BlueZFailure.table` says.
    ///
    /// An error that calls for a bond comes only of what was asked of a device, so whoever asks one names it.
    init(_ error: BusError, of device: MacAddress? = nil) {
        guard error.name != BusError.cancelled, let row = BlueZFailure.row(of: error) else {
            self = .cancellation
            return
        }
        self.init(
            row.code, row.sentence.replacing(BlueZFailure.reason, with: Self.plain(error.message)),
            advice: row.cure.replacing(BlueZFailure.device, with: device?.rawValue ?? "ADDRESS"))
    }

    /// Text of bluetoothd, shortened and without characters that could disturb a terminal.
    private static func plain(_ text: String) -> String {
        let harmless = text.unicodeScalars.prefix(120).filter { $0.isASCII && $0.value >= 32 && $0.value != 127 }
        let plain = String(String.UnicodeScalarView(harmless))
        return plain.isEmpty ? "no reason given" : plain
    }
}

extension BusError {
    /// The bus's error when the peer has left the bus or does not answer.
    static let noReply = "org.freedesktop.DBus.Error.NoReply"
    /// The bus's error for a name that nobody has.
    static let unknownService = "org.freedesktop.DBus.Error.ServiceUnknown"

    static var departure: BusError { BusError(name: unknownService, message: "bluetoothd has left the bus.") }
}
