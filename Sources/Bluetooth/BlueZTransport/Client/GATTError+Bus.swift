// SPDX-License-Identifier: Apache-2.0

import DBus
import GATT

extension GATTError {
    static let closed = GATTError(.unavailable, "Bluetooth is no longer in use by this process.")
    static let cancellation = GATTError(.cancelled, "The operation was cancelled.")
    static let lateness = GATTError(
        .timedOut, "The Bluetooth service did not answer in time.", advice: tryAgain)
    static let disconnection = GATTError(.disconnected, "The connection to the device has ended.")

    /// What an error of the bus or of bluetoothd means.
    ///
    /// Sources: bluez `src/error.c`, `create_gatt_dbus_error` in `src/gatt-client.c`.
    init(_ error: BusError) {
        // bluetoothd's text is used only in the two cases in which it says more than the name.
        switch error.name {
        case BusError.cancelled: self = .cancellation
        case BusError.timedOut, BusError.noReply: self = .lateness
        case BusError.unavailable, BusError.disconnected:
            self.init(
                .unavailable, "The system's message bus cannot be reached.",
                advice: "Check that D-Bus runs: `systemctl status dbus`.")
        case BusError.unknownService, "org.freedesktop.DBus.Error.NameHasNoOwner":
            self.init(
                .unavailable, "The Bluetooth service (bluetoothd) went away.",
                advice: "See `systemctl status bluetooth`. Lull continues when the service is back.")
        case "org.freedesktop.DBus.Error.AccessDenied":
            self.init(
                .notAllowed, "The system does not let this user talk to the Bluetooth service.",
                advice: "Add the user to the group bluetooth, `sudo adduser $USER bluetooth`, and sign in again.")
        case "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod",
            "org.bluez.Error.DoesNotExist":
            self.init(.notFound, "The Bluetooth service no longer knows the device.", advice: Self.comeCloser)
        case "org.bluez.Error.NotReady":
            self.init(
                .unavailable, "The Bluetooth adapter is switched off.", advice: "Switch it on: `bluetoothctl power on`."
            )
        case "org.bluez.Error.NotConnected": self = .disconnection
        case "org.bluez.Error.Failed" where error.message == "Not connected": self = .disconnection
        case "org.bluez.Error.InProgress":
            self.init(.connectionFailed, "The Bluetooth service is busy with the device.", advice: Self.tryAgain)
        case "org.bluez.Error.NotPermitted", "org.bluez.Error.NotAuthorized", "org.bluez.Error.NotSupported",
            "org.bluez.Error.InvalidArguments", "org.bluez.Error.InvalidValueLength",
            "org.bluez.Error.ImproperlyConfigured":
            self.init(
                .attributeError, "The device did not allow it (\(Self.plain(error.message))).",
                advice: "Check that it is a Hatch Rest.")
        case "org.bluez.Error.Failed" where error.message.hasPrefix("Operation failed with ATT error"):
            self.init(
                .attributeError, "The device answered with an error (\(Self.plain(error.message))).",
                advice: Self.tryAgain)
        default:
            self.init(
                .connectionFailed, "Bluetooth failed (\(Self.plain(error.message))).", advice: Self.comeCloser)
        }
    }

    /// The advice for a failure that may be gone at the next try.
    static let tryAgain = "Try again. If that fails, run `sudo systemctl restart bluetooth`."
    /// The advice when the device cannot be reached.
    static let comeCloser = "Move the device closer, and close the Hatch app if it is open."

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
