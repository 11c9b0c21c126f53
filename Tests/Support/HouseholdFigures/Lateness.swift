// SPDX-License-Identifier: Apache-2.0

/// How late many things were.
struct Lateness: CustomStringConvertible {
    private let sorted: [Duration]

    init(_ lateness: [Duration]) {
        sorted = lateness.sorted()
    }

    var description: String {
        guard let longest = sorted.last else { return "nothing" }
        func percentile(_ percent: Int) -> String { Self.words(sorted[(sorted.count - 1) * percent / 100]) }
        return "p50 \(percentile(50))   p99 \(percentile(99))   max \(Self.words(longest))"
    }

    private static func words(_ duration: Duration) -> String {
        let tenths = Int(duration / .microseconds(100))
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
