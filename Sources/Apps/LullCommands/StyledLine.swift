// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel

/// A line of text, which a terminal may show in colour.
package struct StyledLine: Hashable {
    /// What a line is about, as a colour shows it.
    package enum Style: String {
        /// A headline: bold.
        case heading = "1"
        /// All is well: green.
        case good = "32"
        /// Somebody should know: yellow.
        case warning = "33"
        /// It failed: red.
        case failure = "31"
    }

    package var text: String
    package var style: Style?

    package init(_ text: String, _ style: Style? = nil) {
        self.text = text
        self.style = style
    }

    /// The line without anything that could disturb a terminal, in its colour if it is to be coloured.
    func text(isColoured: Bool) -> String {
        let harmless = text.printable(upTo: Output.longestLine)
        guard isColoured, let style else { return harmless }
        return "\u{1B}[\(style.rawValue)m\(harmless)\u{1B}[0m"
    }
}
