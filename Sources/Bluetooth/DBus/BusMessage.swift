// SPDX-License-Identifier: Apache-2.0

import CDBus

/// A message of libdbus that we own, released with the value.
struct BusMessage: ~Copyable {
    let pointer: OpaquePointer

    /// Takes ownership of a message; nil for nil.
    init?(adopting pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit {
        // Closes the file descriptors the message came with, too.
        dbus_message_unref(pointer)
    }
}

// Every name is checked before libdbus gets it, because libdbus ends the process on an invalid one.
extension BusMessage {
    /// Writes a call.
    static func call(_ call: BusCall, wantsReply: Bool = true) throws(BusError) -> BusMessage {
        try check(BusName.isBusName(call.destination), "name", call.destination)
        try checkMember(path: call.path, interface: call.interface, member: call.member)
        return try make(
            dbus_message_new_method_call(call.destination, call.path.text, call.interface, call.member),
            wantsReply: wantsReply, arguments: call.arguments)
    }

    /// Writes a signal.
    static func signal(
        path: ObjectPath, interface: String, member: String, arguments: [BusValue]
    ) throws(BusError) -> BusMessage {
        try checkMember(path: path, interface: interface, member: member)
        return try make(dbus_message_new_signal(path.text, interface, member), arguments: arguments)
    }

    /// Writes the answer to a call.
    static func reply(to call: IncomingCall, _ arguments: [BusValue]) throws(BusError) -> BusMessage {
        try answer(DBUS_MESSAGE_TYPE_METHOD_RETURN, to: call.serial, of: call.sender, arguments)
    }

    /// Writes the error reply to a call; leaves out what such a reply may not contain.
    static func refusal(serial: UInt32, of sender: String, _ error: BusError) throws(BusError) -> BusMessage {
        let text = String(error.message.prefix(1000)).split(separator: "\0").joined()
        let message = try answer(DBUS_MESSAGE_TYPE_ERROR, to: serial, of: sender, [.string(text)])
        let name = BusName.isInterface(error.name) ? error.name : BusError.failed
        guard dbus_message_set_error_name(message.pointer, name) != 0 else { throw .outOfMemory }
        return message
    }

    private static func answer(
        _ type: Int32, to serial: UInt32, of caller: String, _ arguments: [BusValue]
    ) throws(BusError) -> BusMessage {
        try check(BusName.isBusName(caller), "name", caller)
        guard serial != 0 else { throw .invalid("A call without a serial number cannot be answered.") }
        let message = try make(dbus_message_new(type), wantsReply: false, arguments: arguments)
        guard dbus_message_set_reply_serial(message.pointer, serial) != 0,
            dbus_message_set_destination(message.pointer, caller) != 0
        else { throw .outOfMemory }
        return message
    }

    private static func make(
        _ pointer: OpaquePointer?, wantsReply: Bool = true, arguments: [BusValue]
    ) throws(BusError) -> BusMessage {
        guard let message = BusMessage(adopting: pointer) else { throw .outOfMemory }
        dbus_message_set_no_reply(message.pointer, wantsReply ? 0 : 1)
        try BusWriter.append(arguments, to: message)
        return message
    }

    private static func checkMember(path: ObjectPath, interface: String, member: String) throws(BusError) {
        // The bus disconnects whoever uses the names that libdbus reserves.
        try check(path.text != DBUS_PATH_LOCAL && path.text.utf8.count <= 4096, "object path", path.text)
        try check(BusName.isInterface(interface) && interface != DBUS_INTERFACE_LOCAL, "interface", interface)
        try check(BusName.isMember(member), "member", member)
    }

    private static func check(_ isValid: Bool, _ what: String, _ text: String) throws(BusError) {
        guard isValid else { throw .invalid("\(text.prefix(200).debugDescription) is not a valid \(what).") }
    }

    /// The kind of message.
    enum Kind { case call, reply, error, signal, other }

    var kind: Kind {
        switch dbus_message_get_type(pointer) {
        case DBUS_MESSAGE_TYPE_METHOD_CALL: .call
        case DBUS_MESSAGE_TYPE_METHOD_RETURN: .reply
        case DBUS_MESSAGE_TYPE_ERROR: .error
        case DBUS_MESSAGE_TYPE_SIGNAL: .signal
        default: .other
        }
    }

    var serial: UInt32 { dbus_message_get_serial(pointer) }
    var replySerial: UInt32 { dbus_message_get_reply_serial(pointer) }
    var wantsReply: Bool { dbus_message_get_no_reply(pointer) == 0 }
    var sender: String? { dbus_message_get_sender(pointer).map { String(cString: $0) } }
    var path: ObjectPath? { dbus_message_get_path(pointer).flatMap { ObjectPath(String(cString: $0)) } }
    var interface: String? { dbus_message_get_interface(pointer).map { String(cString: $0) } }
    var member: String? { dbus_message_get_member(pointer).map { String(cString: $0) } }
    var errorName: String? { dbus_message_get_error_name(pointer).map { String(cString: $0) } }

    /// Copies the arguments out; throws `invalidMessage` for more than `limits` allows.
    func arguments(within limits: BusLimits = .received) throws(BusError) -> [BusValue] {
        try BusReader.arguments(of: self, within: limits)
    }
}
