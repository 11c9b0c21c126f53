// SPDX-License-Identifier: Apache-2.0

/// A command that asks a device for something, and how its answer is read.
public struct DeviceQuery<Value: Sendable>: Sendable {
    /// The command, as it is written.
    public let command: [UInt8]
    /// Reads everything that was notified before the acknowledgement, one element per notification.
    ///
    /// Throws for anything that cannot be the answer to this command, so that a late reply to an earlier command never
    /// passes for it.
    public let decode: @Sendable ([[UInt8]]) throws(CodecError) -> Value

    /// Makes a query.
    public init(_ command: [UInt8], decode: @escaping @Sendable ([[UInt8]]) throws(CodecError) -> Value) {
        self.command = command
        self.decode = decode
    }
}
