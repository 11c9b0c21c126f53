// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension TokenSyntax {
    /// The name without backticks.
    var plainText: String { identifier?.name ?? text }
}

extension TypeSyntax {
    /// The parts of a possibly nested type's name, without generic arguments; empty for any other type.
    var nameParts: [String] {
        if let type = self.as(IdentifierTypeSyntax.self) { return [type.name.plainText] }
        if let type = self.as(MemberTypeSyntax.self) { return type.baseType.nameParts + [type.name.plainText] }
        return []
    }
}

extension ExprSyntax {
    /// The last part of a name such as `Swift.print` or `Task<Void, Never>`; nil for any other expression.
    var lastName: String? {
        if let name = self.as(DeclReferenceExprSyntax.self) { return name.baseName.plainText }
        if let member = self.as(MemberAccessExprSyntax.self) { return member.declName.baseName.plainText }
        return self.as(GenericSpecializationExprSyntax.self)?.expression.lastName
    }
}

extension AttributeSyntax {
    /// The last part of the attribute's name.
    var name: String? { attributeName.nameParts.last }

    /// Whether the arguments contain `word`.
    func mentions(_ word: String) -> Bool {
        arguments?.tokens(viewMode: .sourceAccurate).contains { $0.text == word } == true
    }
}

extension AttributeListSyntax {
    var attributes: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

    func first(named name: String) -> AttributeSyntax? {
        attributes.first { $0.name == name }
    }
}
