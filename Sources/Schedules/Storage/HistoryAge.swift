// SPDX-License-Identifier: Apache-2.0

/// How old history gets before a store drops it.
public struct HistoryAge: Hashable, Sendable {
    /// What somebody can choose, in days.
    public static let days = 7...36_500
    /// How many days the history of occurrences stays, and everything else of the log: two years.
    public static let usualDays = 730
    /// How many days changes of links stay.
    public static let usualLinkDays = 90

    /// How long the ledger and the log keep what happened.
    public var occurrences: Duration
    /// How long the log keeps changes of links.
    public var links: Duration

    /// Keeps history for some days.
    public init(days: Int = usualDays, linkDays: Int = usualLinkDays) {
        occurrences = .seconds(days * 86_400)
        links = .seconds(linkDays * 86_400)
    }
}
