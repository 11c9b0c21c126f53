// SPDX-License-Identifier: Apache-2.0

/// How times are spread: the median and the 99th percentile.
struct Spread: CustomStringConvertible {
    private let median: Duration
    private let slowest: Duration

    init(_ times: [Duration]) {
        let sorted = times.sorted()
        median = sorted.isEmpty ? .zero : sorted[(sorted.count - 1) / 2]
        slowest = sorted.isEmpty ? .zero : sorted[(sorted.count - 1) * 99 / 100]
    }

    var description: String { "p50 \(Self.milliseconds(median)), p99 \(Self.milliseconds(slowest))" }

    /// How many times as long these take as others.
    func ratio(to other: Spread) -> String {
        let (half, most) = (median / other.median, slowest / other.slowest)
        return "\(Self.hundredths(half)) times as long at p50, \(Self.hundredths(most)) at p99"
    }

    private static func milliseconds(_ time: Duration) -> String {
        "\(hundredths(time / .milliseconds(1))) ms"
    }

    private static func hundredths(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
