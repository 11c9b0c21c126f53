// SPDX-License-Identifier: Apache-2.0

/// A colour or a sound that may have its level in the same argument, as in `'red 5%'`.
struct LevelledWord {
    /// The argument without the level.
    let word: String
    /// Nil if there is none.
    let level: Percent?

    init(_ argument: String) {
        let words = argument.split(separator: " ")
        if words.count > 1, let last = words.last, let level = Percent(argument: String(last)) {
            (self.word, self.level) = (words.dropLast().joined(separator: " "), level)
        } else {
            (word, level) = (argument, nil)
        }
    }
}
