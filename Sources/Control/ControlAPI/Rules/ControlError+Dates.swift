// SPDX-License-Identifier: Apache-2.0

import SleepModel

extension ControlError {
    /// Says that what an option gives is not a date, and how to write one.
    package init(notADate text: String, _ option: String) {
        self.init(
            .invalidArgument, "“\(text.printable)” is not a date.",
            advice: "Write \(option) as 2027-03-14, tomorrow or sunday.")
    }
}
