// SPDX-License-Identifier: Apache-2.0

/// Commands that change what a device keeps: nothing of it counts before the last one.
public struct DeviceTransaction: Sendable {
    /// What is collected, each to be acknowledged before the next is sent; after a lost acknowledgement the commit must
    /// not be sent.
    public let staging: [[UInt8]]
    /// What makes it count, and checks what the device says of it.
    public let commit: DeviceQuery<Void>

    /// Makes a transaction.
    public init(staging: [[UInt8]], commit: DeviceQuery<Void>) {
        self.staging = staging
        self.commit = commit
    }
}
