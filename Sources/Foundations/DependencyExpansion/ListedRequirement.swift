// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// What one element of a list says.
struct ListedRequirement {
    enum Name {
        case derived
        case chosen(AccessorName, at: ExprSyntax)
        /// Not readable, which was reported.
        case unreadable
    }

    let list: RequirementList
    let type: ListedType
    /// The element without its comma.
    let node: ExprSyntax
    /// The argument after which a fix-it adds an `accessorName`; `nil` if the element is not a call yet.
    let lastIdentifyingArgument: ExprSyntax?
    let key: ExprSyntax?
    let name: Name
    /// Whether a mistake in it was reported; no other is reported then.
    let isFlawed: Bool
    /// The element as the generated list repeats it.
    let call: String

    /// The type and key, which distinguish it from others of its list.
    var identity: String {
        let key = key?.tokens(viewMode: .sourceAccurate).map(\.text).joined(separator: " ")
        return "\(type.identity)[\(key ?? "")]"
    }

    /// The name its accessor should have; `nil` if none can be derived.
    var candidate: AccessorName? {
        switch name {
        case .chosen(let name, _): name
        case .unreadable: nil
        case .derived where hasNamelessKey: nil
        case .derived: type.words.flatMap { AccessorName(words: $0, key: keyComponent) }
        }
    }

    /// A name to propose where none can be derived.
    var suggestion: AccessorName? {
        let prefix = hasNamelessKey ? ["keyed"] : []
        return AccessorName(words: prefix + (type.words ?? type.suggestedWords), key: keyComponent)
    }

    /// What generated code refers to by a plain name.
    var lookedUpNames: Set<String> {
        type.type.lookedUpNames.union(key?.lookedUpNames ?? [])
    }

    /// Whether there is a key without a last component that is an identifier.
    var hasNamelessKey: Bool { key != nil && keyComponent == nil }

    private var keyComponent: String? {
        guard let component = key.flatMap(Self.lastComponent), AccessorName(component) != nil,
            !AccessorName.unusable.contains(component)
        else { return nil }
        return component
    }

    private static func lastComponent(of key: ExprSyntax) -> String? {
        let name = key.as(MemberAccessExprSyntax.self)?.declName ?? key.as(DeclReferenceExprSyntax.self)
        if let name, name.argumentNames == nil { return AccessorName.withoutBackticks(name.baseName.text) }
        return key.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
}
