// SPDX-License-Identifier: Apache-2.0

/// Asks for the plan.
public struct NextQuery: Hashable, QueryRequest {
    /// The items that there may be.
    public static let parameters = [
        QueryParameter("days", .integer, within: 1...366), QueryParameter("device"),
        QueryParameter("skipped", .boolean),
    ]

    /// How many days ahead, 1 to 366.
    public var days: Int
    /// Which device or group; nil for all devices.
    public var device: String?
    /// Whether also for what somebody skipped, marked as such.
    public var skipped: Bool

    /// Makes a query.
    public init(days: Int, device: String? = nil, skipped: Bool = false) {
        self.days = days
        self.device = device
        self.skipped = skipped
    }

    /// Reads the items `days`, 1 when it is absent, `device`, and `skipped`, false when it is absent.
    public init(query: [String: String]) throws(ControlError) {
        days = try query.number("days", "a number of days", advice: "Give a number from 1 to 366.") ?? 1
        device = query["device"]
        skipped = try query.flag("skipped")
    }

    /// The items to send.
    public var query: [String: String] {
        var items = ["days": String(days)]
        items["device"] = device
        if skipped { items["skipped"] = "true" }
        return items
    }
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
