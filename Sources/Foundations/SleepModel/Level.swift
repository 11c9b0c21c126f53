// SPDX-License-Identifier: Apache-2.0

/// A brightness or a volume on the device's scale of 0 to 255, with exact round trips from whole percents.
public struct Level: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The value on the device's scale.
    public let rawValue: UInt8

    /// Takes a value of the device's scale.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Takes a percentage; nil outside 0 to 100.
    public init?(percent: Int) {
        guard (0...100).contains(percent) else { return nil }
        rawValue = UInt8((percent * 255 + 50) / 100)
    }

    /// The nearest whole percent; the one it was made from, if it was made from one.
    public var percent: Int {
        (Int(rawValue) * 100 + 127) / 255
    }

    /// Nothing: dark or silent.
    public static let zero = Level(rawValue: 0)
    /// The most the device can do.
    public static let full = Level(rawValue: 255)

    /// The quietest that a ringing alarm gets, 10 %: below this nobody would hear it.
    public static let ringFloor = Level(rawValue: 26)

    /// Orders levels by value.
    public static func < (first: Level, second: Level) -> Bool { first.rawValue < second.rawValue }
}
