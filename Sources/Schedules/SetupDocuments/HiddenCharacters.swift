// SPDX-License-Identifier: Apache-2.0

/// The characters by which YAML nests collections in one line, names and repeats parts, and makes collections keys.
///
/// Yams expands aliases while it reads and compares keys that are collections, so that a few hundred bytes can keep it
/// busy for hours. A setup needs none of this. Hidden behind characters that mean nothing to YAML, these reach Yams in
/// texts only, where they are shown again afterwards; what they would have begun is left as a text that begins with
/// one.
struct HiddenCharacters {
    private static let all: [Unicode.Scalar] = ["[", "]", "{", "}", "&", "*", "?", "!"]
    /// Where scalars that mean nothing are taken from: the first of Unicode's private ones.
    private static let standIns = 0xE000...0xF8FF as ClosedRange<UInt32>

    private var standIn: [Unicode.Scalar: Unicode.Scalar] = [:]
    private var shown: [Unicode.Scalar: Unicode.Scalar] = [:]

    /// Finds stand-ins that the text does not contain; nil when it contains nearly all there are.
    init?(in text: String) {
        let used = Set(text.unicodeScalars.lazy.filter { Self.standIns.contains($0.value) })
        var free = Self.standIns.lazy.compactMap(Unicode.Scalar.init).filter { !used.contains($0) }.makeIterator()
        for hidden in Self.all {
            guard let scalar = free.next() else { return nil }
            standIn[hidden] = scalar
            shown[scalar] = hidden
        }
    }

    /// The text with stand-ins.
    func hiding(in text: String) -> String {
        Self.replacing(standIn, in: text)
    }

    /// The text as it was.
    func showing(in text: String) -> String {
        Self.replacing(shown, in: text)
    }

    private static func replacing(_ table: [Unicode.Scalar: Unicode.Scalar], in text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(table[scalar] ?? scalar) }
        return String(result)
    }

    /// Whether a text that is not in quotes begins with something that was hidden.
    static func begin(_ text: String) -> Bool {
        text.unicodeScalars.first.map(all.contains) ?? false
    }
}
