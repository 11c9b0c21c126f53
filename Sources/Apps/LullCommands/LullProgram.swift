// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

/// The `lull` program: understands its arguments, does what they ask, and says how it went.
public enum LullProgram {
    /// Runs with the arguments after the program's name, and returns the exit code of the contract.
    ///
    /// Without `work`, a command that needs it replaces this process with `lull-local`.
    package static func run(_ given: [String], work: (any LocalWork)? = nil) async -> Int32 {
        let arguments = NegativeNumbers.marked(GlobalOptions.moved(given))
        let path = CommandPath(arguments)
        do {
            if let error = path.error ?? RepeatedOptions.error(in: arguments, of: path.command) { throw error }
            // Before anything is parsed, as `lull-local` does that again.
            if work == nil, arguments.contains("--direct") { throw LocalProgram.start(given) }
            var command = try await LullCommand.asyncParseAsRoot(arguments)
            try (command as? any CompleteCommand)?.requireComplete()
            if work == nil, command is any LocalCommand { throw LocalProgram.start(given) }
            try await CurrentRunner.$current.withValue(work) {
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            }
            return 0
        } catch {
            return report(error, of: path.text, asJSON: given.contains("--json"))
        }
    }

    private static func report(_ error: any Error, of command: String, asJSON: Bool) -> Int32 {
        if let error = error as? ControlError {
            Output.fail(error, asJSON: asJSON)
            return error.code.exitCode
        }
        // The command has said everything itself.
        if let code = error as? ExitCode { return code.rawValue }
        switch LullCommand.exitCode(for: error).rawValue {
        case 0:
            try? Output.write(whole: LullCommand.fullMessage(for: error))
            return 0
        case ControlErrorCode.invalidArgument.exitCode:
            let message = NegativeNumbers.plain(in: LullCommand.message(for: error))
            return report(usageError(message, of: command), of: command, asJSON: asJSON)
        default:
            let error = ControlError(
                .internalError, "Something unexpected went wrong: \(String(describing: error).printable).",
                advice: "Please report this.")
            return report(error, of: command, asJSON: asJSON)
        }
    }

    /// The commands that take a light with its brightness.
    private static let lights = [
        "lull light", "lull nap", "lull bedtime set", "lull alarm add", "lull alarm edit", "lull routine",
        "lull favourite", "lull program",
    ]

    /// Splits a message into what is wrong and what to do next, if it says both.
    private static func usageError(_ message: String, of command: String) -> ControlError {
        let lines = message.split(separator: "\n").map(String.init)
        // An argument of several words has dots behind its name.
        let text = lines.joined(separator: " ").replacing("> ...'", with: ">'")
        if let match = text.firstMatch(of: #/^The value '(.*)' is invalid for '(.*)'/#),
            match.2.firstMatch(of: #/volume|brightness|percent/#) != nil
        {
            return ControlError(
                .invalidArgument, "“\(String(match.1).printable)” is not a percentage.",
                advice: "Give a whole percentage from 0 to 100, as 30 or 30%.")
        }
        // The shell has split a light from its brightness.
        let hasPercent =
            lights.contains { command.hasPrefix($0) } && text.firstMatch(of: #/argument '\d+%?'/#) != nil
        let advice =
            (hasPercent ? "Quote a light with its brightness, as 'red 5%'. " : "")
            + (command == "lull pair" && text.hasPrefix("Missing") ? "`lull scan` shows it. " : "")
            + "See `\(command) --help`."
        guard let end = text.firstRange(of: ". ") else {
            return ControlError(.invalidArgument, text.hasSuffix(".") ? text : text + ".", advice: advice)
        }
        return ControlError(
            .invalidArgument, text[..<end.lowerBound] + ".", advice: String(text[end.upperBound...]))
    }
}
