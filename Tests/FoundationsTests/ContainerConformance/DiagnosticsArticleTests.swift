// SPDX-License-Identifier: Apache-2.0

import Foundation
import ModularDependencyContainer
import Testing

/// The article about diagnostics has an entry for each of them, in the words of the code.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct DiagnosticsArticleTests {
    /// What an article shows under one heading, each example on one line.
    private struct Entry: Hashable {
        let code: String
        var messages: [String]
    }

    private static let article = "ModularDependencyContainer/ModularDependencyContainer.docc/Diagnostics.md"

    private func text(of file: String) throws -> String {
        let tests = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        let sources = tests.appending(path: "../../../Sources/Foundations")
        return try String(contentsOf: sources.appending(path: file).standardizedFileURL, encoding: .utf8)
    }

    /// The headings that are codes with their code blocks, and the code blocks that stand before them.
    private func entries() throws -> (before: [String], entries: [Entry]) {
        var before: [String] = []
        var entries: [Entry] = []
        var block: [String]?
        for line in try text(of: Self.article).split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = block {
                guard line == "```" else {
                    block = lines + [line.trimmingCharacters(in: .whitespaces)]
                    continue
                }
                let message = lines.joined(separator: " ")
                if entries.isEmpty {
                    before.append(message)
                } else {
                    entries[entries.count - 1].messages.append(message)
                }
                block = nil
            } else if line == "```text" {
                block = []
            } else if let code = line.wholeMatch(of: /### `([a-z_]+)`/)?.output.1 {
                entries.append(Entry(code: String(code), messages: []))
            }
        }
        return (before, entries)
    }

    private func readable(_ text: String) -> String {
        text.replacing("DiagnosticExamples.", with: "").replacing("\n", with: " ")
    }

    /// The same whichever of two threads is later.
    private func canonical(_ message: String) -> String {
        let mirrored = message.replacing("AlarmSounds", with: "?").replacing("SoundPlayer", with: "AlarmSounds")
            .replacing("?", with: "SoundPlayer")
        return message.contains("another thread") ? min(message, mirrored) : message
    }

    @Test func article_hasAnEntry_forEveryCodeThatTheSourceDeclares() throws {
        let source = try text(of: "ModularDependencyContainer/Validation/DependencyError.swift")
        let declared = source.matches(of: /Code\(rawValue: "([a-z_]+)"\)/).map { String($0.output.1) }
        #expect(!declared.isEmpty)
        #expect(try entries().entries.map(\.code) == declared)
    }

    @Test func article_quotesTheMessages_thatRunningCodeWrites() async throws {
        let written = try await DiagnosticExamples.errors().reduce(into: [Entry]()) { entries, error in
            let message = canonical(readable(error.message))
            if entries.last?.code == error.code.rawValue {
                entries[entries.count - 1].messages.append(message)
            } else {
                entries.append(Entry(code: error.code.rawValue, messages: [message]))
            }
        }
        #expect(try entries().entries == written)
    }

    @Test func article_beginsWithAnErrorOfSeveralReasons_asRunningCodeWritesIt() throws {
        let error = try #require(try DiagnosticExamples.several())
        #expect(try entries().before == [readable(error.description)])
    }

    @Test func article_quotesEveryMessageOfTheMacro() throws {
        let source = try text(of: "DependencyExpansion/ExpansionDiagnostic.swift")
        let messages = source.split(separator: "var message: String")[1].split(separator: "private func example")[0]
        let pieces = StringPieces.all(in: String(messages)).filter { $0.count > 8 }
        let article = try text(of: Self.article)
        #expect(pieces.count > 20)
        #expect(pieces.filter { !article.contains($0) } == [])
    }
}

/// The literal parts of the strings in Swift source, without what they interpolate.
private enum StringPieces {
    static func all(in source: String) -> [String] {
        var pieces: [String] = []
        var rest = Substring(source)
        while let quote = rest.firstIndex(of: "\"") {
            rest = rest[rest.index(after: quote)...]
            pieces += string(&rest)
        }
        return pieces
    }

    /// Consumes a string after its first quote.
    private static func string(_ rest: inout Substring) -> [String] {
        var pieces = [""]
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", rest.first == "(" {
                skipInterpolation(&rest)
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        return pieces
    }

    private static func skipInterpolation(_ rest: inout Substring) {
        var depth = 0
        repeat {
            switch rest.popFirst() {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"": _ = string(&rest)
            case nil: return
            default: break
            }
        } while depth > 0
    }
}
