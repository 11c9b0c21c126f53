// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Sentences made of parts.
enum Sentences {
    /// Those of some sentences that are there, one after the other; nil if all are missing.
    static func joined(_ sentences: String?...) -> String? {
        let given = sentences.compactMap(\.self)
        return given.isEmpty ? nil : given.joined(separator: " ")
    }

    /// What to do about a name that nothing has: first the names that are spelled like it, if there are any.
    static func advice(for text: String, among names: [String], _ advice: String) -> String {
        joined(Spelling.question(for: text, among: names), advice) ?? advice
    }
}
