// SPDX-License-Identifier: Apache-2.0

import SwiftParser

/// The name of an accessor, derived from a type and a key by the rule that the macro's declaration publishes.
struct AccessorName: Hashable, Sendable {
    /// The name without backticks.
    let text: String

    /// Mixed-case acronyms, which a rule about capitals would split into words.
    static let mixedCaseAcronyms = ["IoT", "WiFi", "BlueZ", "iOS", "iPadOS", "macOS", "tvOS", "watchOS", "visionOS"]
    /// Prefixes of type names that mean nothing inside the product.
    static let productPrefixes = ["Hatch"]
    /// Names that stay special behind a dot even where backticks make them legal.
    static let unusable: Set<String> = ["self", "Self", "Type", "Protocol", "_"]

    /// A name that a person chose; `nil` if it is not an identifier.
    init?(_ text: String) {
        guard Self.isPlainIdentifier(text) || Self.isKeyword(text) else { return nil }
        self.text = text
    }

    /// The name for a type of these words and the last component of its key; `nil` if that is not an identifier.
    init?(words: [String], key: String? = nil) {
        guard let first = words.first else { return nil }
        let others = words.dropFirst().map(Self.upperFirst).joined()
        let own = Self.withoutProductPrefix(first)
        self.init(
            key.map { Self.lowerFirst($0) + Self.upperFirst(own) + others } ?? Self.lowerFirst(own) + others)
    }

    /// The name as a declaration writes it: a keyword in backticks.
    var spelled: String {
        Self.isPlainIdentifier(text) ? text : "`\(text)`"
    }

    /// This name if it is free, otherwise this name with the first number from 2 that makes it unique.
    func made(uniqueIn taken: Set<String>) -> String {
        guard taken.contains(text) else { return text }
        // One more candidate than there are taken names: one of them is free.
        return (2...taken.count + 2).lazy.map { "\(text)\($0)" }.first { !taken.contains($0) } ?? text
    }

    /// A name without backticks that its declaration may have needed.
    static func withoutBackticks(_ name: String) -> String {
        name.count > 2 && name.hasPrefix("`") && name.hasSuffix("`") ? String(name.dropFirst().dropLast()) : name
    }

    private static func withoutProductPrefix(_ name: String) -> String {
        for prefix in productPrefixes where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            if rest.first?.isUppercase == true { return String(rest) }
        }
        return name
    }

    private static func upperFirst(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    private static func lowerFirst(_ name: String) -> String {
        let underscores = name.prefix { $0 == "_" }
        let word = name.dropFirst(underscores.count)
        return underscores + lowerFirstWord(word)
    }

    private static func lowerFirstWord(_ word: Substring) -> String {
        for acronym in mixedCaseAcronyms where word.hasPrefix(acronym) {
            let rest = word.dropFirst(acronym.count)
            if rest.first.map({ !$0.isLowercase }) ?? true { return acronym.lowercased() + rest }
        }
        var run = word.prefix { $0.isUppercase || $0.isNumber }
        let startsNextWord = word.dropFirst(run.count).first?.isLowercase == true
        if run.count > 1, startsNextWord { run.removeLast() }
        return run.lowercased() + word.dropFirst(run.count)
    }

    private static func isPlainIdentifier(_ name: String) -> Bool {
        name.isValidSwiftIdentifier(for: .variableName) && name.isValidSwiftIdentifier(for: .memberAccess)
            && !name.hasPrefix("`")
    }

    private static func isKeyword(_ name: String) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && $0.isLetter }
            && "`\(name)`".isValidSwiftIdentifier(for: .variableName)
    }
}
