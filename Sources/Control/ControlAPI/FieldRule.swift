// SPDX-License-Identifier: Apache-2.0

/// What a field of a request has to be like, for whoever describes the API.
///
/// Its values are those that the readers of requests hold it to.
public enum FieldRule: Hashable, Sendable {
    /// A whole number in a range.
    case number(ClosedRange<Int>)
    /// A whole number that is not less than another.
    case atLeast(Int)
    /// One of these words.
    case words([String])
    /// A text with so many characters.
    case characters(ClosedRange<Int>)
    /// A text that matches a pattern.
    case pattern(String)
    /// Any text; the words say what it stands for.
    case meaning(String)
    /// A length of time as text; `or` is what else the field takes.
    case length(ClosedRange<Duration>, or: String? = nil)

    /// One of the words of a type.
    static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> FieldRule {
        .words(type.allCases.map(\.rawValue))
    }
}
