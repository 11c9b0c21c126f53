// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Synchronization

/// The zones schedules are kept in, read once each.
public final class ZoneBook: Sendable {
    private let database: ZoneDatabase
    private let host: Mutex<ZoneRules>
    private let followsHost: Bool
    private let cache = Mutex<[String: ZoneRules]>([:])

    /// The version of the zone data, where it says.
    public let version: String?

    /// Reads zones from `database`; schedules without a zone of their own are kept in `host`.
    public init(database: ZoneDatabase, host: ZoneRules) {
        self.database = database
        self.host = Mutex(host)
        followsHost = false
        version = database.version
    }

    /// Reads zones from `database`; schedules without a zone of their own follow the host's, which is UTC as long as it
    /// cannot be read.
    public init(followingHostOf database: ZoneDatabase) {
        self.database = database
        host = Mutex(.utc)
        followsHost = true
        version = database.version
        _ = followHost()
    }

    /// Looks which zone the host is in now; returns its name if it is another one than before.
    public func followHost() -> String? {
        guard followsHost, let identifier = database.hostZoneIdentifier(), identifier != hostRules.identifier,
            let rules = try? database.rules(for: identifier)
        else { return nil }
        host.withLock { $0 = rules }
        return identifier
    }

    private var hostRules: ZoneRules { host.withLock { $0 } }

    /// The rules of a zone, or of the host's for nil; throws when there is no such zone.
    public func rules(for identifier: String?) throws(ZoneError) -> ZoneRules {
        guard let identifier else { return hostRules }
        if let known = cache.withLock({ $0[identifier] }) { return known }
        let rules = try database.rules(for: identifier)
        cache.withLock { $0[identifier] = rules }
        return rules
    }

    /// The rules a schedule runs by.
    ///
    /// A zone that was there when the schedule was made and is gone now falls back to the host's: an alarm at a
    /// doubtful time is better than none.
    public func rules(of identifier: String?) -> ZoneRules {
        (try? rules(for: identifier)) ?? hostRules
    }
}
