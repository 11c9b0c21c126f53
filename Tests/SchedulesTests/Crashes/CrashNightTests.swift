// SPDX-License-Identifier: Apache-2.0

import Foundation
import Processes
import Testing

@testable import CrashNights

/// Processes that are killed at every point around what they make durable, and what they leave behind;
/// `.ci/crash-nights` makes thousands of these runs.
@Suite(.timeLimit(.minutes(5))) struct CrashNightTests {
    /// Two nights for each point; a name that no process dies at would prove nothing.
    @Test func everyGuarantee_holds_whereverTheProcessIsKilled() async throws {
        let driver = CrashDriver(
            program: CrashFiles.program, zones: CrashFiles.zones, scratch: try CrashDriver.makeScratch())
        let sweep = try await CrashSweep(CrashRun.sample(2 * KillPoint.all.count, from: 1), by: driver)
        for failure in sweep.failures { Issue.record("\(failure)") }
        #expect(sweep.missedPoints == [])
        if sweep.failures.isEmpty { try FileManager.default.removeItem(atPath: driver.scratch) }
    }

    @Test func run_isReadBack_fromWhatTheCommandTakes() {
        let runs = CrashRun.sample(KillPoint.all.count, from: 7)
        #expect(runs.map { CrashRun(parsing: "\($0)") } == runs)
        #expect(Set(runs.map(\.point)).count == KillPoint.all.count)
    }

    @Test(arguments: ["", "1", "1/", "1/begin", "x/begin-before", "1/begin-before/2"])
    func run_isRefused_withoutASeedAndAPoint(_ text: String) {
        #expect(CrashRun(parsing: text) == nil)
    }
}

/// What runs need: the program of the processes, beside the test program, and the zone files kept with the tests.
enum CrashFiles {
    static var program: String {
        ChildProcess.programs.appending(path: "CrashChild").path
    }

    static var zones: String {
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/FoundationsTests/Zoneinfo"
    }
}
