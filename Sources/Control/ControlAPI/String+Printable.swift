// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text without what could disturb a terminal or a log, and not too long for a sentence.
    public var printable: String { printable(upTo: 64) }

    /// The first `limit` scalars of the text, with a mark in place of each that does not show as itself.
    public func printable(upTo limit: Int) -> String {
        var text = ""
        for scalar in unicodeScalars.prefix(limit) {
            text.unicodeScalars.append(scalar.isPrintable ? scalar : "\u{FFFD}")
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether it shows as itself: it is no control, no line break, no change of direction and nothing else unseen.
    public var isPrintable: Bool {
        if isASCII { return value >= 0x20 && value != 0x7F }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return false
        default: return true
        }
    }
}
