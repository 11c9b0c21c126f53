// SPDX-License-Identifier: Apache-2.0

/// Asks for the plan.
public struct NextQuery: Hashable, QueryRequest {
    /// The items that there may be.
    public static let parameters = [QueryParameter("days", .integer, within: 1...366)]

    /// How many days ahead, 1 to 366.
    public var days: Int

    /// Makes a query.
    public init(days: Int) {
        self.days = days
    }

    /// Reads the item `days`; 1 when it is absent.
    public init(query: [String: String]) throws(ControlError) {
        days = try query.number("days", "a number of days", advice: "Give a number from 1 to 366.") ?? 1
    }

    /// The items to send.
    public var query: [String: String] { ["days": String(days)] }
}

/// Asks for the history.
public struct LogQuery: Hashable, QueryRequest {
    /// The items that there may be.
    public static let parameters = [QueryParameter("since"), QueryParameter("device")]

    /// Since when: a date of the host's zone or an instant, such as `2027-03-14T07:30:00Z`, or how long ago, such as `12h`;
    /// nil for all.
    public var since: String?
    /// Which device; nil for all.
    public var device: String?

    /// Makes a query.
    public init(since: String?, device: String?) {
        self.since = since
        self.device = device
    }

    /// Reads the items `since` and `device`.
    public init(query: [String: String]) {
        since = query["since"]
        device = query["device"]
    }

    /// The items to send.
    public var query: [String: String] {
        var items: [String: String] = [:]
        items["since"] = since
        items["device"] = device
        return items
    }
}
