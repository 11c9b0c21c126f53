// SPDX-License-Identifier: Apache-2.0

/// Reaches lamps.
public protocol Radio: Sendable {
    /// Sends a text and returns the answer.
    func send(_ text: String) -> String
}

/// Which lamp.
public struct LampAddress: Hashable, Sendable {
    /// Its number, from 1.
    public let number: Int

    /// The lamp of a number.
    public init(_ number: Int) {
        self.number = number
    }
}

/// One lamp; it knows nothing of containers.
public final class Lamp: Sendable {
    private let radio: any Radio
    private let address: LampAddress

    /// A lamp that a radio reaches.
    public init(radio: any Radio, address: LampAddress) {
        self.radio = radio
        self.address = address
    }

    /// Lights it, and returns what the radio said.
    public func light() -> String { radio.send("light \(address.number)") }
}

/// What a person looks at.
@MainActor
public final class LampScreen {
    private let lamp: Lamp

    /// The screen of a lamp.
    public init(lamp: Lamp) {
        self.lamp = lamp
    }

    /// Lights the lamp, and returns what the radio said.
    public func press() -> String { lamp.light() }
}
