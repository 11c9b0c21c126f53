// SPDX-License-Identifier: Apache-2.0

/// What a name looks like: nobody can tell two names apart that share a skeleton, whatever characters they consist of.
///
/// It is a skeleton in the sense of Unicode Technical Standard 39, section 4, for Latin, Cyrillic and Greek letters,
/// full-width and mathematical forms, small capitals, blanks, dashes and what is invisible. The pairs are some of the
/// standard's data, `confusables.txt`: I, l, 1 and | are one, and so are 0 and o. People can number what they name all the
/// same, as `nap 1` and `nap 2` differ, and so do `room 1` and `room 10`.
///
/// Case does not count, and yet a capital I looks like an l and a small i does not. So a name has two skeletons: as it is
/// written, and in small letters. `schooI` looks like `school` as it is written, and `mail` does not look like `mall`.
public struct NameSkeleton: Hashable, Sendable {
    private let text: String

    /// The skeletons of a name: two names that share one look alike.
    public static func all(of name: String) -> Set<NameSkeleton> {
        var plain = String.UnicodeScalarView()
        for scalar in name.decomposed where !scalar.properties.isDefaultIgnorableCodePoint {
            plain.append(prototype(of: scalar))
        }
        let small = String(plain).lowercased().unicodeScalars
        // A capital L looks like none of its small form's look-alikes.
        let written = plain.flatMap { scalar -> [Unicode.Scalar] in
            switch scalar {
            case "I": ["l"]
            case "L": ["L"]
            default: Array(scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return [NameSkeleton(written), NameSkeleton(small)]
    }

    private init(_ scalars: some Sequence<Unicode.Scalar>) {
        // A capital can look like a letter whose small form looks like another one's.
        let folded = scalars.lazy.map(Self.prototype).map { scalar -> Unicode.Scalar in
            switch scalar {
            case "1", "|": "l"
            case "0": "o"
            default: scalar
            }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: folded)
        text = String(view).split(separator: " ").joined(separator: " ")
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
        ("A", "ΑА"), ("B", "ΒВ"), ("C", "ϹС"), ("E", "ΕЕ"), ("F", "Ϝ"), ("G", "Ԍ"), ("H", "ΗН"), ("I", "ΙІӀⅠℐℑ"),
        ("J", "ͿЈ"), ("K", "ΚК"), ("L", "ʟⅬ"), ("M", "ΜМϺ"), ("N", "Ν"), ("O", "ΟО"), ("P", "ΡР"), ("S", "Ѕ"),
        ("T", "ΤТ"), ("V", "ѴⅤ"), ("W", "Ԝ"), ("X", "ΧХⅩ"), ("Y", "ΥУҮ"), ("Z", "Ζ"),
        ("a", "ɑαаᴀ"), ("b", "Ьʙ"), ("c", "ϲсᴄⅽ"), ("d", "ԁᴅⅾ"), ("e", "еҽᴇ"), ("f", "ſꜰ"), ("g", "ɡɢ"),
        ("h", "һʜ"), ("i", "ıɩɪιіⅰ"), ("j", "ϳјᴊ"), ("k", "ᴋ"), ("l", "ӏⅼℓ"), ("m", "ᴍⅿ"), ("n", "ɴ"), ("o", "οоσᴏℴ"),
        ("p", "ρрϱᴘ"), ("q", "ԛ"), ("r", "гᴦʀ"), ("s", "ѕꜱ"), ("t", "ᴛ"), ("u", "υʋᴜ"), ("v", "νѵᴠⅴ"), ("w", "ѡԝᴡ"),
        ("x", "хⅹ"), ("y", "γуүɣʏ"), ("z", "ᴢ"), ("|", "ǀ∣￨"),
        ("-", "‐‑‒–—−"), ("'", "‘’′ʹʻʼʽ´"), (".", "․"), (",", "‚"), ("/", "⁄"),
    ]

    private static let prototypes = Dictionary(
        uniqueKeysWithValues: lookAlikes.flatMap { prototype, others in
            others.unicodeScalars.map { ($0, prototype) }
        })
}
