// SPDX-License-Identifier: Apache-2.0

/// From which date on, and up to which, a rule holds.
public struct CivilDateBounds: Hashable, Sendable, Codable {
    /// The first date, or nil for no beginning.
    public var first: CivilDate?
    /// The last date, itself included, or nil for no end; no date is within bounds whose end is before their start.
    public var last: CivilDate?

    /// No bounds at all.
    public static let open = CivilDateBounds()

    /// Creates bounds.
    public init(first: CivilDate? = nil, last: CivilDate? = nil) {
        self.first = first
        self.last = last
    }

    /// Whether the date is within the bounds.
    public func contains(_ date: CivilDate) -> Bool {
        (first.map { $0 <= date } ?? true) && (last.map { date <= $0 } ?? true)
    }
}
