// SPDX-License-Identifier: Apache-2.0

/// Commands that change what a device keeps; none of them counts before the last one.
public struct DeviceTransaction: Sendable {
    /// The commands before the commit, each acknowledged before the next is sent; after a lost acknowledgement the
    /// commit must not be sent.
    public let staging: [[UInt8]]
    /// The command that makes them count, and how its answer is checked.
    public let commit: DeviceQuery<Void>

    /// Makes a transaction.
    public init(staging: [[UInt8]], commit: DeviceQuery<Void>) {
        self.staging = staging
        self.commit = commit
    }
}
