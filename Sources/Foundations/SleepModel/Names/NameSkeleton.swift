// SPDX-License-Identifier: Apache-2.0

/// What a name looks like: two names with the same skeleton cannot be told apart, whatever characters they consist of.
///
/// It is a skeleton in the sense of Unicode Technical Standard 39, section 4, for Latin, Cyrillic and Greek letters,
/// full-width and mathematical forms, blanks, dashes and what is invisible. The pairs are some of the standard's data,
/// `confusables.txt`. Digits are no look-alikes here, as people number what they name: `nap 1` is not `nap l`. Names
/// differ in more than case, so case does not count.
public struct NameSkeleton: Hashable, Sendable {
    private let text: String

    /// The skeleton of a name.
    public init(_ name: String) {
        var plain = ""
        for scalar in name.decomposed where !scalar.properties.isDefaultIgnorableCodePoint {
            plain.unicodeScalars.append(Self.prototype(of: scalar))
        }
        // A capital can look like a letter whose small form looks like another one's.
        text = String(String.UnicodeScalarView(plain.lowercased().unicodeScalars.map(Self.prototype)))
            .split(separator: " ").joined(separator: " ")
    }

    private static func prototype(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return scalar }
        if let prototype = prototypes[scalar] { return prototype }
        let value = scalar.value
        switch value {
        // Full-width forms of what is ASCII.
        case 0xFF01...0xFF5E: return Unicode.Scalar(value - 0xFEE0) ?? scalar
        // Mathematical letters: thirteen alphabets of 52 letters.
        case 0x1D400...0x1D6A3: return letters[Int(value - 0x1D400) % letters.count]
        // Mathematical digits.
        case 0x1D7CE...0x1D7FF: return Unicode.Scalar(0x30 + (value - 0x1D7CE) % 10) ?? scalar
        default: return scalar.properties.generalCategory == .spaceSeparator ? " " : scalar
        }
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars)

    /// Each character of ASCII with others that look like it.
    private static let lookAlikes: [(Unicode.Scalar, String)] = [
        ("A", "ΑА"), ("B", "ΒВ"), ("C", "ϹС"), ("E", "ΕЕ"), ("F", "Ϝ"), ("G", "Ԍ"), ("H", "ΗН"), ("I", "ΙІӀ"),
        ("J", "ͿЈ"), ("K", "ΚК"), ("M", "ΜМϺ"), ("N", "Ν"), ("O", "ΟО"), ("P", "ΡР"), ("S", "Ѕ"), ("T", "ΤТ"),
        ("V", "Ѵ"), ("W", "Ԝ"), ("X", "ΧХ"), ("Y", "ΥУҮ"), ("Z", "Ζ"),
        ("a", "ɑαа"), ("b", "Ь"), ("c", "ϲсᴄ"), ("d", "ԁ"), ("e", "еҽ"), ("f", "ſ"), ("g", "ɡ"), ("h", "һ"),
        ("i", "ıɩɪιі"), ("j", "ϳј"), ("l", "ӏ"), ("o", "οоσᴏ"), ("p", "ρрϱ"), ("q", "ԛ"), ("r", "гᴦ"), ("s", "ѕ"),
        ("u", "υʋᴜ"), ("v", "νѵᴠ"), ("w", "ѡԝᴡ"), ("x", "х"), ("y", "γуүɣ"), ("z", "ᴢ"),
        ("-", "‐‑‒–—−"), ("'", "‘’′ʹʻʼʽ´"), (".", "․"), (",", "‚"), ("/", "⁄"),
    ]

    private static let prototypes = Dictionary(
        uniqueKeysWithValues: lookAlikes.flatMap { prototype, others in
            others.unicodeScalars.map { ($0, prototype) }
        })
}
