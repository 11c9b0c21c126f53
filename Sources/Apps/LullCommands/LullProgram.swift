// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Composition
import ControlAPI
import ControlServices

/// The `lull` program: understands its arguments, does what they ask, and says how it went.
public enum LullProgram {
    /// Runs with the arguments after the program's name, and returns the exit code of the contract.
    public static func run(_ arguments: [String]) async -> Int32 {
        do {
            var command = try LullCommand.parseAsRoot(GlobalOptions.moved(arguments))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return 0
        } catch {
            return report(error, asJSON: arguments.contains("--json"))
        }
    }

    private static func report(_ error: any Error, asJSON: Bool) -> Int32 {
        let usage = ControlErrorCode.invalidArgument
        let code = (error as? ControlError)?.code.exitCode ?? LullCommand.exitCode(for: error).rawValue
        switch (error, code) {
        case (let error as ControlError, _):
            Output.fail(error, asJSON: asJSON)
            return code
        case (_, 0):
            try? Output.write(whole: LullCommand.fullMessage(for: error))
            return 0
        case (_, usage.exitCode):
            if asJSON {
                let message = LullCommand.message(for: error)
                Output.fail(ControlError(usage, message, advice: "See `lull --help`."), asJSON: true)
            } else {
                Output.complain(
                    Output.harmless(
                        LullCommand.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
                            .map(String.init)))
            }
            return usage.exitCode
        default:
            return report(ControlError(error), asJSON: asJSON)
        }
    }
}
