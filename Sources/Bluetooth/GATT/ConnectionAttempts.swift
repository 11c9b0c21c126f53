// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// Decides how often to try a connection: all attempts and pauses share one budget.
public struct ConnectionAttempts: Hashable, Sendable {
    /// What follows a failed attempt.
    public enum Step: Hashable, Sendable {
        /// Wait that long, then try again.
        case pause(Duration)
        /// Give up.
        case fail(GATTError)
    }

    /// How long all attempts together may take: as long as somebody waits for a command.
    public static let budget = Duration.seconds(45)
    /// The pauses after failed attempts; the last one again after each further one.
    ///
    /// The first is that of Bluetooth-Devices/bleak-retry-connector.
    public static let pauses: [Duration] = [.milliseconds(250), .seconds(1), .seconds(4)]
    /// The pause after an attempt for which the adapter had no room (source: as above).
    public static let roomPause = Duration.seconds(4)
    /// With less than that left, another attempt is not worth it.
    private static let shortestAttempt = Duration.seconds(1)

    private let address: MacAddress
    private let end: Duration
    private var failures = 0

    /// Begins at the boot time `now`.
    public init(to address: MacAddress, at now: Duration, budget: Duration = budget) {
        self.address = address
        end = now + budget
    }

    /// How long an attempt that begins now may take.
    public func timeLeft(at now: Duration) -> Duration { max(end - now, .zero) }

    /// An attempt failed.
    public mutating func failed(_ error: GATTError, at now: Duration) -> Step {
        guard error.code.isTransient else { return .fail(error) }
        let pause = error.code == .noRoom ? Self.roomPause : Self.pauses[min(failures, Self.pauses.count - 1)]
        failures += 1
        guard end - now >= pause + Self.shortestAttempt else {
            let code = error.code == .noRoom ? error.code : .connectionFailed
            return .fail(
                GATTError(code, "Lull cannot connect to \(address): \(error.message)", advice: error.advice))
        }
        return .pause(pause)
    }
}
