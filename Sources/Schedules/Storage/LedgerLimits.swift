// SPDX-License-Identifier: Apache-2.0

/// How much of the ledger is kept and given out, the same in every store.
package enum LedgerLimits {
    /// The newest entries that are always kept.
    package static let kept = 100_000
    /// How many more there may be before they are removed together.
    package static let slack = 1000
    /// How many records one question may ask for.
    package static let answer = 1...100_000

    /// The nearest number that may be asked for.
    package static func clamped(_ limit: Int) -> Int {
        min(max(limit, answer.lowerBound), answer.upperBound)
    }
}
