// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension ExprSyntax {
    /// The type in `type.self`.
    var metatypeBase: ListedType? {
        guard let access = self.as(MemberAccessExprSyntax.self), access.declName.baseName.tokenKind == .keyword(.self)
        else { return nil }
        return access.base.flatMap { ListedType($0.trimmedDescription) }
    }

    /// The type, if `.self` is missing or misplaced; a lower-case name is a value and not a type.
    var bareType: ListedType? {
        let text = trimmedDescription
        // `any P.self` puts `.self` in the wrong place.
        guard let type = ListedType(text.hasSuffix(".self") ? String(text.dropLast(5)) : text) else { return nil }
        let name =
            type.type.as(IdentifierTypeSyntax.self)?.name ?? type.type.as(MemberTypeSyntax.self)?.name
        return name?.text.first?.isUppercase ?? true ? type : nil
    }
}
