// SPDX-License-Identifier: Apache-2.0

public import Clocks

/// Why an operation on the bus failed: the peer's error reply, or an error of our own under `app.lull.Error`.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No answer came in time.
    public static let timedOut = "app.lull.Error.TimedOut"
    /// The connection to the bus ended.
    public static let disconnected = "app.lull.Error.Disconnected"
    /// The caller gave up.
    public static let cancelled = "app.lull.Error.Cancelled"
    /// A message breaks the rules of D-Bus or is too large; it was neither sent nor passed on.
    public static let invalidMessage = "app.lull.Error.InvalidMessage"
    /// Too many calls wait to be sent.
    public static let tooManyCalls = "app.lull.Error.TooManyCalls"
    /// The bus cannot be reached.
    public static let unavailable = "app.lull.Error.Unavailable"

    /// D-Bus's name for an invalid argument.
    public static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    /// D-Bus's name for a failure of any kind.
    public static let failed = "org.freedesktop.DBus.Error.Failed"

    /// The error's name on the bus.
    public var name: String
    /// One sentence that says what failed.
    public var message: String

    /// Makes an error with a name on the bus and one sentence.
    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// The sentence, and the name in brackets.
    public var description: String { "\(message) (\(name))" }
}

extension BusError {
    static func invalid(_ message: String) -> BusError { BusError(name: invalidMessage, message: message) }

    /// The error of whatever is under way when the connection ends.
    public static var loss: BusError { BusError(name: disconnected, message: "The connection to the bus ended.") }

    static var crowd: BusError { BusError(name: tooManyCalls, message: "Too many calls wait to be sent to the bus.") }
    /// The error of a call whose task was cancelled.
    public static var cancellation: BusError { BusError(name: cancelled, message: "The call was cancelled.") }
    static var outOfMemory: BusError { invalid("There is no memory for a message of this size.") }
}

extension OneShot {
    /// Waits for the outcome and returns its value; a cancelled task sets the outcome to `cancelled`.
    public nonisolated(nonsending) func outcome<Success: Sendable>() async throws(BusError) -> Success
    where Value == Result<Success, BusError> {
        try await value(ifCancelled: .failure(.cancellation)).get()
    }
}
