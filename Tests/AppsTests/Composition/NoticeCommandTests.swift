// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Scheduling
import SleepModel
import Storage
import Synchronization
import Testing

@testable import Composition
@testable import Household

/// What the household has the owner's command do, by a command that follows a script.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct NoticeCommandTests {
    /// Remembers what it ran for, and ends as it is told.
    private final class Script: NoticeCommand {
        private let outcomes: Mutex<[NoticeCommandOutcome]>
        private let ran = Mutex<[String]>([])

        init(_ outcomes: NoticeCommandOutcome...) { self.outcomes = Mutex(outcomes) }

        var runs: [String] { ran.withLock(\.self) }

        func run(_ notice: Notice, deviceName: String?) async -> NoticeCommandOutcome {
            ran.withLock { $0.append("\(notice.number) \(deviceName ?? "-") \(notice.kind.rawValue)") }
            return outcomes.withLock { $0.isEmpty ? .done : $0.removeFirst() }
        }
    }

    /// Never ends by itself.
    private struct Endless: NoticeCommand {
        func run(_ notice: Notice, deviceName: String?) async -> NoticeCommandOutcome {
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return .cancelled
        }
    }

    private func powerLoss(_ house: House, after hours: Int = 0) -> LogEntry {
        LogEntry(
            at: House.noon + .seconds(3600 * hours), device: house.address, kind: .daemon, outcome: .restarted,
            actor: .daemon)
    }

    @Test func command_runs_onceForEachNotice() async throws {
        let script = Script()
        let house = try await House(noticeCommand: script)
        try await house.run { () async throws -> Void in
            await house.night.log.write(powerLoss(house), powerLoss(house))
            try await house.until { script.runs.count == 1 }
            await house.night.log.write(powerLoss(house, after: 5))
            try await house.until { script.runs.count == 2 }
        }
        #expect(script.runs == ["1 nursery device-power-lost", "2 nursery device-power-lost"])
    }

    @Test func alarm_ringsInTime_whileTheNoticeCommandRuns() async throws {
        let house = try await House(noticeCommand: Endless())
        try await house.run { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:10", sound: "bird"))
            try await house.until { house.night.timekeeper.trust.isTrusted }
            for hours in 0..<50 { await house.night.log.write(powerLoss(house, after: 2 * hours)) }
            house.clock.advance(by: .seconds(600))
            try await house.until { house.commands.contains("SI01") }
            #expect(house.clock.now().wall == House.noon + .seconds(600))
        }
    }

    @Test func failure_isLoggedOnce_untilTheCommandWorksAgain_andIsNoNotice() async throws {
        let script = Script(.failed("failed"), .failed("failed again"), .done, .failed("failed later"))
        let house = try await House(noticeCommand: script)
        try await house.run { () async throws -> Void in
            for number in 1...4 {
                await house.night.log.write(powerLoss(house, after: 2 * number))
                try await house.until { script.runs.count == number }
            }
            func failures() async throws -> [String?] {
                try await house.store.entries(since: nil, device: nil, limit: 100).filter { $0.outcome == .failed }
                    .map(\.name)
            }
            try await house.until { try await failures().count == 2 }
            #expect(try await failures() == ["notice command failed", "notice command failed later"])
        }
        #expect(script.runs.count == 4)
        #expect(house.night.notices.all.map(\.kind) == Array(repeating: .powerLost, count: 4))
    }
}
