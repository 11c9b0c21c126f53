// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel
import Testing

/// How often a connection is tried, and for how long.
struct ConnectionAttemptsTests {
    private static let failure = GATTError(.connectionFailed, "No.", advice: "Do.")
    private let rest: MacAddress

    init() throws {
        rest = try #require(MacAddress(rawValue: "DC:06:41:DC:1A:B4"))
    }

    @Test func attempts_shareOneBudget() {
        var attempts = ConnectionAttempts(to: rest, at: .seconds(100))
        #expect(attempts.timeLeft(at: .seconds(100)) == .seconds(45))
        #expect(attempts.failed(Self.failure, at: .seconds(120)) == .pause(.milliseconds(250)))
        #expect(attempts.timeLeft(at: .milliseconds(120_250)) == .milliseconds(24_750))
        #expect(attempts.failed(Self.failure, at: .seconds(140)) == .pause(.seconds(1)))
        #expect(attempts.timeLeft(at: .seconds(141)) == .seconds(4))
        #expect(
            attempts.failed(Self.failure, at: .seconds(145))
                == .fail(
                    GATTError(
                        .connectionFailed, "Lull cannot connect to DC:06:41:DC:1A:B4: No.", advice: "Do.")))
        #expect(attempts.timeLeft(at: .seconds(146)) == .zero)
    }

    @Test func attempts_goOn_whileThereIsTime() {
        var attempts = ConnectionAttempts(to: rest, at: .zero)
        var (now, count) = (Duration.zero, 1)
        while case .pause(let pause) = attempts.failed(Self.failure, at: now) {
            count += 1
            now += pause
        }
        // After 0.25, 1, and then every 4 seconds.
        #expect(count == 13)
        #expect(now == .milliseconds(41_250))
    }

    @Test func pause_isLonger_whenTheAdapterHasNoRoom() {
        var attempts = ConnectionAttempts(to: rest, at: .zero)
        let full = GATTError(.noRoom, "Full.", advice: "Do.")
        #expect(attempts.failed(full, at: .seconds(1)) == .pause(.seconds(4)))
        #expect(
            attempts.failed(full, at: .seconds(44))
                == .fail(GATTError(.noRoom, "Lull cannot connect to DC:06:41:DC:1A:B4: Full.", advice: "Do.")))
    }

    @Test(
        arguments: [
            .unavailable, .notAllowed, .needsBond, .addressChanges, .noSuchCharacteristic, .protocolViolation,
            .attributeError, .timedOut, .cancelled,
        ] as [GATTError.Code])
    func failure_isFinal_whenAnotherAttemptIsOfNoUse(code: GATTError.Code) {
        var attempts = ConnectionAttempts(to: rest, at: .zero)
        let error = GATTError(code, "No.")
        #expect(attempts.failed(error, at: .seconds(1)) == .fail(error))
    }
}
