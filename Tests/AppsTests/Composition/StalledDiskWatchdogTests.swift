// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import Logging
import SleepModel
import StoreDoubles
import Testing

@testable import Composition
@testable import Household

/// What a service manager hears of a daemon whose disk does not answer.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct StalledDiskWatchdogTests {
    /// What a service manager heard.
    private struct Heard {
        let receiver: NotifyReceiver
        private(set) var status = ""
        private(set) var signsOfLife = 0

        init(_ receiver: NotifyReceiver) {
            self.receiver = receiver
        }

        /// Hears what was said since the last time; the kernel holds few messages.
        mutating func hear() {
            while let message = receiver.next() {
                for line in message.split(separator: "\n") {
                    if line.hasPrefix("STATUS=") { status = String(line.dropFirst("STATUS=".count)) }
                    if line == "WATCHDOG=1" { signsOfLife += 1 }
                }
            }
        }
    }

    private static let watchdog = Duration.seconds(20)

    private func withDaemon(
        _ body: @escaping @MainActor @Sendable (House, StoreDouble, NotifyReceiver) async throws -> Void
    ) async throws {
        let disk = StoreDouble()
        let house = try await House(store: disk, storePatience: .seconds(5))
        let scratch = try Scratch()
        let receiver = try NotifyReceiver(path: scratch.path("notify"))
        let environment = try ServiceEnvironment(
            ["NOTIFY_SOCKET": scratch.path("notify"), "WATCHDOG_USEC": "20000000"], process: 1)
        let listening = OneShot<Void>()
        listening.set()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let made = await ServiceReporter(to: environment, of: house.composed, listening: listening, logger: logger)
        let reporter = try #require(made)
        try await house.live { () async throws -> Void in
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:01", days: "daily"))
        } _: {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await reporter.run() }
                try await body(house, disk, receiver)
                group.cancelAll()
            }
        }
    }

    @Test func daemon_isDegradedAndLives_whileItRingsAndItsDiskDoesNotAnswer() async throws {
        try await withDaemon { house, disk, receiver in
            var heard = Heard(receiver)
            try await house.wait(.seconds(30))
            heard.hear()
            #expect(heard.status == "1 device; the radio listens; next alarm “up” 2027-01-15 12:01")
            await disk.hold()
            try await house.wait(.seconds(60))
            heard.hear()
            for _ in 0..<6 {
                #expect(house.commands.contains("SI01"))
                #expect(try await house.control.perform(Endpoints.alarms).map(\.phase) == [.ringing])
                let before = heard.signsOfLife
                try await house.wait(Self.watchdog)
                heard.hear()
                // Without one for so long, the service manager ends the daemon, and the ring with it.
                #expect(heard.signsOfLife > before)
                #expect(heard.status.hasPrefix("degraded: "), "\(heard.status)")
            }
            await disk.release()
            try await house.wait(.seconds(60))
            heard.hear()
            #expect(heard.status == "1 device; the radio listens; next alarm “up” 2027-01-16 12:01")
        }
    }
}
