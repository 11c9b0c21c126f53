// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import FoundationEssentials
import SleepModel

/// Options that take one value and are given twice: the parser would keep the last value and drop the first.
enum RepeatedOptions {
    /// What is wrong with the first option of a command that is given twice; nil if none is.
    static func error(in arguments: [String], of command: any ParsableCommand.Type) -> ControlError? {
        var seen: Set<String> = []
        let options = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
        let repeated = options.map { String($0.prefix { $0 != "=" }) }.filter { !seen.insert($0).inserted }
        guard !repeated.isEmpty else { return nil }
        let single = optionsWithOneValue(of: command)
        return repeated.first(where: single.contains).map { name in
            ControlError(
                .invalidArgument, "\(name.printable) is given twice and takes one value.",
                advice: name == "--device" ? group : "Give it once.")
        }
    }

    /// What to do about several devices.
    private static let group =
        "For several devices make a group: `lull group set NAME nursery bedroom`, and give --device NAME."

    /// What the parser tells of a command.
    private struct Description: Decodable {
        struct Command: Decodable { var arguments: [Argument]? }
        struct Argument: Decodable {
            struct Name: Decodable { var name: String }
            var kind: String
            var isRepeating: Bool
            var names: [Name]?
        }
        var command: Command
    }

    /// The options of a command that it takes once, as `--at`; flags are none.
    private static func optionsWithOneValue(of command: any ParsableCommand.Type) -> Set<String> {
        let description = try? JSONDecoder().decode(Description.self, from: Data(command._dumpHelp().utf8))
        let options = (description?.command.arguments ?? []).filter { $0.kind == "option" && !$0.isRepeating }
        return Set(options.flatMap { ($0.names ?? []).map { "--\($0.name)" } })
    }
}
