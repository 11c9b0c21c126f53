// SPDX-License-Identifier: Apache-2.0

/// SplitMix64: the same numbers for the same seed, on every machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Begins the sequence of the seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// Begins a sequence of its own for the seed and what its numbers are for.
    ///
    /// Seeds that are near each other, or near multiples of one number, share no part of their sequences.
    public init(seed: UInt64, for use: UInt64...) {
        state = use.reduce(Self.mixed(seed &+ Self.step)) { Self.mixed($0 ^ Self.mixed($1 &+ Self.step)) }
    }

    /// The next number of the sequence.
    public mutating func next() -> UInt64 {
        state &+= Self.step
        return Self.mixed(state)
    }

    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
