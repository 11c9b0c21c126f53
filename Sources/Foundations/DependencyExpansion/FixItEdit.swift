// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The change of the source that corrects a mistake.
struct FixItEdit {
    let summary: String
    private let range: Range<AbsolutePosition>
    private let text: String
    private let node: Syntax

    private init(_ summary: String, _ range: Range<AbsolutePosition>, of node: some SyntaxProtocol, with text: String) {
        self.summary = summary
        self.range = range
        self.text = text
        self.node = Syntax(node)
    }

    static func replacing(_ node: some SyntaxProtocol, with text: String) -> FixItEdit {
        FixItEdit("write '\(text)'", node.trimmedRange, of: node, with: text)
    }

    /// Adds the argument `accessorName` after another argument.
    static func naming(_ name: String, after argument: some SyntaxProtocol) -> FixItEdit {
        let end = argument.trimmedRange.upperBound
        return FixItEdit(
            "add 'accessorName: \"\(name)\"'", end..<end, of: argument, with: ", accessorName: \"\(name)\"")
    }

    static func removing(_ member: MemberBlockItemSyntax, named name: String) -> FixItEdit {
        FixItEdit("remove '\(name)'", member.position..<member.trimmedRange.upperBound, of: member, with: "")
    }

    var fixIt: FixIt {
        FixIt(message: Message(message: summary), changes: [.replaceText(range: range, with: text, in: node)])
    }

    private struct Message: FixItMessage {
        let message: String

        var fixItID: MessageID {
            MessageID(domain: "DependencyMacros", id: message.prefix { $0 != " " }.description)
        }
    }
}

extension MacroExpansionContext {
    /// Shows an error at a node of the user's source.
    func report(_ diagnostic: ExpansionDiagnostic, at node: some SyntaxProtocol, fixIt: FixItEdit? = nil) {
        diagnose(Diagnostic(node: Syntax(node), message: diagnostic, fixIts: fixIt.map { [$0.fixIt] } ?? []))
    }
}
