// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import Glibc

/// What a service manager such as systemd tells a process in its environment.
public struct ServiceEnvironment: Hashable, Sendable {
    /// The variables that are meant for this process, and not for those it starts.
    public static let ownVariables = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
        "JOURNAL_STREAM",
    ]

    /// Passed descriptors begin after the standard ones.
    private static let firstDescriptor: Int32 = 3

    /// Where to say how the process is; nil when nobody wants to know.
    public var notifyAddress: NotifyAddress?
    /// How long the process may be silent before it is taken for hung; nil when nobody watches.
    public var watchdog: Duration?
    /// The descriptor of the socket that the service manager listens on for this process; nil when there is none.
    public var socket: Int32?
    /// The device and the file of the journal's stream; nil when what the process writes goes elsewhere.
    public var journal: JournalStream?
    /// The directory for its state; nil when none is named.
    public var stateDirectory: String?
    /// The directory for its socket; nil when none is named.
    public var runtimeDirectory: String?

    /// Reads variables that were meant for the process with this identifier; an empty one counts as absent.
    ///
    /// Throws `bad_configuration` for a value that is none.
    public init(_ variables: [String: String], process: Int32) throws(ControlError) {
        func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let text = value("NOTIFY_SOCKET") {
            guard let address = NotifyAddress(text) else {
                throw Self.refusal("NOTIFY_SOCKET", text, is: "no absolute path and no name that begins with @")
            }
            notifyAddress = address
        }
        // Variables of a watchdog for another process are inherited, too.
        if let text = value("WATCHDOG_USEC"), value("WATCHDOG_PID").map({ $0 == "\(process)" }) ?? true {
            guard let microseconds = Int64(text), microseconds > 0 else {
                throw Self.refusal("WATCHDOG_USEC", text, is: "no number of microseconds")
            }
            watchdog = .microseconds(microseconds)
        }
        // Sockets are passed to a process, and not to those it starts.
        if let text = value("LISTEN_FDS"), value("LISTEN_PID") == "\(process)" {
            guard let count = Int32(text), (0...1).contains(count) else {
                throw Self.refusal("LISTEN_FDS", text, is: "neither 0 nor 1 socket")
            }
            socket = count == 1 ? Self.firstDescriptor : nil
        }
        journal = value("JOURNAL_STREAM").flatMap(JournalStream.init)
        stateDirectory = try Self.directory("STATE_DIRECTORY", value("STATE_DIRECTORY"))
        runtimeDirectory = try Self.directory("RUNTIME_DIRECTORY", value("RUNTIME_DIRECTORY"))
    }

    /// The variables of this process that say something of its service.
    public static func variables() -> [String: String] {
        let names = ownVariables + ["STATE_DIRECTORY", "RUNTIME_DIRECTORY"]
        let values = names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } }
        return Dictionary(uniqueKeysWithValues: values)
    }

    /// The first of a list of directories.
    private static func directory(_ name: String, _ text: String?) throws(ControlError) -> String? {
        guard let text else { return nil }
        let first = text.prefix { $0 != ":" }
        guard first.hasPrefix("/") else { throw refusal(name, text, is: "no absolute path") }
        return String(first)
    }

    private static func refusal(_ name: String, _ value: String, is what: String) -> ControlError {
        ControlError(
            .badConfiguration, "The variable \(name) is “\(value)”, which is \(what).",
            advice: "Start `lulld` with the unit that comes with it, or without that variable.")
    }
}
