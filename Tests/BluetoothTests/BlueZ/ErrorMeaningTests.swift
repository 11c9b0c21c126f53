// SPDX-License-Identifier: Apache-2.0

import GATT
import Testing

@testable import BlueZTransport
@testable import DBus

struct ErrorMeaningTests {
    @Test(
        arguments: [
            ("app.lull.Error.Cancelled", "", .cancelled), ("app.lull.Error.TimedOut", "", .timedOut),
            ("app.lull.Error.Unavailable", "", .unavailable), ("app.lull.Error.Disconnected", "", .unavailable),
            ("app.lull.Error.TooManyCalls", "", .connectionFailed),
            ("org.freedesktop.DBus.Error.NoReply", "", .timedOut),
            ("org.freedesktop.DBus.Error.ServiceUnknown", "", .unavailable),
            ("org.freedesktop.DBus.Error.NameHasNoOwner", "", .unavailable),
            ("org.freedesktop.DBus.Error.AccessDenied", "", .notAllowed),
            ("org.freedesktop.DBus.Error.UnknownObject", "", .notFound),
            ("org.freedesktop.DBus.Error.UnknownMethod", "", .notFound),
            ("org.bluez.Error.DoesNotExist", "", .notFound), ("org.bluez.Error.NotReady", "", .unavailable),
            ("org.bluez.Error.NotConnected", "", .disconnected),
            ("org.bluez.Error.Failed", "Not connected", .disconnected),
            ("org.bluez.Error.InProgress", "", .connectionFailed),
            ("org.bluez.Error.Failed", "le-connection-abort-by-local", .connectionFailed),
            ("org.bluez.Error.Failed", "br-connection-canceled", .connectionFailed),
            ("org.bluez.Error.Failed", "le-connection-timeout", .connectionFailed),
            ("org.bluez.Error.Failed", "le-connection-key-missing", .connectionFailed),
            ("org.bluez.Error.Failed", "le-connection-adapter-not-powered", .connectionFailed),
            ("org.bluez.Error.AuthenticationFailed", "", .connectionFailed),
            ("org.bluez.Error.NotPermitted", "Write not permitted", .attributeError),
            ("org.bluez.Error.NotPermitted", "Not paired", .attributeError),
            ("org.bluez.Error.NotAuthorized", "", .attributeError),
            ("org.bluez.Error.NotSupported", "", .attributeError),
            ("org.bluez.Error.InvalidArguments", "Invalid Length", .attributeError),
            ("org.bluez.Error.InvalidValueLength", "", .attributeError),
            ("org.bluez.Error.ImproperlyConfigured", "", .attributeError),
            ("org.bluez.Error.Failed", "Operation failed with ATT error: 0x0e", .attributeError),
        ] as [(String, String, GATTError.Code)])
    func error_means(name: String, text: String, code: GATTError.Code) {
        let error = GATTError(BusError(name: name, message: text))
        #expect(error.code == code)
        #expect(error.message.hasSuffix(".") && error.advice?.isEmpty != true)
    }

    @Test(arguments: [
        ("app.lull.Error.Disconnected", "The system's message bus cannot be reached."),
        ("org.freedesktop.DBus.Error.ServiceUnknown", "The Bluetooth service (bluetoothd) went away."),
    ])
    func error_saysWhatIsGone(name: String, sentence: String) {
        #expect(GATTError(BusError(name: name, message: "")).message == sentence)
    }

    @Test(arguments: ["org.bluez.Error.Failed", "org.bluez.Error.NotPermitted", "x.y"])
    func text_isHarmlessAndShort_whateverBluetoothdSays(name: String) {
        let hostile = "a\u{1B}[2J\u{202E}b\u{2066}\r\n\u{7F}\u{85}\u{1F319}c" + String(repeating: "d", count: 5000)
        let error = GATTError(BusError(name: name, message: hostile))
        #expect(error.message.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 32 && $0.value != 127 })
        #expect(error.message.contains("(a[2Jbcd"))
        #expect(error.message.utf8.count < 200)
    }

    @Test
    func text_saysSo_whenThereIsNone() {
        let error = GATTError(BusError(name: "org.bluez.Error.Failed", message: "\u{202E}\n"))
        #expect(error.message == "Bluetooth failed (no reason given).")
    }
}
