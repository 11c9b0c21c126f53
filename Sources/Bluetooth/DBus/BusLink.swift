// SPDX-License-Identifier: Apache-2.0

import CDBus

/// A private connection of libdbus, closed with the value; no call blocks.
struct BusLink: ~Copyable {
    /// How many bytes libdbus may hold for a bus that does not read.
    private static let largestBacklog = 16 << 20

    private let pointer: OpaquePointer
    /// The socket; only for waiting until it is ready.
    let descriptor: Int32

    /// Connects to a socket of this machine; authentication follows while messages are transferred.
    init(_ address: String) throws(BusError) {
        guard let address = Self.socketAddress(address) else {
            throw Self.unreachable(address, "only addresses of unix sockets (unix:path=...) are accepted")
        }
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let pointer = dbus_connection_open_private(address, &error) else {
            throw Self.unreachable(address, error.message.map { String(cString: $0) } ?? "there is no memory for it")
        }
        // By default libdbus ends the process when a registered connection is lost.
        dbus_connection_set_exit_on_disconnect(pointer, 0)
        var descriptor: Int32 = -1
        guard dbus_connection_get_unix_fd(pointer, &descriptor) != 0 else {
            dbus_connection_close(pointer)
            dbus_connection_unref(pointer)
            throw Self.unreachable(address, "it was closed at once")
        }
        self.pointer = pointer
        self.descriptor = descriptor
    }

    deinit {
        dbus_connection_close(pointer)
        dbus_connection_unref(pointer)
    }

    /// Whether the socket is open; if not, another file may already have its descriptor.
    var isConnected: Bool { dbus_connection_get_is_connected(pointer) != 0 }

    /// Whether the handshake is over.
    var isAuthenticated: Bool { dbus_connection_get_is_authenticated(pointer) != 0 }

    /// Whether libdbus holds bytes that the socket has not taken.
    var hasUnsent: Bool { dbus_connection_has_messages_to_send(pointer) != 0 }

    /// Takes a message to be sent, and returns its number.
    func send(_ message: borrowing BusMessage) throws(BusError) -> UInt32 {
        guard dbus_connection_get_outgoing_size(pointer) < Self.largestBacklog else {
            throw BusError(name: BusError.tooManyCalls, message: "The bus does not take any more messages.")
        }
        var serial: UInt32 = 0
        guard dbus_connection_send(pointer, message.pointer, &serial) != 0 else { throw .outOfMemory }
        return serial
    }

    /// Reads and writes what the socket allows.
    func transfer() {
        dbus_connection_read_write(pointer, 0)
        // One step of the handshake reads or writes, so that an answer takes a second one.
        if !isAuthenticated { dbus_connection_read_write(pointer, 0) }
    }

    /// The next message received, if there is one.
    func next() -> BusMessage? {
        BusMessage(adopting: dbus_connection_pop_message(pointer))
    }

    /// Tells libdbus the name the bus has given us, which it shows in its own reports.
    func setUniqueName(_ name: String) {
        guard BusName.isBusName(name), dbus_bus_get_unique_name(pointer) == nil else { return }
        dbus_bus_set_unique_name(pointer, name)
    }

    /// The address, unless libdbus would do something else than open a socket, such as starting a program.
    private static func socketAddress(_ address: String) -> String? {
        let isSocket = BusName.isText(address) && address.split(separator: ";").allSatisfy { $0.hasPrefix("unix:") }
        return isSocket ? address : nil
    }

    private static func unreachable(_ address: String, _ reason: String) -> BusError {
        BusError(
            name: BusError.unavailable, message: "The bus at \(address.debugDescription) cannot be reached: \(reason).")
    }
}
