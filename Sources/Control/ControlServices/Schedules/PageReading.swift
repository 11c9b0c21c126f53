// SPDX-License-Identifier: Apache-2.0

/// Reads what a page is made of, and enough to know whether there is another page.
enum PageReading {
    /// More than `limit` entries, or all that there are.
    ///
    /// A store leaves out what it cannot read after it has counted: it may answer with fewer entries than it was asked for,
    /// and have more. So it is asked for twice as many until that brings no other one. `wanted` picks those that belong to the
    /// page.
    nonisolated(nonsending) static func entries<Entry>(
        over limit: Int, wanted: ([Entry]) -> [Entry] = { $0 }, read: (Int) async throws -> [Entry]
    ) async throws -> [Entry] {
        var (asked, known) = (limit + 1, -1)
        while true {
            let found = try await read(asked)
            let entries = wanted(found)
            guard entries.count <= limit, found.count != known else { return entries }
            (known, asked) = (found.count, asked * 2)
        }
    }
}
