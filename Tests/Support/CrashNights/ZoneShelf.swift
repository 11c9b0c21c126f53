// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// Zones read once each.
final class ZoneShelf {
    private let database: ZoneDatabase
    private var known: [String: ZoneRules] = [:]

    init(directory: String) {
        database = ZoneDatabase(directory: directory)
    }

    func rules(_ zone: String) -> ZoneRules {
        if let rules = known[zone] { return rules }
        let rules = (try? database.rules(for: zone)) ?? .utc
        known[zone] = rules
        return rules
    }
}
