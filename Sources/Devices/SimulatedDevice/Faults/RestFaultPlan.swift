// SPDX-License-Identifier: Apache-2.0

/// Which faults occur by chance, and how often.
///
/// Chance is a sequence that begins with a seed: the same seed and the same requests meet the same faults.
public struct RestFaultPlan: Hashable, Sendable {
    private let probabilities: [RestFault: Double]
    private var chance: SplitMix

    /// Each fault occurs with its probability, 0 to 1, whenever it can; those not named never do.
    public init(seed: UInt64 = 0, probabilities: [RestFault: Double]) {
        self.probabilities = probabilities.filter { $0.value > 0 }
        chance = SplitMix(seed: seed)
    }

    /// Reads faults, each as `NAME` for every time or as `NAME:PERCENT` with 0 to 100; of one given twice the last counts.
    ///
    /// Throws `unknown_fault` with the names there are, or `invalid_probability`.
    public init(seed: UInt64 = 0, parsing texts: [String]) throws(SimulationError) {
        var probabilities: [RestFault: Double] = [:]
        for text in texts {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let fault = RestFault(rawValue: parts[0]) else {
                throw SimulationError(
                    .unknownFault, "“\(parts[0])” is not a fault of the simulated Rest.",
                    advice: "Give one of: \(RestFault.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            probabilities[fault] = parts.count == 1 ? 1 : try Self.probability(parts[1], of: fault)
        }
        self.init(seed: seed, probabilities: probabilities)
    }

    private static func probability(_ text: String, of fault: RestFault) throws(SimulationError) -> Double {
        guard let percent = Double(text), (0...100).contains(percent) else {
            throw SimulationError(
                .invalidProbability, "“\(text)” is not a percentage.",
                advice: "Write it like \(fault.rawValue):5, from 0 to 100.")
        }
        return percent / 100
    }

    /// The first of `candidates` that chance has occur now; nil for none.
    public mutating func next(of candidates: [RestFault]) -> RestFault? {
        var found: RestFault?
        for fault in candidates {
            guard let probability = probabilities[fault] else { continue }
            // Drawn for all of them, so that one that occurs does not shift what the others meet later.
            let occurs = chance.fraction() < probability
            if occurs, found == nil { found = fault }
        }
        return found
    }
}

/// SplitMix64: the same numbers for the same seed, on every machine.
struct SplitMix: Hashable, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next number from 0 up to, but not including, 1.
    mutating func fraction() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Double(mixed >> 11) * 0x1p-53
    }
}
