// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments

/// Asks for a page of the history.
public struct LogPageQuery: Hashable, QueryRequest {
    /// How many lines a page may have.
    public static let sizes = 1...1000
    /// How many lines a page has unless somebody asks for another size.
    public static let usualSize = 100

    /// The items that there may be.
    public static let parameters = [
        QueryParameter("device"), QueryParameter("limit", .integer, within: sizes), QueryParameter("cursor"),
    ]

    /// Which device; nil for all.
    public var device: String?
    /// How many lines at most, 1 to 1000.
    public var limit: Int
    /// The `next` of the page before; nil for the newest lines.
    public var cursor: String?

    /// Makes a query.
    public init(device: String? = nil, limit: Int = usualSize, cursor: String? = nil) {
        self.device = device
        self.limit = limit
        self.cursor = cursor
    }

    /// Reads the items `device`, `limit` and `cursor`.
    public init(query: [String: String]) throws(ControlError) {
        device = query["device"]
        limit =
            try query.number("limit", "a number of lines", advice: "Give a number from 1 to 1000.") ?? Self.usualSize
        cursor = query["cursor"]
    }

    /// The items to send.
    public var query: [String: String] {
        var items = ["limit": String(limit)]
        items["device"] = device
        items["cursor"] = cursor
        return items
    }
}

/// A page of the history: the newest lines first, in the order in which they were written.
public struct LogPageDocument: Hashable, Codable, Sendable {
    /// The lines.
    public var lines: [LogDocument]
    /// The `cursor` of the next page, with what is older; null on the last one.
    ///
    /// It stays valid while lines are added.
    @NullWhenAbsent public var next: String?

    /// Makes a page.
    public init(lines: [LogDocument], next: String?) {
        self.lines = lines
        self.next = next
    }
}
