// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// What the arguments of the macro say, without what was reported.
struct MacroArguments {
    private(set) var requirements: [ListedRequirement] = []
    private(set) var children: [ListedType] = []
    /// The level of access of the inputs; nil where it is not given.
    private(set) var inputsAccess: String?

    init(_ attribute: AttributeSyntax, in context: some MacroExpansionContext) {
        for argument in attribute.arguments?.as(LabeledExprListSyntax.self) ?? [] {
            guard argument.label?.text != "inputsAccess" else {
                readInputsAccess(argument.expression, in: context)
                continue
            }
            let list = RequirementList(label: argument.label?.text)
            guard let array = argument.expression.as(ArrayExprSyntax.self) else {
                context.report(.notAnArray(wrapper: list?.wrapper ?? ""), at: argument.expression)
                continue
            }
            let elements = array.elements.map(\.expression)
            if let list {
                requirements += elements.compactMap(RequirementReader(list: list, context: context).read)
            } else if argument.label?.text == "children" {
                readChildren(elements, in: context)
            }
        }
        requirements = Self.withoutRepetitions(requirements, in: context)
    }

    private mutating func readInputsAccess(_ expression: ExprSyntax, in context: some MacroExpansionContext) {
        let level = expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        if let level, ["internal", "package", "public"].contains(level) {
            inputsAccess = level
        } else {
            context.report(.inputsAccessNotLiteral, at: expression)
        }
    }

    private mutating func readChildren(_ elements: [ExprSyntax], in context: some MacroExpansionContext) {
        for element in elements {
            if let child = element.metatypeBase {
                if children.contains(where: { $0.identity == child.identity }) {
                    context.report(.sameChild(child.spelled), at: element)
                } else {
                    children.append(child)
                }
            } else {
                let child = element.bareType
                context.report(
                    .notAChild(element.trimmedDescription), at: element,
                    fixIt: child.map { .replacing(element, with: $0.metatype) })
                children += [child].compactMap(\.self)
            }
        }
    }

    /// The first element of each type and key; what goes to children has nothing to do with what the module sees.
    private static func withoutRepetitions(
        _ requirements: [ListedRequirement], in context: some MacroExpansionContext
    ) -> [ListedRequirement] {
        var own: Set<String> = []
        var childInputs: Set<String> = []
        return requirements.filter { requirement in
            let isNew =
                requirement.list == .childInputs
                ? childInputs.insert(requirement.identity).inserted : own.insert(requirement.identity).inserted
            if !isNew, !requirement.isFlawed {
                context.report(
                    .sameIdentity(requirement.type.spelled, isKeyed: requirement.key != nil), at: requirement.node)
            }
            return isNew
        }
    }
}
