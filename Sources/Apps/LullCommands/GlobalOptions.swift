// SPDX-License-Identifier: Apache-2.0

/// Options that may stand in front of a command as well, as in `lull --direct light nursery amber`.
enum GlobalOptions {
    private static let flags: Set = ["--direct", "--json"]
    private static let options: Set = ["--state", "--transport", "--adapter", "--device-socket", "--socket"]

    /// The arguments with the options in front of the command moved behind it, where the command understands them.
    static func moved(_ arguments: [String]) -> [String] {
        var rest = arguments[...]
        var front: [String] = []
        while let first = rest.first {
            if flags.contains(first) || options.contains(where: { first.hasPrefix($0 + "=") }) {
                front.append(rest.removeFirst())
            } else if options.contains(first), rest.count > 1 {
                front += [rest.removeFirst(), rest.removeFirst()]
            } else {
                break
            }
        }
        // Without a command there is nothing to move them behind; what follows `--` is no option.
        guard rest.first?.hasPrefix("-") == false else { return arguments }
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return rest[..<end] + front + rest[end...]
    }
}
