// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension SyntaxProtocol {
    /// The names that are looked up from where the node stands.
    var lookedUpNames: Set<String> {
        let collector = LookedUpNames(viewMode: .sourceAccurate)
        collector.walk(Syntax(self))
        return collector.names
    }
}

private final class LookedUpNames: SyntaxVisitor {
    var names: Set<String> = []

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.keyPathInParent != \MemberAccessExprSyntax.declName {
            names.insert(AccessorName.withoutBackticks(node.baseName.text))
        }
        return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        names.insert(AccessorName.withoutBackticks(node.name.text))
        return .visitChildren
    }
}
