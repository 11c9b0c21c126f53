// SPDX-License-Identifier: Apache-2.0

/// How much one message may hold, counted down while it is written or read.
struct BusLimits: Hashable, Sendable {
    /// How many more values.
    var values: Int
    /// How many more bytes, in strings and arrays of bytes.
    var bytes: Int

    /// The limits of messages that we send.
    static let sent = BusLimits(values: 100_000, bytes: 4 << 20)
    /// The limits of messages that we receive: enough for the objects of a daemon that knows thousands of devices, and not
    /// enough to exhaust a small computer.
    static let received = BusLimits(values: 500_000, bytes: 32 << 20)

    /// Takes one value, `depth` containers deep.
    mutating func takeValue(depth: Int) throws(BusError) {
        values -= 1
        guard values >= 0 else { throw .invalid("The message holds too many values.") }
        guard depth <= BusSignature.deepest else { throw .invalid("The message is nested too deeply.") }
    }

    /// Takes the content of a text or of an array of bytes.
    mutating func takeBytes(_ count: Int) throws(BusError) {
        bytes -= count
        guard bytes >= 0 else { throw .invalid("The message holds too many bytes.") }
    }
}
