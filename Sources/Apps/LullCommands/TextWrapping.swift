// SPDX-License-Identifier: Apache-2.0

/// Breaks text into lines between words and after commas, and within a word only if it is longer than a line.
enum TextWrapping {
    static func lines(_ text: String, width: Int) -> [String] {
        guard text.columns > width, width > 0 else { return [text] }
        var lines: [String] = []
        var line = ""
        for word in words(of: text) {
            let gap = word.followsSpace ? " " : ""
            if !line.isEmpty, line.columns + gap.count + word.text.columns <= width {
                line += gap + word.text
                continue
            }
            if !line.isEmpty { lines.append(line) }
            var pieces = pieces(of: word.text, width: width)
            line = pieces.popLast() ?? ""
            lines += pieces
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// The width of the longest word that is no wider than `limit`.
    static func longestWord(in text: String, upTo limit: Int) -> Int {
        words(of: text).map(\.text.columns).filter { $0 <= limit }.max() ?? 0
    }

    /// What stays on one line: a date, a time, one day of `mon,tue`.
    private static func words(of text: String) -> [(followsSpace: Bool, text: String)] {
        text.split(separator: " ", omittingEmptySubsequences: false).flatMap { spaced in
            var parts = spaced.split(separator: ",", omittingEmptySubsequences: false).map { $0 + "," }
            parts[parts.count - 1].removeLast()
            if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
            return parts.enumerated().map { ($0 == 0, String($1)) }
        }
    }

    private static func pieces(of word: String, width: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in word {
            if !piece.isEmpty, piece.columns + character.columns > width {
                pieces.append(piece)
                piece = ""
            }
            piece.append(character)
        }
        return pieces + [piece]
    }
}
