// SPDX-License-Identifier: Apache-2.0

/// Asks when a rule happens.
public struct ExplainQuery: Hashable, QueryRequest {
    /// How many occurrences there may be.
    public static let sizes = 1...1000
    /// How many occurrences there are unless somebody asks for another number.
    public static let usualSize = 10

    /// The items that there may be: those of a `RuleRequest`, `zone`, `from` and `count`.
    public static let parameters =
        ruleItems.map { QueryParameter($0.name) } + [
            QueryParameter("zone"), QueryParameter("from"), QueryParameter("count", .integer, within: sizes),
        ]

    private static let ruleItems: [(name: String, path: WritableKeyPath<RuleRequest, String?> & Sendable)] = [
        ("at", \.at), ("days", \.days), ("date", \.date), ("yearly", \.yearly), ("leapDay", \.leapDay),
        ("fromDate", \.fromDate), ("untilDate", \.untilDate), ("except", \.except), ("notOn", \.notOn),
        ("onlyOn", \.onlyOn), ("gap", \.gap), ("overlap", \.overlap), ("place", \.place), ("earliest", \.earliest),
        ("latest", \.latest), ("fallback", \.fallback),
    ]

    /// The rule; daily by default.
    public var rule: RuleRequest
    /// The zone, as `Europe/Berlin`; nil for the host's.
    public var zone: String?
    /// The moment to start after, as `2027-03-13T00:00:00Z`; nil for now.
    public var from: String?
    /// How many occurrences, 1 to 1000.
    public var count: Int

    /// Makes a query.
    public init(_ rule: RuleRequest, zone: String? = nil, from: String? = nil, count: Int = usualSize) {
        self.rule = rule
        self.zone = zone
        self.from = from
        self.count = count
    }

    /// Reads the items of the rule, `zone`, `from`, and `count`, 10 when it is absent.
    public init(query: [String: String]) throws(ControlError) {
        rule = RuleRequest()
        for (name, path) in Self.ruleItems { rule[keyPath: path] = query[name] }
        (zone, from) = (query["zone"], query["from"])
        count =
            try query.number("count", "a number of occurrences", advice: "Give a number from 1 to 1000.")
            ?? Self.usualSize
    }

    /// The items to send.
    public var query: [String: String] {
        var items = ["count": String(count)]
        for (name, path) in Self.ruleItems { items[name] = rule[keyPath: path] }
        (items["zone"], items["from"]) = (zone, from)
        return items
    }
}
