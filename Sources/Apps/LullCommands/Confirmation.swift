// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Glibc
import SleepModel

/// Asks the person at the terminal before something is lost for good.
struct Confirmation {
    /// Whether somebody can be asked.
    let isPossible: Bool
    /// Shows text without a line end.
    let show: (String) -> Void
    /// Reads what the person types; nil at the end of the input.
    let answer: () -> String?

    /// The terminal that the program was started at; it is asked on standard error, as standard output is for answers.
    static var atTerminal: Confirmation {
        Confirmation(
            isPossible: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1, show: Output.prompt,
            answer: { readLine() })
    }

    /// Throws `invalid_argument` unless the person says yes; `refusal` says what is at stake where nobody can be asked.
    func require(
        _ question: String, showing lines: [String], otherwise refusal: String
    ) throws(ControlError) {
        guard isPossible else {
            throw ControlError(.invalidArgument, refusal, advice: "Add --yes if that is what you want.")
        }
        show(Output.harmless(lines + [question]) + " [y/N] ")
        let word = (answer() ?? "").split(separator: " ").joined().lowercased()
        guard ["y", "yes"].contains(word) else {
            throw ControlError(
                .invalidArgument, "You did not say yes, so Lull changed nothing.",
                advice: "Answer with y, or add --yes.")
        }
    }
}
