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
    /// How many characters must be added, removed or changed to make the other text of this one.
    public func edits(to other: some Collection<Character>) -> Int {
        var row = Array(0...other.count)
        for (number, left) in enumerated() {
            var diagonal = row[0]
            row[0] = number + 1
            for (column, right) in other.enumerated() {
                let change = diagonal + (left == right ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
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
