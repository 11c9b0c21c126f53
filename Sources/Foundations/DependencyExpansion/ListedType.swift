// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder

/// A type as an element of a list names it.
struct ListedType {
    /// What stands before `.self`, such as `ContentClient` or `(any NightClock)`.
    let expression: String
    /// The type without parentheses around it.
    let type: TypeSyntax

    /// Reads what stands before `.self`; `nil` if it is no type.
    init?(_ expression: String) {
        let parsed = TypeSyntax("\(raw: expression)")
        guard !parsed.hasError, parsed.trimmedDescription == expression,
            !parsed.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .keyword(.self) })
        else { return nil }
        type = Self.withoutParentheses(parsed).trimmed
        // `any P.self` would be something else than `(any P).self`.
        self.expression = parsed.is(SomeOrAnyTypeSyntax.self) ? "(\(expression))" : expression
    }

    /// `ContentClient.self`.
    var metatype: String { "\(expression).self" }

    /// The type of a property.
    var spelled: String { type.description }

    /// The type of an initialiser's parameter that is stored.
    var parameter: String {
        let bare = type.as(AttributedTypeSyntax.self)?.baseType ?? type
        return bare.is(FunctionTypeSyntax.self) ? "@escaping \(type)" : "\(type)"
    }

    /// The words of the name; `nil` if the type has none of its own.
    var words: [String]? { Self.words(of: type) }

    /// A name somebody may start from where the type has none.
    var suggestedWords: [String] {
        let words = type.tokens(viewMode: .sourceAccurate).compactMap { token -> String? in
            guard case .identifier(let text) = token.tokenKind, token.parent?.is(AttributeSyntax.self) != true else {
                return nil
            }
            return AccessorName.withoutBackticks(text)
        }
        return words + [suffix]
    }

    /// The type without spaces and comments, to tell it from others.
    var identity: String {
        type.tokens(viewMode: .sourceAccurate).map(\.text).joined(separator: " ")
    }

    private var suffix: String {
        switch type.as(TypeSyntaxEnum.self) {
        case .arrayType: "Array"
        case .dictionaryType: "Dictionary"
        case .optionalType: "Optional"
        case .functionType, .attributedType: "Function"
        case .tupleType: "Tuple"
        default: "Value"
        }
    }

    private static func withoutParentheses(_ type: TypeSyntax) -> TypeSyntax {
        guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
            only.firstName == nil, only.ellipsis == nil
        else { return type }
        return withoutParentheses(only.type)
    }

    private static func words(of type: TypeSyntax) -> [String]? {
        switch withoutParentheses(type).as(TypeSyntaxEnum.self) {
        case .identifierType(let identifier):
            words(identifier.name, identifier.genericArgumentClause)
        case .memberType(let member):
            words(of: member.baseType).flatMap { base in
                words(member.name, member.genericArgumentClause).map { base + $0 }
            }
        case .someOrAnyType(let constrained):
            words(of: constrained.constraint)
        default:
            nil
        }
    }

    private static func words(_ name: TokenSyntax, _ arguments: GenericArgumentClauseSyntax?) -> [String]? {
        var words = [AccessorName.withoutBackticks(name.text)]
        for argument in arguments?.arguments ?? [] {
            guard case .type(let type) = argument.argument, let more = Self.words(of: type) else { return nil }
            words += more
        }
        return words
    }
}
