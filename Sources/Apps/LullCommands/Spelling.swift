// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Finds what somebody may have meant.
enum Spelling {
    /// The names that are spelled most like `text`, up to five; none if no name is near.
    ///
    /// A name that `text` begins with, or that begins with it, is nearer than any other.
    static func nearest(to text: String, in names: [String]) -> [String] {
        let wanted = Array(text.lowercased().prefix(60))
        let begun = names.filter { name in
            name.lowercased().hasPrefix(String(wanted)) || String(wanted).hasPrefix(name.lowercased())
        }
        if !wanted.isEmpty, !begun.isEmpty { return begun.sorted().prefix(5).map(\.self) }
        let ranked = names.map { (name: $0, distance: wanted.edits(to: $0.lowercased())) }
        let least = ranked.map(\.distance).min() ?? .max
        guard least <= max(wanted.count * 2 / 3, 1) else { return [] }
        return ranked.filter { $0.distance == least }.map(\.name).sorted().prefix(5).map(\.self)
    }
}
