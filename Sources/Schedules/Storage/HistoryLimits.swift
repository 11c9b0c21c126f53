// SPDX-License-Identifier: Apache-2.0

/// How much history a store keeps and returns: numbers of entries, not times, so that a wrong clock drops nothing.
package struct HistoryLimits: Sendable {
    /// The newest entries of the ledger that are always kept.
    package var ledger: Int
    /// The newest entries of the log that are always kept.
    package var log: Int
    /// How many more entries of either may exist before the surplus is dropped at once.
    package var slack: Int

    /// The limits of every store, unless a test asks for others.
    package init(ledger: Int = 100_000, log: Int = 100_000, slack: Int = 1000) {
        self.ledger = ledger
        self.log = log
        self.slack = slack
    }

    /// The nearest number of records that one question may ask for.
    package static func records(_ limit: Int) -> Int { min(max(limit, 1), 100_000) }

    /// The nearest number of log entries that one question may ask for.
    package static func entries(_ limit: Int) -> Int { min(max(limit, 1), 10_000) }
}
