// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import SleepModel

/// Options that take one value and are given twice: the parser would keep the last value and drop the first.
enum RepeatedOptions {
    /// The options that may stand there more than once, in one command or another.
    static let allowed: Set = [
        "--at", "--date", "--days", "--device-socket", "--except", "--fault", "--holidays", "--not-on", "--only-on",
        "--profile", "--step", "--wake",
    ]
    private static let flags: Set = ["--direct", "--json"]

    /// What is wrong with the first option that is there twice; nil if none is.
    static func error(in arguments: [String]) -> ControlError? {
        var seen: Set<String> = []
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let name = String(argument.prefix { $0 != "=" })
            guard !allowed.contains(name), !flags.contains(name), !seen.insert(name).inserted else { continue }
            return ControlError(
                .invalidArgument, "\(name.printable) is there twice, and one value counts.",
                advice: name == "--device" ? group : "Give it once.")
        }
        return nil
    }

    /// What to do about several devices.
    private static let group =
        "For several devices make a group: `lull group set NAME nursery bedroom`, and give --device NAME."
}
