// SPDX-License-Identifier: Apache-2.0

/// A sound by the device's own number; numbers without a known name are kept and written back unchanged.
public struct SoundID: RawRepresentable, Hashable, Codable, Sendable {
    /// The device's number.
    public let rawValue: UInt8

    /// Takes any number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Silence.
    public static let none = SoundID(rawValue: 0)
}
