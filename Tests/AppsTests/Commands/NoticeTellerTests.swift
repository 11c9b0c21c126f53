// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import Foundation
import SleepModel
import Synchronization
import Testing
import Waiting

@testable import LullCommands

/// Telling the owner's program the notices of a daemon that comes and goes.
@Suite(.timeLimit(.minutes(1)))
struct NoticeTellerTests {
    private static let noon = Instant(secondsSince1970: 1_800_014_400)

    private let clock = ManualClock(wall: noon)
    private let daemon = ScriptedDaemon()
    private let story = Story()
    private let file = FileManager.default.temporaryDirectory.appending(path: "lull-told-\(UUID())").path

    private static func notice(_ number: Int, _ grade: NoticeGrade = .warning) -> NoticeDocument {
        NoticeDocument(
            Notice(
                number: number, at: noon + .seconds(number), kind: .powerLost, grade: grade, message: "It happened.",
                advice: "Look."),
            device: nil)
    }

    /// What happened, in order.
    private final class Story: Sendable {
        private let lines = Mutex<[String]>([])

        func add(_ line: String) { lines.withLock { $0.append(line) } }

        func reads(_ expected: [String]) async { await eventually { lines.withLock { $0 == expected } } }
    }

    /// A daemon with notices, whose events a test sends.
    private final class ScriptedDaemon: ControlService {
        private struct State {
            var notices: [NoticeDocument] = []
            var stream: AsyncThrowingStream<EventMessage, any Error>.Continuation?
            var streams = 0
            var isAsked = false
            var isAway = false
        }

        private static let gone = ControlError(.daemonUnreachable, "Gone.", advice: "Wait.")
        private let state = Mutex(State())

        /// How many streams there were, each counted once the notices have been asked for after it.
        var streams: Int { state.withLock { $0.isAsked ? $0.streams : $0.streams - 1 } }

        func has(_ notices: [NoticeDocument]) { state.withLock { $0.notices = notices } }

        func tells(_ event: EventKind) {
            state.withLock { _ = $0.stream?.yield(.event(EventDocument(at: noon, event: event))) }
        }

        func isAway(_ isAway: Bool) {
            let stream = state.withLock { state in
                state.isAway = isAway
                return state.stream
            }
            if isAway { stream?.finish(throwing: Self.gone) }
        }

        func perform<Request, Reply>(
            _ endpoint: Endpoint<Request, Reply>, _ request: Request
        ) async throws(ControlError) -> Reply {
            let (notices, isAway) = state.withLock { state in
                state.isAsked = state.isAsked || !state.isAway
                return (state.notices, state.isAway)
            }
            guard !isAway, let reply = notices as? Reply else { throw Self.gone }
            return reply
        }

        func events(
            _ query: DeviceChoice, after identifier: String?
        ) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error> {
            let stream: AsyncThrowingStream<EventMessage, any Error>? = state.withLock { state in
                guard !state.isAway else { return nil }
                let (stream, continuation) = AsyncThrowingStream.makeStream(of: EventMessage.self)
                (state.stream, state.streams, state.isAsked) = (continuation, state.streams + 1, false)
                return stream
            }
            guard let stream else { throw Self.gone }
            return stream
        }
    }

    /// Follows the daemon while `body` runs.
    private func following(
        remembering: Bool = false, tell: NoticeTeller.Tell? = nil, _ body: () async throws -> Void
    ) async throws {
        let teller = try NoticeTeller(
            file: remembering ? ToldNoticesFile(file) : nil,
            complain: { [story] in story.add($0) },
            tell: tell ?? { [story] notice in
                story.add("\(notice.id)")
                return nil
            })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [daemon, clock] in try await teller.follow(daemon, on: clock) }
            try await body()
            group.cancelAll()
        }
    }

    private func untilFollowed(by streams: Int = 1) async {
        await eventually { daemon.streams == streams }
    }

    @Test func notice_isTold_onceAndWhenItComes() async throws {
        try await following {
            await untilFollowed()
            daemon.has([Self.notice(1)])
            daemon.tells(.notice)
            await story.reads(["1"])
            daemon.has([Self.notice(1), Self.notice(2)])
            daemon.tells(.notice)
            await story.reads(["1", "2"])
        }
    }

    @Test func notice_thatWasThereBefore_countsAsTold() async throws {
        daemon.has([Self.notice(1)])
        try await following {
            await untilFollowed()
            daemon.has([Self.notice(1), Self.notice(2)])
            daemon.tells(.notice)
            await story.reads(["2"])
        }
    }

    /// The event itself may be among those that a slow reader loses.
    @Test(arguments: [EventKind.dropped, .snapshot])
    func notice_isTold_whenItsEventWasLost(_ event: EventKind) async throws {
        try await following {
            await untilFollowed()
            daemon.has([Self.notice(1)])
            daemon.tells(event)
            await story.reads(["1"])
        }
    }

    @Test func notice_isTold_thatCameWhileTheDaemonWasAway() async throws {
        try await following {
            await untilFollowed()
            daemon.isAway(true)
            await clock.waitForSleeper(within: EventFollower.firstPause)
            daemon.has([Self.notice(1)])
            daemon.isAway(false)
            clock.advance(by: EventFollower.firstPause)
            await story.reads(["lull: the daemon does not answer any more; watching goes on when it is back.", "1"])
        }
    }

    @Test func daemon_isWaitedFor_atTheBeginning() async throws {
        daemon.isAway(true)
        try await following {
            await clock.waitForSleeper(within: EventFollower.firstPause)
            daemon.isAway(false)
            clock.advance(by: EventFollower.firstPause)
            await untilFollowed()
            daemon.has([Self.notice(1)])
            daemon.tells(.notice)
            await story.reads(["lull: the daemon does not answer; watching begins when it does.", "1"])
        }
    }

    @Test func notice_isToldOnce_alsoAfterARestart_thatLosesNone() async throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await following(remembering: true) {
            await untilFollowed()
            daemon.has([Self.notice(1)])
            daemon.tells(.notice)
            await story.reads(["1"])
        }
        daemon.has([Self.notice(1), Self.notice(2)])
        try await following(remembering: true) { await story.reads(["1", "2"]) }
    }

    /// Whoever is stopped in the middle has not told it.
    @Test func notice_isToldAgain_whenTheProgramWasStoppedWithTheClient() async throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try ToldNoticesFile(file).write(ToldNotices())
        daemon.has([Self.notice(1)])
        try await following(
            remembering: true,
            tell: { [story, clock] _ in
                story.add("begins")
                try await clock.sleep(for: .seconds(5))
                return nil
            }, { await story.reads(["begins"]) })
        try await following(remembering: true) { await story.reads(["begins", "1"]) }
    }

    @Test func alarm_isToldNext_whenItComesWhileOthersWait() async throws {
        try ToldNoticesFile(file).write(ToldNotices())
        defer { try? FileManager.default.removeItem(atPath: file) }
        daemon.has([Self.notice(1), Self.notice(2)])
        try await following(
            remembering: true,
            tell: { [story, daemon] notice in
                story.add("\(notice.id)")
                daemon.has([Self.notice(1), Self.notice(2), Self.notice(3, .alarm)])
                return nil
            }, { await story.reads(["1", "3", "2"]) })
    }

    @Test func failure_isSaid_andTheNextNoticeComes() async throws {
        try await following(
            tell: { notice in notice.id == 1 ? "failed with the exit code 3" : nil },
            {
                await untilFollowed()
                daemon.has([Self.notice(1), Self.notice(2)])
                daemon.tells(.notice)
                await story.reads(["lull: the program for notice 1 failed with the exit code 3."])
            })
    }

    @Test func memory_thatCannotBeWritten_isSaidOnce_andNoticesAreToldAllTheSame() async throws {
        let teller = try NoticeTeller(
            file: ToldNoticesFile("/nonexistent/told"), complain: { [story] in story.add($0) },
            tell: { [story] notice in
                story.add("\(notice.id)")
                return nil
            })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [daemon, clock] in try await teller.follow(daemon, on: clock) }
            await untilFollowed()
            let complaint =
                "lull: “/nonexistent/told” cannot be written. Check that its directory exists and the disk has room."
            await story.reads([complaint])
            daemon.has([Self.notice(1)])
            daemon.tells(.notice)
            await story.reads([complaint, "1"])
            group.cancelAll()
        }
    }

    @Test func memory_isRefused_whenItHoldsSomethingElse() throws {
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data("something".utf8).write(to: URL(filePath: file))
        let error = #expect(throws: ControlError.self) {
            try NoticeTeller(file: ToldNoticesFile(file), complain: { _ in }, tell: { _ in nil })
        }
        #expect(error?.code == .badData)
    }
}
