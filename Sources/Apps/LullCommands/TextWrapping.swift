// SPDX-License-Identifier: Apache-2.0

/// Breaks text into lines between words, and within a word that is longer than a line.
enum TextWrapping {
    static func lines(_ text: String, width: Int) -> [String] {
        guard text.columns > width, width > 0 else { return [text] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
            if !line.isEmpty, line.columns + 1 + word.columns <= width {
                line += " " + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            var pieces = pieces(of: word, width: width)
            line = pieces.popLast() ?? ""
            lines += pieces
        }
        return line.isEmpty ? lines : lines + [line]
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
