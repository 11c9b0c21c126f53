// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@testable import DependencyExpansion

/// What the macro makes of a source, and what it says about it.
struct Expansion {
    struct Diagnostic: Equatable, CustomTestStringConvertible {
        let message: String
        let line: Int
        let column: Int
        let fixIt: String?

        init(_ message: String, at line: Int, _ column: Int, fixIt: String? = nil) {
            self.message = message
            self.line = line
            self.column = column
            self.fixIt = fixIt
        }

        var testDescription: String { "\(line):\(column) \(message) [\(fixIt ?? "no fix-it")]" }
    }

    enum TestedMacro: DependencyRequirementsExpansion {}

    static let macros: [String: MacroSpec] = [
        "DependencyRequirements": MacroSpec(
            type: TestedMacro.self, conformances: ["DependencyRequirements"])
    ]

    let text: String
    let diagnostics: [Diagnostic]
    /// The source with every fix-it applied.
    let correctedSource: String

    init(of source: String) {
        let file = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "TestModule", fullFilePath: "test.swift")])
        text =
            file.expand(
                macroSpecs: Self.macros,
                contextGenerator: { syntax in
                    BasicMacroExpansionContext(sharingWith: context, lexicalContext: syntax.allMacroLexicalContexts())
                }
            ).description
        diagnostics = context.diagnostics.map { diagnostic in
            let place = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
            return Diagnostic(
                diagnostic.message, at: place.line, place.column, fixIt: diagnostic.fixIts.first?.message.message)
        }
        correctedSource = Self.apply(context.diagnostics.flatMap(\.fixIts).flatMap(\.changes), to: source, in: context)
    }

    private static func apply(
        _ changes: [FixIt.Change], to source: String, in context: BasicMacroExpansionContext
    ) -> String {
        let edits = changes.compactMap { change -> (start: Int, end: Int, text: String)? in
            guard case .replaceText(let range, let text, let node) = change else { return nil }
            func offset(_ position: AbsolutePosition) -> Int {
                context.location(for: position, anchoredAt: node, fileName: "").offset
            }
            return (offset(range.lowerBound), offset(range.upperBound), text)
        }
        var bytes = Array(source.utf8)
        for edit in edits.sorted(by: { $0.start > $1.start }) {
            bytes.replaceSubrange(edit.start..<edit.end, with: edit.text.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
