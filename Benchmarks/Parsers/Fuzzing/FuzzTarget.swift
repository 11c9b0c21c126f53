// SPDX-License-Identifier: Apache-2.0

import SeededRandom

/// One parser, the inputs it gets and what is true of it whatever they are.
struct FuzzTarget: Sendable {
    enum Outcome {
        case accepted
        case refused
        /// Something that may never be so.
        case broken(String)
    }

    let name: String
    /// How many of the inputs it gets, relative to the others.
    let share: Int
    /// Makes an input, of one piece or several.
    let input: @Sendable (inout SeededGenerator) -> [[UInt8]]
    let check: @Sendable ([[UInt8]]) -> Outcome

    /// A parser of whole byte arrays.
    init(_ name: String, share: Int = 10, seeds: [[UInt8]], _ check: @escaping @Sendable ([UInt8]) -> Outcome) {
        self.init(name, share: share) {
            [Mutator.input(from: seeds, using: &$0)]
        } check: {
            check($0[0])
        }
    }

    init(
        _ name: String, share: Int, input: @escaping @Sendable (inout SeededGenerator) -> [[UInt8]],
        check: @escaping @Sendable ([[UInt8]]) -> Outcome
    ) {
        self.name = name
        self.share = share
        self.input = input
        self.check = check
    }

    /// Everything that is fuzzed; a new parser is one line here.
    static let all = advertising + management + hatchRest + attributeProtocol + captures + civilTime + calendars
}

extension FuzzTarget.Outcome {
    /// `accepted` if everything holds; otherwise says what does not.
    static func accepted(_ claims: (Bool, String)...) -> FuzzTarget.Outcome {
        claims.first { !$0.0 }.map { .broken($0.1) } ?? .accepted
    }
}
