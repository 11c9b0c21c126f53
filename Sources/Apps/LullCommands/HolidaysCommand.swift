// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import Programs
import SleepModel

struct HolidaysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "holidays",
        abstract: "Calendars of dates on which schedules do not happen, or on which alone they do.",
        discussion: """
            For example:

              lull holidays import school-holidays.ics --name school
              lull alarm edit school --not-on school
              lull alarm add late --device nursery --at 08:30 --days daily --only-on school

            A date that a calendar leaves out is not missed: it does not exist for the schedule. For a bedtime the date \
            of its evening counts.
            """,
        subcommands: [List.self, Import.self, Remove.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the calendars and the schedules that name them.")
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let calendars = try await options.ask(Endpoints.holidays)
            try options.show(
                calendars,
                asStyledLines: { calendars in
                    guard !calendars.isEmpty else {
                        return [
                            StyledLine(
                                "There are no holidays. Import some: `lull holidays import FILE.ics --name school`.")
                        ]
                    }
                    let times = LocalTimes()
                    return calendars.enumerated().flatMap { index, calendar in
                        (index == 0 ? [] : [StyledLine("")]) + Describe.holidays(calendar, times)
                    }
                })
        }
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Reads holidays from an iCalendar file, as schools and calendar programs write them.",
            discussion: """
                Lull understands all-day events, also of several days, and dates that come again every year. It leaves out \
                everything else, and says what and why. Holidays with the same name are replaced, and schedules that name \
                them go by the new dates at once.
                """)
        @Argument(help: "The file to read, or - for standard input.") var file: String
        @Option(help: "What schedules are to call them, as school.") var name: String
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = HolidaysImportRequest(
                name: name,
                calendar: try TextFile(file).text(advice: "Give an iCalendar file (.ics) with all-day events"))
            let answer = try await options.ask(Endpoints.importHolidays, request)
            try options.show(answer, asStyledLines: { Describe.imported($0, LocalTimes()) })
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes holidays that no schedule names any more.")
        @Argument(help: "Their whole name.") var name: String
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try await options.show(Endpoints.removeHolidays, HolidaysSelection(name: name)) {
                "The holidays “\($0.name)” are removed."
            }
        }
    }
}
