// SPDX-License-Identifier: Apache-2.0

import SeededRandom

extension SeededGenerator {
    /// Numbers of their own for a run and a use in it.
    init(_ run: CrashRun, use: UInt64) {
        let point = KillPoint.all.firstIndex(of: run.point) ?? 0
        let seed = run.seed &* 1009 &+ UInt64(point) &* 31 &+ use &* 0x1_0000_0001
        self.init(seed: seed &* 0x9E37_79B9_7F4A_7C15)
    }

    /// Whether something happens that happens `part` times in `whole`.
    mutating func happens(_ part: Int, in whole: Int) -> Bool {
        Int.random(in: 0..<whole, using: &self) < part
    }

    /// One of several, which must not be none.
    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &self)]
    }

    /// Whole seconds.
    mutating func duration(_ range: ClosedRange<Duration>) -> Duration {
        .seconds(
            Int64.random(in: range.lowerBound.components.seconds...range.upperBound.components.seconds, using: &self))
    }
}

extension Duration {
    static func minutes(_ count: Int64) -> Duration { .seconds(count * 60) }
    static func hours(_ count: Int64) -> Duration { .seconds(count * 3600) }
    static func days(_ count: Int64) -> Duration { .seconds(count * 86_400) }
}
