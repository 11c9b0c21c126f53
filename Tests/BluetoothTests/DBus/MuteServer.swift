// SPDX-License-Identifier: Apache-2.0

import CDBus
import Clocks
import Glibc

@testable import DBus

// What we never send ourselves, but others might.
extension BusConnection {
    /// Makes a call whose argument is nested more deeply than we take.
    func callTooDeep(_ call: BusCall) async throws(BusError) -> BusReply {
        let message = try BusMessage.call(call)
        var positions = [DBusMessageIter()]
        dbus_message_iter_init_append(message.pointer, &positions[0])
        let variant = Int32(UInt8(ascii: "v"))
        for depth in 0..<40 {
            var inner = DBusMessageIter()
            dbus_message_iter_open_container(&positions[depth], variant, depth == 39 ? "y" : "v", &inner)
            positions.append(inner)
        }
        var byte: UInt8 = 1
        dbus_message_iter_append_basic(&positions[40], Int32(UInt8(ascii: "y")), &byte)
        while var inner = positions.popLast(), !positions.isEmpty {
            dbus_message_iter_close_container(&positions[positions.count - 1], &inner)
        }
        let ticket = CallTable.Ticket()
        calls.occupy(try send(message), ticket)
        return try await ticket.ending.outcome()
    }

    /// Sends a signal with a file descriptor.
    func emitDescriptor(_ descriptor: Int32) throws(BusError) {
        let message = try BusMessage.signal(
            path: .test, interface: "app.lull.Test", member: "Descriptor", arguments: [])
        var position = DBusMessageIter()
        var descriptor = descriptor
        dbus_message_iter_init_append(message.pointer, &position)
        dbus_message_iter_append_basic(&position, Int32(UInt8(ascii: "h")), &descriptor)
        try send(message)
    }

    var hasUnsent: Bool { link?.hasUnsent == true }
}

extension Party {
    func emit(_ arguments: [BusValue]) async throws {
        try await connection.emit(
            path: .test, interface: "app.lull.Test", member: "Changed", arguments: arguments)
    }
}

/// A socket that looks like a bus to whoever connects, and says nothing.
final class MuteServer: Sendable {
    private let path: String
    private let descriptor: Int32

    var address: BusConnection.Address { .at("unix:path=\(path)") }

    init() throws {
        var template = Array("/tmp/lull-mute-XXXXXX".utf8CString)
        guard let folder = mkdtemp(&template) else { throw PrivateBus.Failure(description: "No temporary folder.") }
        path = String(cString: folder) + "/bus"
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(descriptor, 4) == 0 else { throw PrivateBus.Failure(description: "No socket.") }
    }

    deinit {
        close(descriptor)
        unlink(path)
        rmdir(String(path.dropLast("/bus".count)))
    }

    /// Takes a connection, which stays open, and returns how many bytes came first.
    func acceptAndRead() -> Int {
        let connection = accept(descriptor, nil, nil)
        var bytes = [UInt8](repeating: 0, count: 1024)
        return read(connection, &bytes, bytes.count)
    }

    /// Takes a connection and ends it.
    func acceptAndHangUp() {
        close(accept(descriptor, nil, nil))
    }
}
