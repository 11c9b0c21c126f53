// SPDX-License-Identifier: Apache-2.0

/// A kind of device; an open set, so that a value written by a newer version survives.
public struct HardwareProduct: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The stable name used in JSON and in the store.
    public let rawValue: String

    /// Takes any name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The stable name.
    public var description: String { rawValue }

    /// The first-generation Hatch Rest, controlled over Bluetooth.
    public static let hatchRest = HardwareProduct(rawValue: "hatch-rest")
    /// The second-generation Rest and Rest+, which use Bluetooth for set-up only.
    public static let hatchRestSecondGeneration = HardwareProduct(rawValue: "hatch-rest-second-generation")
}
