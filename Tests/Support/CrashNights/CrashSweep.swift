// SPDX-License-Identifier: Apache-2.0

/// Many runs, and how often each point was really hit in them.
struct CrashSweep: Sendable {
    private(set) var runs = 0
    private(set) var starts = 0
    private(set) var looks = 0
    private(set) var kills: [KillPoint: Int] = [:]
    private(set) var failures: [CrashReport] = []

    /// Makes runs, two at a time; `tell` is called after each.
    init(
        _ runs: [CrashRun], by driver: CrashDriver, tell: (CrashSweep) -> Void = { _ in }
    ) async throws {
        try await withThrowingTaskGroup(of: CrashReport.self) { group in
            var waiting = runs.makeIterator()
            for run in [waiting.next(), waiting.next()].compactMap(\.self) {
                group.addTask { try await driver.make(run) }
            }
            while let report = try await group.next() {
                count(report)
                tell(self)
                if let run = waiting.next() { group.addTask { try await driver.make(run) } }
            }
        }
    }

    private mutating func count(_ report: CrashReport) {
        runs += 1
        starts += report.starts
        looks += report.looks
        for point in report.kills { kills[point, default: 0] += 1 }
        if !report.faults.isEmpty { failures.append(report) }
    }

    /// The points that no process died at.
    var missedPoints: [KillPoint] { KillPoint.all.filter { kills[$0] == nil } }
}
