// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// The names of products' sounds, for documents that people read.
public struct SoundNames: Sendable {
    /// The sound of a product with a name; nil when there is none.
    public var sound: @Sendable (String, HardwareProduct) -> SoundID?
    /// The name of a product's sound; nil when it has none.
    public var name: @Sendable (SoundID, HardwareProduct) -> String?

    /// Takes both directions.
    public init(
        sound: @escaping @Sendable (String, HardwareProduct) -> SoundID?,
        name: @escaping @Sendable (SoundID, HardwareProduct) -> String?
    ) {
        self.sound = sound
        self.name = name
    }

    /// No names, only the devices' own numbers.
    public static let none = SoundNames(sound: { _, _ in nil }, name: { _, _ in nil })
}
