// SPDX-License-Identifier: Apache-2.0

/// How often values of a quantity were seen, by upper bounds.
public struct Histogram: Hashable, Sendable {
    /// The upper bounds, each included, in order.
    public let bounds: [Double]
    /// How many values were at most as high as each bound, and higher than the one before it; the last is of those above
    /// all.
    public private(set) var counts: [Int]
    /// The sum of all values.
    public private(set) var sum = 0.0

    /// A histogram of nothing; `bounds` grow.
    public init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// Counts a value.
    public mutating func add(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }
}
