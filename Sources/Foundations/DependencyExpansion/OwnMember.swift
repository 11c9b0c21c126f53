// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// A member that the struct declares itself.
struct OwnMember {
    enum Kind {
        case stored
        case computed
        case `static`
        case type
        /// The initialiser that the protocol demands.
        case containerInitializer
    }

    let name: String
    let kind: Kind
    let node: Syntax
    /// The item to remove from the struct; `nil` if it shares a declaration with other members.
    let removable: MemberBlockItemSyntax?

    var isStatic: Bool { kind == .static }

    /// The members of a struct that can collide with generated ones; methods with parameters cannot.
    static func all(of declaration: StructDeclSyntax) -> [OwnMember] {
        members(of: declaration.memberBlock.members)
    }

    private static func members(of list: MemberBlockItemListSyntax) -> [OwnMember] {
        list.flatMap { item -> [OwnMember] in
            switch item.decl.as(DeclSyntaxEnum.self) {
            case .ifConfigDecl(let condition):
                condition.clauses.flatMap { $0.elements?.as(MemberBlockItemListSyntax.self).map(members) ?? [] }
            case .variableDecl(let variable):
                properties(of: variable, in: item)
            case .functionDecl(let function):
                function.signature.parameterClause.parameters.isEmpty
                    ? [member(function.name.text, isStatic(function.modifiers) ? .static : .computed, item)] : []
            case .initializerDecl(let initializer) where isContainerInitializer(initializer):
                [member("init(_:)", .containerInitializer, item)]
            default:
                item.decl.asProtocol((any NamedDeclSyntax).self).map { [member($0.name.text, .type, item)] } ?? []
            }
        }
    }

    private static func properties(of variable: VariableDeclSyntax, in item: MemberBlockItemSyntax) -> [OwnMember] {
        variable.bindings.map { binding in
            let kind: Kind =
                if isStatic(variable.modifiers) { .static } else if isStored(binding) { .stored } else { .computed }
            return OwnMember(
                name: AccessorName.withoutBackticks(binding.pattern.trimmedDescription), kind: kind,
                node: Syntax(binding.pattern), removable: variable.bindings.count == 1 ? item : nil)
        }
    }

    private static func member(_ name: String, _ kind: Kind, _ item: MemberBlockItemSyntax) -> OwnMember {
        OwnMember(name: AccessorName.withoutBackticks(name), kind: kind, node: Syntax(item.decl), removable: item)
    }

    private static func isStatic(_ modifiers: DeclModifierListSyntax) -> Bool {
        modifiers.contains { $0.name.tokenKind == .keyword(.static) }
    }

    private static func isStored(_ binding: PatternBindingSyntax) -> Bool {
        guard let accessors = binding.accessorBlock?.accessors else { return true }
        guard case .accessors(let list) = accessors else { return false }
        return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }

    private static func isContainerInitializer(_ initializer: InitializerDeclSyntax) -> Bool {
        let parameters = initializer.signature.parameterClause.parameters
        return parameters.count == 1
            && parameters.first.map { $0.firstName.text == "_" && "\($0.type)".contains("DependencyContainer") }
                ?? false
    }
}
