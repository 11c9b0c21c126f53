// SPDX-License-Identifier: Apache-2.0

/// Sentences of which each may be missing.
enum Sentences {
    /// Those that are there, one after the other; nil if all are missing.
    static func joined(_ sentences: String?...) -> String? {
        let given = sentences.compactMap(\.self)
        return given.isEmpty ? nil : given.joined(separator: " ")
    }
}
