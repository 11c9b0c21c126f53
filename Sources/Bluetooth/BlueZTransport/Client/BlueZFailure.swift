// SPDX-License-Identifier: Apache-2.0

import DBus
import GATT

/// What an error of the bus or of bluetoothd means, and what a person can do about it: a row of the table.
///
/// Its code decides whether a connection that fails with it is tried again; see `ConnectionAttempts`.
struct BlueZFailure: Hashable, Sendable {
    /// Which of the texts under the same names a row is for.
    enum Text: Hashable, Sendable {
        case any
        case equal(String)
        case containing(String)
    }

    /// The names of the error on the bus.
    let names: [String]
    let text: Text
    let code: GATTError.Code
    /// One sentence; `reason` in it is replaced by bluetoothd's own text.
    let sentence: String
    /// What to do; `device` in it is replaced by the device's address.
    let cure: String

    /// Stands in a sentence for what bluetoothd says.
    static let reason = "%reason%"
    /// Stands in a cure for the address of the device.
    static let device = "%device%"
    /// The cure of a failure that may be gone at the next try.
    static let tryAgain = "Try again. If that fails, run `sudo systemctl restart bluetooth`."
    /// The cure when the device cannot be reached.
    static let comeCloser = "Move the device closer, and close the Hatch app if it is open."
    private static let otherDevice = "Check that it is a Hatch Rest."
    private static let otherProgram = "Close other programs and phones that use the device, then try again."
    private static let failed = "org.bluez.Error.Failed"
    private static let notPermitted = "org.bluez.Error.NotPermitted"

    init(
        _ names: [String], saying text: Text = .any, _ code: GATTError.Code, _ sentence: String, cure: String
    ) {
        (self.names, self.text, self.code, self.sentence, self.cure) = (names, text, code, sentence, cure)
    }

    /// All rows; the first that fits counts, and the last fits everything.
    ///
    /// Sources: bluez 5.66 `src/error.c`, `create_gatt_dbus_error` in `src/gatt-client.c`, `btd_error_le_connect_failed`
    /// of `src/device.c`; the specification of the bus for its own errors.
    static let table: [BlueZFailure] = [
        // Of the bus, and of waiting for it.
        BlueZFailure(
            [BusError.timedOut, BusError.noReply], .timedOut, "The Bluetooth service did not answer in time.",
            cure: tryAgain),
        BlueZFailure(
            [BusError.unavailable, BusError.disconnected], .unavailable, "The system's message bus cannot be reached.",
            cure: "Check that D-Bus runs: `systemctl status dbus`."),
        BlueZFailure(
            [BusError.unknownService, "org.freedesktop.DBus.Error.NameHasNoOwner"], .unavailable,
            "The Bluetooth service (bluetoothd) went away.",
            cure: "See `systemctl status bluetooth`. Lull continues when the service is back."),
        BlueZFailure(
            ["org.freedesktop.DBus.Error.AccessDenied"], .notAllowed,
            "The system does not let this user talk to the Bluetooth service.",
            cure: "Add the user to the group bluetooth, `sudo adduser $USER bluetooth`, and sign in again."),
        // Of the device's object and the adapter.
        BlueZFailure(
            [
                "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod",
                "org.bluez.Error.DoesNotExist",
            ], .notFound, "The Bluetooth service no longer knows the device.", cure: comeCloser),
        BlueZFailure(["org.bluez.Error.NotReady"], .connectionFailed, off, cure: switchOn),
        BlueZFailure([failed], saying: .containing("adapter-not-powered"), .connectionFailed, off, cure: switchOn),
        BlueZFailure(
            [failed], saying: .containing("connection-limit"), .noRoom,
            "The Bluetooth adapter has no room for another connection.",
            cure: "Disconnect another device: `bluetoothctl devices Connected`."),
        // Of a connection that is made.
        BlueZFailure(
            [failed], saying: .containing("key-missing"), .needsBond, "The device no longer knows this computer.",
            cure: rebond),
        BlueZFailure(
            [
                "org.bluez.Error.AuthenticationFailed", "org.bluez.Error.AuthenticationRejected",
                "org.bluez.Error.AuthenticationCanceled", "org.bluez.Error.AuthenticationTimeout",
            ], .needsBond, "The device does not accept this computer.", cure: rebond),
        BlueZFailure(
            [failed], saying: .containing("abort-by-remote"), .connectionFailed, endedAtOnce, cure: comeCloser),
        BlueZFailure(
            [failed], saying: .containing("link-layer-protocol"), .connectionFailed, endedAtOnce, cure: comeCloser),
        BlueZFailure(
            [failed], saying: .containing("refused"), .connectionFailed, "The device refuses the connection.",
            cure: comeCloser),
        BlueZFailure(
            [failed], saying: .containing("canceled"), .connectionFailed,
            "Another program ended the attempt to connect.",
            cure: otherProgram),
        BlueZFailure(
            [failed], saying: .containing("busy"), .connectionFailed,
            "The Bluetooth adapter is busy with another connection.",
            cure: tryAgain),
        BlueZFailure(
            [failed], saying: .containing("connection-timeout"), .connectionFailed, "The device does not answer.",
            cure: comeCloser),
        BlueZFailure(
            [failed], saying: .containing("abort-by-local"), .connectionFailed, "The device does not answer.",
            cure: comeCloser),
        BlueZFailure(
            ["org.bluez.Error.InProgress"], .connectionFailed, "The Bluetooth service is busy with the device.",
            cure: tryAgain),
        // Of a connection that is there.
        BlueZFailure(["org.bluez.Error.NotConnected"], .disconnected, ended, cure: comeCloser),
        BlueZFailure([failed], saying: .equal("Not connected"), .disconnected, ended, cure: comeCloser),
        BlueZFailure(
            [notPermitted], saying: .equal("Not paired"), .needsBond,
            "The device answers only computers it is bonded with.",
            cure: "Bond them: `bluetoothctl pair \(device)`."),
        BlueZFailure(
            [notPermitted], saying: .containing("acquired"), .attributeError, "Another program uses the device.",
            cure: otherProgram),
        // The codes of Bluetooth Core 5.4, volume 3, part F, table 3.4, for an attribute that is not there any more.
        BlueZFailure(
            [failed], saying: .containing("ATT error: 0x01"), .noSuchCharacteristic, otherServices, cure: tryAgain),
        BlueZFailure(
            [failed], saying: .containing("ATT error: 0x0a"), .noSuchCharacteristic, otherServices, cure: tryAgain),
        BlueZFailure(
            [failed], saying: .containing("ATT error: 0x12"), .noSuchCharacteristic, otherServices, cure: tryAgain),
        BlueZFailure(
            [failed], saying: .containing("ATT error"), .attributeError,
            "The device answered with an error (\(reason)).",
            cure: tryAgain),
        BlueZFailure(
            [
                notPermitted, "org.bluez.Error.NotAuthorized", "org.bluez.Error.NotSupported",
                "org.bluez.Error.InvalidArguments", "org.bluez.Error.InvalidValueLength",
                "org.bluez.Error.ImproperlyConfigured",
            ], .attributeError, "The device did not allow it (\(reason)).", cure: otherDevice),
        // Everything else.
        BlueZFailure([], .connectionFailed, "Bluetooth failed (\(reason)).", cure: comeCloser),
    ]

    private static let off = "The Bluetooth adapter is switched off."
    private static let switchOn = "Switch it on: `bluetoothctl power on`."
    private static let rebond = "Run `bluetoothctl remove \(device)`, and try again."
    private static let ended = "The connection to the device has ended."
    private static let endedAtOnce = "The device ended the connection at once."
    private static let otherServices = "The device's services are not those that the Bluetooth service remembers."

    private func fits(_ error: BusError) -> Bool {
        guard names.isEmpty || names.contains(error.name) else { return false }
        return switch text {
        case .any: true
        case .equal(let text): error.message == text
        case .containing(let part): error.message.contains(part)
        }
    }

    /// Whether an error of a connection may stand for a full adapter too.
    ///
    /// bluetoothd 5.66 says so of every failure of the kernel (source: `att_connect_cb` in `src/device.c`).
    static func mayMeanNoRoom(_ error: BusError) -> Bool {
        error.name == failed && error.message.contains("abort-by-local")
    }

    /// The row of an error.
    static func row(of error: BusError) -> BlueZFailure? { table.first { $0.fits(error) } }
}
