// SPDX-License-Identifier: Apache-2.0

/// The state of the link to a device.
public enum DeviceConnectionState: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    /// Nothing was heard of it lately.
    case absent
    /// It advertises and is not connected.
    case advertising
    /// A connection is being made.
    case connecting
    /// Connected and in use.
    case connected
    /// Connected and idle, kept for a short while.
    case held
    /// The last attempt failed; the next one waits.
    case coolingDown = "cooling-down"
    /// It cannot be reached.
    case unavailable

    /// The word people and programs read.
    public var description: String { rawValue }
}
