// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text without characters that could disturb a terminal or a log, short enough for a sentence.
    public var printable: String { printable(upTo: 64) }

    /// The first `limit` scalars of the text, with a replacement character for each that is not visible.
    public func printable(upTo limit: Int) -> String {
        var text = ""
        for scalar in unicodeScalars.prefix(limit) {
            text.unicodeScalars.append(scalar.isPrintable ? scalar : "\u{FFFD}")
        }
        return text
    }
}

extension Collection<Character> {
    /// How many characters must be added, removed, changed or swapped with the next one to make the other text of this one.
    public func edits(to other: some Collection<Character>) -> Int {
        let (own, other) = (Array(self), Array(other))
        // The rows of the last two characters and of this one.
        var (beforeLast, last) = ([Int](), Array(0...other.count))
        for row in own.indices {
            var current = [row + 1]
            for column in other.indices {
                var least = Swift.min(last[column + 1], current[column]) + 1
                least = Swift.min(least, last[column] + (own[row] == other[column] ? 0 : 1))
                if row > 0, column > 0, own[row] == other[column - 1], own[row - 1] == other[column] {
                    least = Swift.min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}

extension Unicode.Scalar {
    /// Whether it is visible: no control, line break, change of direction or other invisible character.
    public var isPrintable: Bool {
        if isASCII { return value >= 0x20 && value != 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
        default: return true
        }
    }
}
