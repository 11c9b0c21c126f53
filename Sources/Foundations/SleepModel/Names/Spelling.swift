// SPDX-License-Identifier: Apache-2.0

/// Finds what somebody may have meant.
public enum Spelling {
    /// As much of a text as is compared: strangers may write anything, and more than this is no name.
    private static let longest = 60
    /// More names than anybody has, and few enough to be compared one by one.
    private static let most = 500

    /// A text as it is compared: in lower case, and without spaces, hyphens and underscores; empty if it is no name.
    public static func folded(_ text: String) -> String {
        guard text.utf8.count <= longest, text.first != " ", text.last != " " else { return "" }
        return text.lowercased().filter { ![" ", "-", "_"].contains($0) }
    }

    /// The names that are spelled most like `text`, up to five; none if no name is near.
    ///
    /// A name that `text` begins with, or that begins with it, is nearer than any other.
    public static func nearest(to text: String, in names: [String]) -> [String] {
        let wanted = compared(text)
        guard !wanted.isEmpty else { return [] }
        let candidates = names.prefix(most).map { (name: $0, text: compared($0)) }
        let begun = candidates.filter {
            $0.text.starts(with: wanted) || wanted.starts(with: $0.text) && !$0.text.isEmpty
        }
        if !begun.isEmpty { return Set(begun.map(\.name)).sorted().prefix(5).map(\.self) }
        let ranked = candidates.map { (name: $0.name, distance: wanted.edits(to: $0.text)) }
        let least = ranked.map(\.distance).min() ?? .max
        guard least <= max(wanted.count / 3, 1) else { return [] }
        return Set(ranked.filter { $0.distance == least }.map(\.name)).sorted().prefix(5).map(\.self)
    }

    /// Asks whether the nearest of some names was meant, for example `Did you mean “rain”?`; nil if none is near.
    public static func question(for text: String, among names: [String]) -> String? {
        let near = nearest(to: text, in: names).map { "“\($0.printable)”" }
        return near.isEmpty ? nil : "Did you mean \(near.joined(separator: " or "))?"
    }

    private static func compared(_ text: String) -> [Character] {
        // Scalars are counted, as one character can consist of any number of them.
        Array(String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest))).lowercased())
    }
}
