// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

struct ErrorMeaningTests {
    private static let failed = "org.bluez.Error.Failed"
    private static let notPermitted = "org.bluez.Error.NotPermitted"
    private static let bus = "org.freedesktop.DBus.Error"

    @Test(
        arguments: [
            ("app.lull.Error.Cancelled", "", .cancelled, "The operation was cancelled."),
            ("app.lull.Error.TimedOut", "", .timedOut, "The Bluetooth service did not answer in time."),
            ("app.lull.Error.Unavailable", "", .unavailable, "The system's message bus cannot be reached."),
            ("app.lull.Error.Disconnected", "", .unavailable, "The system's message bus cannot be reached."),
            ("app.lull.Error.TooManyCalls", "", .connectionFailed, "Bluetooth failed (no reason given)."),
            ("\(bus).NoReply", "", .timedOut, "The Bluetooth service did not answer in time."),
            ("\(bus).ServiceUnknown", "", .unavailable, "The Bluetooth service (bluetoothd) went away."),
            ("\(bus).NameHasNoOwner", "", .unavailable, "The Bluetooth service (bluetoothd) went away."),
            (
                "\(bus).AccessDenied", "", .notAllowed,
                "The system does not let this user talk to the Bluetooth service."
            ),
            ("\(bus).UnknownObject", "", .notFound, "The Bluetooth service no longer knows the device."),
            ("\(bus).UnknownMethod", "", .notFound, "The Bluetooth service no longer knows the device."),
            ("org.bluez.Error.DoesNotExist", "", .notFound, "The Bluetooth service no longer knows the device."),
            ("org.bluez.Error.NotReady", "", .connectionFailed, "The Bluetooth adapter is switched off."),
            (
                failed, "le-connection-adapter-not-powered", .connectionFailed,
                "The Bluetooth adapter is switched off."
            ),
            (
                failed, "le-connection-concurrent-connection-limit", .noRoom,
                "The Bluetooth adapter has no room for another connection."
            ),
            (failed, "le-connection-key-missing", .needsBond, "The device no longer knows this computer."),
            ("org.bluez.Error.AuthenticationFailed", "", .needsBond, "The device does not accept this computer."),
            ("org.bluez.Error.AuthenticationTimeout", "", .needsBond, "The device does not accept this computer."),
            (failed, "le-connection-abort-by-remote", .connectionFailed, "The device ended the connection at once."),
            (
                failed, "le-connection-link-layer-protocol-error", .connectionFailed,
                "The device ended the connection at once."
            ),
            (failed, "le-connection-refused", .connectionFailed, "The device refuses the connection."),
            (failed, "br-connection-canceled", .connectionFailed, "Another program ended the attempt to connect."),
            (failed, "le-connection-busy", .connectionFailed, "The Bluetooth adapter is busy with another connection."),
            (failed, "le-connection-timeout", .connectionFailed, "The device does not answer."),
            (failed, "le-connection-abort-by-local", .connectionFailed, "The device does not answer."),
            ("org.bluez.Error.InProgress", "", .connectionFailed, "The Bluetooth service is busy with the device."),
            ("org.bluez.Error.NotConnected", "", .disconnected, "The connection to the device has ended."),
            (failed, "Not connected", .disconnected, "The connection to the device has ended."),
            (notPermitted, "Not paired", .needsBond, "The device answers only computers it is bonded with."),
            (notPermitted, "Notify acquired", .attributeError, "Another program uses the device."),
            (
                failed, "Operation failed with ATT error: 0x0a", .noSuchCharacteristic,
                "The device's services are not those that the Bluetooth service remembers."
            ),
            (
                failed, "Operation failed with ATT error: 0x0e", .attributeError,
                "The device answered with an error (Operation failed with ATT error: 0x0e)."
            ),
            (
                notPermitted, "Write not permitted", .attributeError,
                "The device did not allow it (Write not permitted)."
            ),
            ("org.bluez.Error.NotAuthorized", "", .attributeError, "The device did not allow it (no reason given)."),
            ("org.bluez.Error.NotSupported", "", .attributeError, "The device did not allow it (no reason given)."),
            (
                "org.bluez.Error.InvalidArguments", "Invalid Length", .attributeError,
                "The device did not allow it (Invalid Length)."
            ),
            (
                "org.bluez.Error.InvalidValueLength", "", .attributeError,
                "The device did not allow it (no reason given)."
            ),
            (
                "org.bluez.Error.ImproperlyConfigured", "", .attributeError,
                "The device did not allow it (no reason given)."
            ),
            (failed, "le-connection-unknown", .connectionFailed, "Bluetooth failed (le-connection-unknown)."),
        ] as [(String, String, GATTError.Code, String)])
    func error_means(name: String, text: String, code: GATTError.Code, sentence: String) {
        let error = GATTError(BusError(name: name, message: text))
        #expect(error.code == code)
        #expect(error.message == sentence)
        #expect(error.advice?.hasSuffix(".") ?? (code == .cancelled))
    }

    @Test(
        arguments: [
            (failed, "le-connection-key-missing", "Run `bluetoothctl remove D1:6E:00:00:00:01`, and try again."),
            (notPermitted, "Not paired", "Bond them: `bluetoothctl pair D1:6E:00:00:00:01`."),
        ])
    func cure_namesTheDevice_thatNeedsABond(name: String, text: String, cure: String) {
        #expect(GATTError(BusError(name: name, message: text), of: .rest).advice == cure)
    }

    @Test
    func cure_isWhole_inEveryRow() {
        let cures = BlueZFailure.table.compactMap { row -> String? in
            guard let name = row.names.first, case .containing(let text) = row.text else { return nil }
            return GATTError(BusError(name: name, message: text), of: .rest).advice
        }
        #expect(cures.count > 10)
        #expect(cures.filter { $0.contains("%") || $0.contains("ADDRESS") } == [])
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
