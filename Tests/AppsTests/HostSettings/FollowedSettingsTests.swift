// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Household
import Logging
import SleepModel
import Synchronization
import Testing

@testable import Composition

/// What follows a setting while the daemon runs.
@Suite(.timeLimit(.minutes(1)))
struct FollowedSettingsTests {
    /// A program that remembers what it was run for.
    private final class Program: NoticeCommand {
        private let runs = Mutex(0)

        var count: Int { runs.withLock(\.self) }

        func run(_ notice: Notice, deviceName: String?) async -> NoticeCommandOutcome {
            runs.withLock { $0 += 1 }
            return .done
        }
    }

    /// A handler that remembers the messages it was given.
    private final class Lines: Sendable {
        private let texts = Mutex<[String]>([])

        var all: [String] { texts.withLock(\.self) }

        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var logLevel = Logger.Level.critical
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.add("\(event.message)") }
    }

    private let notice = Notice(
        number: 1, at: Instant(secondsSince1970: 1_800_014_400), kind: .powerLost, grade: .warning,
        device: MacAddress(rawValue: "DC:06:41:00:00:01"), message: "nursery lost its power.", advice: "Check its plug."
    )

    @Test func noticeCommand_isTheLastOneThatWasSet() async {
        let (first, second) = (Program(), Program())
        let command = ReplaceableNoticeCommand(first)
        _ = await command.run(notice, deviceName: nil)
        command.replace(by: second)
        _ = await command.run(notice, deviceName: nil)
        _ = await command.run(notice, deviceName: nil)
        command.replace(by: nil)
        #expect(await command.run(notice, deviceName: nil) == .done)
        #expect([first.count, second.count] == [1, 2])
    }

    @Test func loggers_followTheThreshold_alsoThoseThatAreThere() {
        let (lines, threshold) = (Lines(), LogThreshold(.notice))
        let logger = Logger(label: "test") { _ in AdjustableLogHandler(Handler(lines: lines), threshold: threshold) }
        logger.info("first")
        threshold.level = .info
        logger.info("second")
        threshold.level = .error
        logger.warning("third")
        #expect(lines.all == ["second"])
    }

    @Test func logger_keepsALevelOfItsOwn() {
        let (lines, threshold) = (Lines(), LogThreshold(.error))
        var logger = Logger(label: "test") { _ in AdjustableLogHandler(Handler(lines: lines), threshold: threshold) }
        logger.logLevel = .debug
        logger.debug("first")
        threshold.level = .critical
        logger.debug("second")
        #expect(lines.all == ["first", "second"])
    }
}
