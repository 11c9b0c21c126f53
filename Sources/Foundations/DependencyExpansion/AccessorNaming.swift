// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxMacros

/// Gives every requirement its own name, and reports those that cannot have one.
struct AccessorNaming<Context: MacroExpansionContext> {
    /// Members that the macro generates or that every module has from the protocol.
    static var reserved: Set<String> {
        [
            "container", "requirements", "mainActorRequirements", "provisions", "mainActorProvisions",
            "inputRequirements", "childInputs", "children", "Inputs", "buildChild", "registerDependencies",
        ]
    }

    private let module: String
    private let context: Context
    private let own: Set<String>
    /// Names that the lists refer to; an accessor of that name would hide them from the generated code.
    private let lookedUp: Set<String>
    private var given: Set<String> = []
    private var suggested: Set<String>

    init(_ requirements: [ListedRequirement], of module: ModuleStruct, in context: Context) {
        self.module = module.name
        own = Set(module.ownMembers.filter { !$0.isStatic }.map(\.name))
        self.context = context
        lookedUp = requirements.reduce(into: []) { names, requirement in
            names.formUnion(requirement.lookedUpNames)
        }
        suggested = Set(requirements.compactMap { $0.candidate?.text })
            .union(Self.reserved).union(AccessorName.unusable).union(own).union(lookedUp)
    }

    /// The name of the accessor; `nil` if there is none, which is then reported.
    mutating func name(of requirement: ListedRequirement) -> AccessorName? {
        if case .unreadable = requirement.name { return nil }
        guard let name = requirement.candidate else {
            reject(
                requirement,
                requirement.hasNamelessKey
                    ? .namelessKey(requirement.key?.trimmedDescription ?? "")
                    : .namelessType(requirement.type.spelled),
                insteadOf: nil)
            return nil
        }
        guard let obstacle = obstacle(to: name.text) else {
            given.insert(name.text)
            return name
        }
        reject(requirement, obstacle, insteadOf: name)
        return nil
    }

    private func obstacle(to name: String) -> ExpansionDiagnostic? {
        if Self.reserved.contains(name) || AccessorName.unusable.contains(name) { return .reservedName(name) }
        if own.contains(name) { return .ownName(name, module: module) }
        if given.contains(name) { return .sameName(name) }
        return lookedUp.contains(name) ? .hidingName(name) : nil
    }

    private mutating func reject(
        _ requirement: ListedRequirement, _ diagnostic: ExpansionDiagnostic, insteadOf name: AccessorName?
    ) {
        guard !requirement.isFlawed else { return }
        let free = (name ?? requirement.suggestion)?.made(uniqueIn: suggested)
        free.map { _ = suggested.insert($0) }
        if case .chosen(_, let argument) = requirement.name {
            context.report(diagnostic, at: argument, fixIt: free.map { .replacing(argument, with: "\"\($0)\"") })
        } else {
            let fixIt = free.flatMap { free in
                requirement.lastIdentifyingArgument.map { FixItEdit.naming(free, after: $0) }
            }
            context.report(diagnostic, at: requirement.node, fixIt: fixIt)
        }
    }
}
