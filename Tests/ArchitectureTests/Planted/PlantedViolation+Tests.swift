// SPDX-License-Identifier: Apache-2.0

extension PlantedViolation {
    private static let path = "Tests/NightTests/MoreTests.swift"

    static let tests = [
        PlantedViolation(
            TestNames(), "names of other schools",
            adding: [
                path: """
                struct MoreTests {
                    @Test func testRun_ends() {}
                    @Test("in words") func runEnds() {}
                    @Test(arguments: [1]) @MainActor func run__ends(_ number: Int) throws {}
                    @Test func testament_isRead_whenOpened() {}
                    func helper() {}
                }

                """
            ],
            reports: [
                Violation(path, line: 4, "test testRun_ends is not subject_expectation_condition"),
                Violation(path, line: 5, "test runEnds is not subject_expectation_condition"),
                Violation(path, line: 6, "test run__ends is not subject_expectation_condition"),
            ]),
        PlantedViolation(
            SleeplessTests(allowances: []), "tests that wait for time",
            adding: [
                path: """
                try await Task.sleep(for: .seconds(1))
                usleep(10)
                sleep(1)
                clock.sleep(1)
                while clock.sleeperCount == 0 { await Task.yield() }

                """
            ],
            reports: [
                Violation(path, line: 3, "Task.sleep"), Violation(path, line: 4, "sleep()"),
                Violation(path, line: 5, "sleep()"),
                Violation(path, line: 7, "a wait that a cancellation does not end"),
            ]),
        PlantedViolation(
            SleeplessTests(allowances: [Allowance(path: path, construct: .taskSleep, reason: "a fixture")]),
            "an allowance that matches nothing",
            adding: [path: "struct MoreTests {}\n"],
            reports: [Violation(path, "the allowance for Task.sleep matches nothing")]),
        PlantedViolation(
            TimeLimitedTests(), "awaiting without an end",
            adding: [
                path: """
                @Suite struct MoreTests {
                    @Test func run_awaits_forEver(_ body: (Int) -> Void = { _ in }) async throws {}
                    @Test(.timeLimit(.minutes(1))) func run_awaits_aMinute() async {}
                    @Test func run_returns() { let body = { () async in } }
                    func helper() async {}
                    @Suite(.timeLimit(.minutes(1))) struct Inner {
                        @Test func run_awaits_insideALimit() async {}
                    }
                    @Test func run_awaits_afterTheInnerSuite() async {}
                }
                extension RoutineTests {
                    @Test func run_awaits_inAnExtensionOfALimitedSuite() async {}
                }

                """
            ],
            reports: [
                Violation(path, line: 4, "async test run_awaits_forEver has no time limit"),
                Violation(path, line: 11, "async test run_awaits_afterTheInnerSuite has no time limit"),
            ]),
    ]
}
