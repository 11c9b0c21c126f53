// SPDX-License-Identifier: Apache-2.0

/// A colour or a sound, with a level if one is given, as in `red 5%`, `5% red` or `warm white`.
struct LevelledWords {
    /// What has no level, in the order in which it stands there.
    let words: [String]
    /// The levels.
    let levels: [Percent]

    /// Finds the levels among some arguments, each of which may hold several words; a number without a percent sign is a
    /// level if `isLevel` says so for its place among the words.
    init(_ arguments: [String], isLevel: (_ place: Int, _ count: Int) -> Bool) {
        let all = arguments.flatMap { $0.split(separator: " ").map(String.init) }
        let found = all.enumerated().map { place, word in
            word.hasSuffix("%") || isLevel(place, all.count) ? Percent(argument: word) : nil
        }
        words = zip(all, found).filter { $1 == nil }.map(\.0)
        levels = found.compactMap(\.self)
    }

    /// What has no level, in one text.
    var text: String { words.joined(separator: " ") }
}
