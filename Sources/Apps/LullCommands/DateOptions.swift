// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The date that a command is about, as a word of its own or as an option.
struct DateOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The date, as 2027-03-14, today, tomorrow or sunday.", valueName: "date"))
    var day: String?
    @Option(help: "The same, as an option.") var date: String?

    /// What is given; nil for nothing.
    var value: String? { date ?? day }

    func validate() throws {
        guard day == nil || date == nil else {
            throw ValidationError("The date is given twice. Give it once.")
        }
    }
}
