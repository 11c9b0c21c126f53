// SPDX-License-Identifier: Apache-2.0

public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Generates what a module's struct needs to conform to `DependencyRequirements`.
///
/// The compiler's plugin only gives it a name. It is a library, because tests that depend on a macro target compile it
/// twice.
public protocol DependencyRequirementsExpansion: MemberMacro, ExtensionMacro {}

extension DependencyRequirementsExpansion {
    /// The members in the order of the protocol; reports what it cannot generate.
    public static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let declaration = declaration.as(StructDeclSyntax.self) else {
            context.report(.notAStruct(declaration.kindInWords), at: node)
            return []
        }
        let module = ModuleStruct(declaration, in: context)
        guard module.reportGenericParameters(node, in: context) else {
            let leftOut = module.reportOwnMembers(generating: [], in: context)
            return ModuleRendering(
                module: module, lists: [], children: [], inputsAccess: nil, leftOut: leftOut
            ).members
        }
        let arguments = MacroArguments(node, in: context)
        let lists = RequirementList.allCases.map { list in
            (list, arguments.requirements.filter { $0.list == list })
        }
        let generated =
            lists.filter { !$0.1.isEmpty }.flatMap(\.0.members) + (arguments.children.isEmpty ? [] : ["children"])
        let leftOut = module.reportOwnMembers(generating: Set(generated), in: context)
        var naming = AccessorNaming(arguments.requirements, of: module, in: context)
        let named = lists.map { list, requirements in
            (
                list: list,
                entries: requirements.enumerated().map { index, requirement in
                    ModuleRendering.Entry(
                        index: index, requirement: requirement,
                        name: list.hasAccessors ? naming.name(of: requirement) : nil)
                }
            )
        }
        return ModuleRendering(
            module: module, lists: named, children: arguments.children, inputsAccess: arguments.inputsAccess,
            leftOut: leftOut
        ).members
    }

    /// The conformance, where the struct does not state it; silent, because the members report everything.
    public static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard declaration.is(StructDeclSyntax.self), !protocols.isEmpty, !declaration.statesConformance else {
            return []
        }
        return [try ExtensionDeclSyntax("extension \(type.trimmed): DependencyRequirements {}")]
    }
}

extension DeclGroupSyntax {
    fileprivate var statesConformance: Bool {
        inheritanceClause?.inheritedTypes.contains { inherited in
            inherited.type.trimmedDescription.split(separator: ".").last == "DependencyRequirements"
        } ?? false
    }

    fileprivate var kindInWords: String {
        switch kind {
        case .classDecl: "a class"
        case .actorDecl: "an actor"
        case .enumDecl: "an enumeration"
        case .protocolDecl: "a protocol"
        case .extensionDecl: "an extension"
        default: "something else"
        }
    }
}
