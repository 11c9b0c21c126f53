// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// How much the property tests and the stress run: a sample, unless the environment asks for more.
enum StressSettings {
    /// How many random trees are validated and built; `LULL_STRESS_PLANS`.
    static let plans = number("LULL_STRESS_PLANS") ?? 1_000
    /// How many storms of concurrent resolutions there are of each kind; `LULL_STRESS_RUNS`.
    static let runs = number("LULL_STRESS_RUNS") ?? 50
    /// The seed of a test's first plan or storm, the next one's being one more; `LULL_STRESS_SEED`.
    static let seed = UInt64(number("LULL_STRESS_SEED") ?? 1)
    /// What the tests are given; more than a sample takes long.
    static let minutes = plans > 2_000 || runs > 50 ? 180 : 3

    private static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap(Int.init)
    }

    static func seeds(_ count: Int) -> Range<UInt64> {
        seed..<seed + UInt64(count)
    }
}
