// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import Testing

@testable import LullCommands

/// What somebody typed instead of a command.
@Suite
struct CommandPathTests {
    private static func path(_ text: String) -> CommandPath {
        CommandPath(text.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        ("statsu", "`lull` has no command “statsu”.", "Did you mean `lull status`? See `lull --help`."),
        ("alarm ad up", "`lull alarm` has no command “ad”.", "Did you mean `lull alarm add`? See `lull alarm --help`."),
        (
            "alarm stop", "`lull alarm` has no command “stop”.",
            "Did you mean `lull alarm dismiss`? See `lull alarm --help`."
        ),
        (
            "bedtime end nursery", "`lull bedtime` has no command “end”.",
            "Did you mean `lull bedtime off`? See `lull bedtime --help`."
        ),
        ("dismiss", "`lull` has no command “dismiss”.", "Did you mean `lull alarm dismiss`? See `lull --help`."),
        ("snooze up", "`lull` has no command “snooze”.", "Did you mean `lull alarm snooze`? See `lull --help`."),
        ("LIGHT nursery amber", "`lull` has no command “LIGHT”.", "Did you mean `lull light`? See `lull --help`."),
        (
            "tonight", "`lull` has no command “tonight”.",
            "Did you mean `lull next` or `lull status`? See `lull --help`."
        ),
        ("xyzzyplugh", "`lull` has no command “xyzzyplugh”.", "See `lull --help`."),
        ("help xyzzyplugh", "`lull` has no command “xyzzyplugh”.", "See `lull --help`."),
        (
            "help alarm ad", "`lull alarm` has no command “ad”.",
            "Did you mean `lull alarm add`? See `lull alarm --help`."
        ),
        ("help status nursery", "`lull status` has no command “nursery”.", "See `lull status --help`."),
    ])
    func error_saysWhatMayHaveBeenMeant_ofAnUnknownCommand(text: String, message: String, advice: String) {
        #expect(Self.path(text).error == ControlError(.invalidArgument, message, advice: advice))
    }

    /// A command without one asks the runtime for the name of its type, which takes half the time of a start.
    @Test func everyCommand_hasItsNameWritten() {
        func unnamed(in command: any ParsableCommand.Type) -> [String] {
            let own = command.configuration.commandName == nil ? ["\(command)"] : []
            return own + command.configuration.subcommands.flatMap(unnamed)
        }
        #expect(unnamed(in: LullCommand.self) == [])
    }

    @Test(arguments: [
        "", "status", "status nursery", "alarm", "alarm add up", "--help", "help", "help alarm add", "help help",
        "--version",
    ])
    func error_isNil_ofACommand(text: String) {
        #expect(Self.path(text).error == nil)
    }
}
