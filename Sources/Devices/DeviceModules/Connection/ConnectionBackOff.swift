// SPDX-License-Identifier: Apache-2.0

/// How long to wait after failed attempts to connect.
///
/// Two seconds, then three times as long each time, up to a minute, each varied between half and one and a half: units
/// that are tried in step keep each other from connecting for minutes (DavidSchinazi/hatch_rest_homeassistant).
struct ConnectionBackOff: Hashable, Sendable {
    private static let first = Duration.seconds(2)
    private static let longest = Duration.seconds(60)

    /// How many attempts failed in a row.
    private(set) var failures = 0
    /// The boot reading at which the next attempt is due; nil when nothing failed.
    private(set) var until: Duration?

    /// Notes a failure; `jitter` is a number from 0 up to 1.
    mutating func failed(at boot: Duration, jitter: Double) {
        var pause = Self.first
        for _ in 0..<min(failures, 8) { pause = min(pause * 3, Self.longest) }
        failures += 1
        until = boot + pause * (0.5 + min(max(jitter, 0), 1))
    }

    /// Notes a success, or that the device was heard.
    mutating func succeeded() {
        self = ConnectionBackOff()
    }

    /// How long the next attempt still waits.
    func remaining(at boot: Duration) -> Duration {
        until.map { max(.zero, $0 - boot) } ?? .zero
    }
}
