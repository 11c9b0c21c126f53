// SPDX-License-Identifier: Apache-2.0

/// What the command line says.
struct FuzzOptions {
    static let usage = "usage: fuzz [COUNT] [--seed N] [--parser NAME] [--only ITERATION | --only FIRST-LAST]"

    /// How many inputs all parsers get together.
    var count = 20_000_000
    var seed: UInt64 = 1
    /// The only parser to run.
    var parser: String?
    /// The only inputs to run, each of them shown before it is.
    var only: ClosedRange<Int>?

    /// Nil for a command line that is not as `usage` says.
    init?(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--seed":
                guard let seed = rest.popFirst().flatMap(UInt64.init) else { return nil }
                self.seed = seed
            case "--parser":
                guard let name = rest.popFirst(), FuzzTarget.all.contains(where: { $0.name == name }) else {
                    return nil
                }
                parser = name
            case "--only":
                let bounds = rest.popFirst().map { $0.split(separator: "-").compactMap { Int($0) } } ?? []
                guard let first = bounds.first, let last = bounds.last, first <= last, parser != nil else { return nil }
                only = first...last
            default:
                guard let count = Int(argument), count > 0 else { return nil }
                self.count = count
            }
        }
    }
}
