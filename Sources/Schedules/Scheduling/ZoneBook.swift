// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Synchronization

/// The zones of schedules; each is read once until the zone data changes.
public final class ZoneBook: Sendable {
    private struct State {
        var host: ZoneRules
        var zones: [String: ZoneRules] = [:]
        var version: String?
        var changeCount = 0
    }

    private let database: ZoneDatabase
    private let hostZone: (@Sendable () -> String?)?
    private let state: Mutex<State>

    /// Reads zones from `database`; schedules without a zone of their own use `host`.
    public init(database: ZoneDatabase, host: ZoneRules) {
        self.database = database
        hostZone = nil
        state = Mutex(State(host: host, version: database.version))
    }

    /// Reads zones from `database`; schedules without a zone of their own follow the host's, or UTC while the host's
    /// cannot be read.
    public convenience init(followingHostOf database: ZoneDatabase) {
        self.init(database: database) { database.hostZoneIdentifier() }
    }

    /// Follows a host whose zone `hostZone` looks up.
    package init(database: ZoneDatabase, hostZone: @escaping @Sendable () -> String?) {
        self.database = database
        self.hostZone = hostZone
        state = Mutex(State(host: .utc, version: database.version))
        _ = followHost()
    }

    /// The version of the zone data, if it has one.
    public var version: String? { state.withLock { $0.version } }

    /// How often the host's zone or the zone data has changed; what was planned under another count is planned anew.
    public var changeCount: Int { state.withLock { $0.changeCount } }

    /// Looks up the host's zone; returns its name if it has changed.
    public func followHost() -> String? {
        guard let identifier = hostZone?() else { return nil }
        return state.withLock { state in
            guard identifier != state.host.identifier, let rules = try? database.rules(for: identifier) else {
                return nil
            }
            state.host = rules
            state.changeCount += 1
            return identifier
        }
    }

    /// Reads the zone data anew and returns what has changed.
    ///
    /// A zone that cannot be read any more keeps its rules. This always counts as a change, because a zone that was
    /// missing may be there now.
    public func reload() -> ZoneReload {
        state.withLock { state in
            state.changeCount += 1
            let before = state.version
            state.version = database.version
            var reload = ZoneReload(version: state.version, isOtherVersion: state.version != before)
            state.host = reread(state.host, into: &reload)
            for (identifier, rules) in state.zones { state.zones[identifier] = reread(rules, into: &reload) }
            return reload
        }
    }

    private func reread(_ rules: ZoneRules, into reload: inout ZoneReload) -> ZoneRules {
        do {
            let reread = try database.rules(for: rules.identifier)
            if reread != rules { reload.changed[rules.identifier] = rules }
            return reread
        } catch {
            // The rules of UTC do not come from the data, so they hold without it.
            if rules != .utc { reload.unreadable[rules.identifier] = error }
            return rules
        }
    }

    /// The rules of a zone, or of the host's zone for nil; throws when there is no such zone.
    public func rules(for identifier: String?) throws(ZoneError) -> ZoneRules {
        // Reads under the lock: rules from before a reload must not be kept after it.
        try state.withLock { state throws(ZoneError) in
            guard let identifier else { return state.host }
            if let known = state.zones[identifier] { return known }
            let rules = try database.rules(for: identifier)
            state.zones[identifier] = rules
            return rules
        }
    }

    /// The rules a schedule runs by.
    ///
    /// If the zone existed when the schedule was made and is gone now, the host's zone takes its place: an alarm at a
    /// doubtful time is better than none.
    public func rules(of identifier: String?) -> ZoneRules {
        (try? rules(for: identifier)) ?? state.withLock { $0.host }
    }
}

/// What a new reading of the zone data found.
public struct ZoneReload: Hashable, Sendable {
    /// The version of the data, if it has one.
    public var version: String?
    /// Whether the version has changed.
    public var isOtherVersion: Bool
    /// The zones in use whose rules have changed, with those they had.
    public var changed: [String: ZoneRules] = [:]
    /// The zones in use that cannot be read any more, and why; they keep their last rules.
    public var unreadable: [String: ZoneError] = [:]
}
