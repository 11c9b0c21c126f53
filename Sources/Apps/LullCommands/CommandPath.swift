// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

/// The commands that arguments name, for example `alarm add`.
struct CommandPath {
    /// What somebody types to get this far, for example `lull alarm`.
    private(set) var text = "lull"
    /// The command itself.
    private(set) var command: any ParsableCommand.Type = LullCommand.self
    /// The first word that should have been a command, and the commands it could have been.
    private(set) var unknown: (word: String, known: [String])?

    init(_ arguments: [String]) {
        let asksForHelp = arguments.first == "help"
        for word in asksForHelp ? arguments.dropFirst() : arguments[...] {
            let commands = command.configuration.subcommands
            // Help takes commands only, so that any other word is a mistake.
            guard asksForHelp || !commands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
            guard let next = commands.first(where: { $0._commandName == word }) else {
                unknown = (word, commands.map { $0._commandName })
                return
            }
            command = next
            text += " \(word)"
        }
    }

    /// What people call commands, and the names of the commands that they may mean.
    private static let synonyms = [
        "stop": ["dismiss", "off"], "end": ["dismiss", "off", "stop"], "off": ["dismiss", "disable"],
        "on": ["start", "enable"], "cancel": ["dismiss", "off", "skip", "remove"], "begin": ["start", "run"],
        "delete": ["remove"], "rm": ["remove"], "new": ["add", "set"], "create": ["add", "set"],
        "dismiss": ["alarm dismiss"], "snooze": ["alarm snooze"], "skip": ["alarm skip", "bedtime skip"],
        "move": ["alarm move", "bedtime move"], "wake": ["bedtime wake"],
        "tonight": ["next", "status"], "tomorrow": ["next"],
        "change": ["edit", "set"], "update": ["edit", "set"], "ls": ["list"],
    ]

    /// What is wrong with the first word that is no command; nil if there is none.
    var error: ControlError? {
        guard let unknown else { return nil }
        let meant = (Self.synonyms[unknown.word.lowercased()] ?? []).filter { name in
            name.split(separator: " ").first.map { unknown.known.contains(String($0)) } ?? false
        }
        let names = meant.isEmpty ? Spelling.nearest(to: unknown.word, in: unknown.known) : meant
        let near = names.map { "`\(text) \($0)`" }
        let question = near.isEmpty ? "" : "Did you mean \(near.joined(separator: " or "))? "
        return ControlError(
            .invalidArgument, "`\(text)` has no command “\(unknown.word.printable)”.",
            advice: "\(question)See `\(text) --help`.")
    }
}
