// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests the rules themselves, because a rule that checks nothing would also report nothing.
@Suite struct RuleTests {
    @Test(arguments: PlantedViolation.all)
    func rule_reportsEveryViolationAndNoOther_whenPlanted(_ planted: PlantedViolation) {
        #expect(planted.rule.violations(in: planted.tree, manifest: planted.manifest) == planted.expected)
    }

    @Test(arguments: NamedRule.all)
    func rule_reportsNothing_inTheCleanHouse(_ named: NamedRule) {
        #expect(named.rule.violations(in: CleanHouse.tree(), manifest: CleanHouse.manifest) == [])
    }

    @Test func everyRule_hasAPlantedViolation() {
        #expect(Set(PlantedViolation.all.map(\.rule.name)) == Set(HouseRules.all.map(\.name)))
    }

    @Test(arguments: Construct.allCases)
    func construct_isFound_wherePlanted(_ construct: Construct) {
        let found = Self.planted(construct).map { SourceFacts(of: $0).constructs.map(\.construct) }
        #expect(found == Self.planted(construct).map { _ in [construct] })
    }

    private static func planted(_ construct: Construct) -> [String] {
        switch construct {
        case .forcedTry: ["let value = try! read()"]
        case .fatalError: ["fatalError(\"no\")", "Swift.fatalError()"]
        case .preconditionFailure: ["preconditionFailure()"]
        case .precondition: ["precondition(count > 0)"]
        case .uncheckedSendable: ["final class Box: @unchecked Sendable {}"]
        case .unsafeIsolation: ["nonisolated(unsafe) var count = 0"]
        case .looseTask:
            [
                "Task { await run() }", "Task\n{ await run() }", "let task = Task(priority: .high) { }",
                "Task.detached { }", "Task<Void, any Error> { }", "Task<(Int) -> Void, Never>.detached { }",
                "let text = \"\\(Task { 1 })\"",
            ]
        case .taskSleep: ["try await Task.sleep(for: .seconds(1))"]
        case .threadSleep: ["sleep(1)", "usleep(1)", "Thread.sleep(forTimeInterval: 1)"]
        case .endlessWait: ["while !isOver { await Task.yield() }"]
        case .currentDate: ["let now = Date()", "Date.now"]
        case .globalClock: ["ContinuousClock().now", "let clock: SuspendingClock"]
        case .calendar: ["Calendar.current"]
        case .timeZone: ["let zone = TimeZone.current", "TimeZone(identifier: \"UTC\")"]
        case .dateComponents: ["var components = DateComponents()", "func next(_ parts: Foundation.DateComponents)"]
        case .dateFormatter: ["DateFormatter()"]
        case .isoDateFormatter: ["let formatter: ISO8601DateFormatter"]
        case .print: ["print(1)", "Swift.print(1)", "debugPrint(1)"]
        }
    }

    @Test(arguments: [
        "// Task { try! print(1) }", "/* fatalError() /* nested */ Date() */", "let text = \"Task { fatalError() }\"",
        "group.addTask { }", "Task.isCancelled", "let task: Task<Void, Never>?", "func run() -> Task<Void, Never> { }",
        "enum Task { case idle }", "try await clock.sleep(until: moment)",
        "try await sleep(until: moment)", "func sleep(until moment: Int) {}",
        "journal.print(1)", "func print(_ text: String) {}", "Date(timeIntervalSince1970: 0)",
        "#\"\"\"\n Task { \"\"\" }\n\"\"\"#", "// the TimeZone of DateComponents", "let text = \"DateFormatter\"",
        "while !isOver, !Task.isCancelled { await Task.yield() }", "while !isOver { step(); await Task.yield() }",
        "zone.timeZone()", "let dateComponents = 1",
    ])
    func harmlessCode_isNotReported(_ source: String) {
        #expect(SourceFacts(of: source).constructs == [])
    }

    @Test func allowance_isNotStale_whileItsFileDoesNotExist() {
        let allowance = Allowance(path: "Sources/Night/Naps/Nap.swift", construct: .print, reason: "a fixture")
        let rule = ForbiddenConstructs(allowances: Allowance.all + [allowance])
        #expect(rule.violations(in: CleanHouse.tree(), manifest: CleanHouse.manifest) == [])
    }

    @Test func allowances_giveAReasonEach() {
        #expect(Allowance.all.filter { $0.reason.isEmpty } == [])
    }
}
