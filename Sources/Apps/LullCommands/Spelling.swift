// SPDX-License-Identifier: Apache-2.0

/// Finds what somebody may have meant.
enum Spelling {
    /// The names that are spelled most like `text`, up to five; none if no name is near.
    ///
    /// A name that `text` begins with, or that begins with it, is nearer than any other.
    static func nearest(to text: String, in names: [String]) -> [String] {
        let wanted = Array(text.lowercased().prefix(60))
        let begun = names.map { $0.lowercased() }.filter { name in
            name.hasPrefix(String(wanted)) || String(wanted).hasPrefix(name)
        }
        if !wanted.isEmpty, !begun.isEmpty { return begun.sorted().prefix(5).map(\.self) }
        let ranked = names.map { (name: $0, distance: distance(wanted, Array($0.lowercased()))) }
        let least = ranked.map(\.distance).min() ?? .max
        guard least <= max(wanted.count * 2 / 3, 1) else { return [] }
        return ranked.filter { $0.distance == least }.map(\.name).sorted().prefix(5).map(\.self)
    }

    /// How many characters have to be added, left out or replaced to get from one text to the other.
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (line, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in right.indices {
                let change = diagonal + (character == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row.last ?? left.count
    }
}
