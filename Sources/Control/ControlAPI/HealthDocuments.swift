// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments

/// How well something is.
public enum HealthStatus: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
    /// Nothing is wrong.
    case ok
    /// Something is wrong, and alarms ring all the same.
    case degraded
    /// No alarm can ring now.
    case failing

    /// From the best to the worst.
    public static func < (one: HealthStatus, other: HealthStatus) -> Bool {
        allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
    }
}

/// What is looked at.
public enum HealthSubject: String, Hashable, Codable, Sendable, CaseIterable {
    /// Whether schedules run. `failing` until everything scheduled has followed the clock once, which a clock that looks
    /// wrong puts off.
    case schedules
    /// Whether the loops of the night look at the clock within five seconds. `failing` when one does not, as what is
    /// scheduled there does not ring. They are asked only once schedules run.
    case loop
    /// The clock of the host. `failing` while it looks wrong and schedules wait for somebody to set it; `degraded` when
    /// nobody has set it, and alarms ring by it as it is.
    case clock
    /// The state on disk. `degraded` when something cannot be saved: alarms ring first and are saved later.
    case store
    /// Whether devices can be heard. `degraded` when they cannot, as Lull tries again; `failing` when that lasts for five
    /// minutes and no device is connected.
    case radio
    /// Whether devices are in reach; one that has given no sign for five minutes is not. `degraded` when one is not;
    /// `failing` when none is, as no alarm can ring then.
    case devices
}

/// One look at a daemon and its host, as `/v1/health` gives it: with status 200 while alarms can ring, and 503 otherwise.
///
/// A daemon that gives no answer within ten seconds is failing too.
public struct HealthDocument: Hashable, Codable, Sendable, GradedReply {
    /// What was found out about one subject.
    public struct Check: Hashable, Codable, Sendable {
        /// The subject.
        public var name: HealthSubject
        /// How well it is.
        public var status: HealthStatus
        /// What is wrong, in sentences; null if nothing is.
        @NullWhenAbsent public var reason: String?

        /// Makes a check; with a reason only where something is wrong.
        public init(_ name: HealthSubject, _ status: HealthStatus = .ok, reason: String? = nil) {
            self.name = name
            self.status = status
            self.reason = reason
        }
    }

    /// The worst status of all checks.
    public var status: HealthStatus
    /// What was looked at, always in the same order.
    public var checks: [Check]

    /// Sums up checks.
    public init(_ checks: [Check]) {
        status = checks.map(\.status).max() ?? .ok
        self.checks = checks
    }

    /// 200 while alarms can ring, and 503 otherwise.
    public var httpStatus: Int { status == .failing ? 503 : 200 }
}

/// A reply that also chooses the HTTP status.
public protocol GradedReply: Sendable {
    /// The HTTP status.
    var httpStatus: Int { get }
}
