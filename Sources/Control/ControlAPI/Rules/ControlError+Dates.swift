// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

extension ControlError {
    /// Says that what an option gives is not a date, and how to write one.
    package init(notADate text: String, _ option: String) {
        let words = ["today", "tomorrow", "yesterday"] + Weekday.allCases.map(\.name)
        let question = Spelling.question(for: text, among: words)
        let advice = "Write \(option) as 2027-03-14, tomorrow or sunday."
        self.init(
            .invalidArgument, "“\(text.printable)” is not a date.",
            advice: [question, advice].compactMap(\.self).joined(separator: " "))
    }
}
