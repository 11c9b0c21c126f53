// SPDX-License-Identifier: Apache-2.0

import CDBus

extension BusMessage {
    /// The interface of messages that libdbus makes itself; nobody else can send them.
    static let localInterface = DBUS_INTERFACE_LOCAL

    /// The message as a signal; nil if it is no signal or too large.
    func signal(sequence: UInt64) -> BusSignal? {
        guard let path, let interface, let member, let arguments = try? arguments() else { return nil }
        return BusSignal(
            sender: sender ?? "", path: path, interface: interface, member: member, arguments: arguments,
            sequence: sequence)
    }

    /// The message as a call; nil if it is no call.
    ///
    /// Throws `invalidMessage` if it is too large.
    func incomingCall() throws(BusError) -> IncomingCall? {
        guard let path, let member, let sender else { return nil }
        return IncomingCall(
            sender: sender, path: path, interface: interface, member: member, arguments: try arguments(),
            serial: serial, wantsReply: wantsReply)
    }

    /// The outcome that the message reports.
    func answer(sequence: UInt64) -> Result<BusReply, BusError> {
        do {
            let arguments = try arguments()
            guard kind == .error else { return .success(BusReply(arguments: arguments, sequence: sequence)) }
            let text = arguments.first?.string ?? "The peer gave no reason."
            return .failure(BusError(name: errorName ?? BusError.failed, message: text))
        } catch {
            return .failure(error)
        }
    }
}

extension BusCall {
    /// A call to the bus itself.
    static func toBus(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(
            destination: DBUS_SERVICE_DBUS, path: .bus, interface: DBUS_INTERFACE_DBUS, member: member,
            arguments: arguments)
    }
}

extension ObjectPath {
    /// The bus itself.
    static let bus = ObjectPath(DBUS_PATH_DBUS) ?? .root
}
