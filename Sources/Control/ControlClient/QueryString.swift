// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// Writes the items of a query.
enum QueryString {
    /// `?name=value&…`, sorted by name, or nothing if there are no items.
    static func encode(_ items: [String: String]) -> String {
        guard !items.isEmpty else { return "" }
        let pairs = items.sorted { $0.key < $1.key }.map {
            PercentEncoding.encode($0.key) + "=" + PercentEncoding.encode($0.value)
        }
        return "?" + pairs.joined(separator: "&")
    }
}
