// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// The struct the macro is attached to, as far as the generated members depend on it.
struct ModuleStruct {
    let name: String
    /// The access modifier of generated members, with the space behind it.
    let access: String
    let ownMembers: [OwnMember]
    private let genericParameters: GenericParameterClauseSyntax?
    private let isInsideGeneric: Bool

    init(_ declaration: StructDeclSyntax, in context: some MacroExpansionContext) {
        name = declaration.name.text
        access = Self.access(of: declaration, in: context)
        ownMembers = OwnMember.all(of: declaration)
        genericParameters = declaration.genericParameterClause
        isInsideGeneric = context.lexicalContext.contains { $0.hasGenericParameters }
    }

    /// The modifier for this level of access, with the space behind it; not beyond the struct's own.
    func limited(_ level: String?) -> String {
        switch level {
        case "public": access
        case "package": access.isEmpty ? "" : "package "
        default: ""
        }
    }

    /// Whether it can have static stored members; if not, that was reported.
    func reportGenericParameters(_ attribute: AttributeSyntax, in context: some MacroExpansionContext) -> Bool {
        if let genericParameters {
            context.report(.generic, at: genericParameters)
        } else if isInsideGeneric {
            context.report(.insideGeneric, at: attribute)
        }
        return genericParameters == nil && !isInsideGeneric
    }

    /// The names of generated members that the struct declares itself, which was reported.
    func reportOwnMembers(generating generated: Set<String>, in context: some MacroExpansionContext) -> Set<String> {
        var declared: Set<String> = []
        for member in ownMembers {
            let isGenerated =
                switch member.kind {
                case .stored, .computed: member.name == "container"
                case .static, .type: generated.contains(member.name)
                case .containerInitializer: true
                }
            if isGenerated {
                declared.insert(member.name)
                let fixIt = member.removable.map { FixItEdit.removing($0, named: member.name) }
                context.report(.ownMember(member.name), at: member.node, fixIt: fixIt)
            } else if member.kind == .stored {
                context.report(.storedProperty(member.name), at: member.node)
            }
        }
        return declared
    }

    /// A private struct's members need no modifier: they reach as far as the struct does.
    private static func access(of declaration: StructDeclSyntax, in context: some MacroExpansionContext) -> String {
        let levels = ["public", "package", "internal", "fileprivate", "private"]
        func level(_ modifiers: DeclModifierListSyntax) -> String? {
            modifiers.map(\.name.text).first(where: levels.contains)
        }
        let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self).flatMap { level($0.modifiers) }
        let access = level(declaration.modifiers) ?? enclosing
        return access == "public" || access == "package" ? "\(access ?? "") " : ""
    }
}

extension Syntax {
    fileprivate var hasGenericParameters: Bool {
        asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
}
