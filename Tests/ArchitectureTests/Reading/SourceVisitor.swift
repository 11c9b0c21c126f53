// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Walks the syntax tree of one file and collects its facts in the order of the source.
final class SourceVisitor: SyntaxVisitor {
    private struct Scope {
        let names: [String]
        let isTimeLimited: Bool
    }

    private(set) var facts = SourceFacts()
    private let converter: SourceLocationConverter
    /// The types and extensions around the node, outermost first.
    private var scopes: [Scope] = []

    init(_ converter: SourceLocationConverter) {
        self.converter = converter
        super.init(viewMode: .sourceAccurate)
    }

    private func line(of node: some SyntaxProtocol) -> Int {
        converter.location(for: node.positionAfterSkippingLeadingTrivia).line
    }

    // MARK: Imports and declarations

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        facts.imports.append(ImportLine(node, line: line(of: node.importKeyword)))
        return .visitChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(.type, [node.name.plainText], at: node.structKeyword, attributes: node.attributes)
    }

    override func visitPost(_ node: StructDeclSyntax) { scopes.removeLast() }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(.type, [node.name.plainText], at: node.classKeyword, attributes: node.attributes)
    }

    override func visitPost(_ node: ClassDeclSyntax) { scopes.removeLast() }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(.type, [node.name.plainText], at: node.enumKeyword, attributes: node.attributes)
    }

    override func visitPost(_ node: EnumDeclSyntax) { scopes.removeLast() }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(.type, [node.name.plainText], at: node.actorKeyword, attributes: node.attributes)
    }

    override func visitPost(_ node: ActorDeclSyntax) { scopes.removeLast() }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(.extension, node.extendedType.nameParts, at: node.extensionKeyword, attributes: node.attributes)
    }

    override func visitPost(_ node: ExtensionDeclSyntax) { scopes.removeLast() }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        declare(.type, [node.name.plainText], at: node.protocolKeyword)
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        declare(.type, [node.name.plainText], at: node.typealiasKeyword)
    }

    override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind {
        declare(.type, [node.name.plainText], at: node.macroKeyword)
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if let test = node.attributes.first(named: "Test") {
            facts.tests.append(
                TestFunction(
                    name: node.name.plainText, suites: scopes.flatMap(\.names),
                    isAsynchronous: node.signature.effectSpecifiers?.asyncSpecifier != nil,
                    isTimeLimited: test.mentions("timeLimit") || scopes.contains(where: \.isTimeLimited),
                    line: line(of: node.funcKeyword)))
        }
        return declare(.function, [node.name.plainText], at: node.funcKeyword)
    }

    private func declare(
        _ kind: Declaration.Kind, _ name: [String], at keyword: TokenSyntax
    ) -> SyntaxVisitorContinueKind {
        facts.declarations.append(Declaration(kind: kind, name: name, line: line(of: keyword)))
        return .visitChildren
    }

    private func enter(
        _ kind: Declaration.Kind, _ name: [String], at keyword: TokenSyntax, attributes: AttributeListSyntax
    ) -> SyntaxVisitorContinueKind {
        let isTimeLimited = attributes.first(named: "Suite")?.mentions("timeLimit") == true
        if isTimeLimited { facts.timeLimitedSuites.formUnion(name) }
        scopes.append(Scope(names: name, isTimeLimited: isTimeLimited))
        return declare(kind, name, at: keyword)
    }

    // MARK: Forbidden constructs

    override func visit(_ node: TokenSyntax) -> SyntaxVisitorContinueKind {
        note(Construct(mentionedBy: node), at: node)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        note(Construct(node), at: node)
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        note(Construct(node), at: node)
    }

    override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
        note(Construct(node), at: node)
    }

    override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
        note(node.questionOrExclamationMark?.tokenKind == .exclamationMark ? .forcedTry : nil, at: node)
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        note(node.name == "unchecked" ? .uncheckedSendable : nil, at: node)
    }

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        let isUnsafe = node.name.text == "nonisolated" && node.detail?.detail.text == "unsafe"
        return note(isUnsafe ? .unsafeIsolation : nil, at: node)
    }

    private func note(_ construct: Construct?, at node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
        if let construct {
            facts.constructs.append(SourceFacts.Use(construct: construct, line: line(of: node)))
        }
        return .visitChildren
    }
}
