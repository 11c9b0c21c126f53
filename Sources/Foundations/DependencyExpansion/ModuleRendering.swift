// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax
import SwiftSyntaxBuilder

/// The text of the generated members.
struct ModuleRendering {
    /// A requirement at its place in the list, with the name of its accessor if it has one.
    struct Entry {
        let index: Int
        let requirement: ListedRequirement
        let name: AccessorName?
    }

    let module: ModuleStruct
    let lists: [(list: RequirementList, entries: [Entry])]
    let children: [ListedType]
    /// The level of access that the module asks for its inputs; nil for the usual one.
    let inputsAccess: String?
    /// Generated members that the struct declares itself.
    let leftOut: Set<String>

    /// The members in the order in which they are promised.
    var members: [DeclSyntax] {
        ([container, initializer] + lists.map(declaration) + [childrenDeclaration] + accessors + [inputs])
            .compactMap { $0.map { "\(raw: $0)" } }
    }

    private var access: String { module.access }

    private var container: String? {
        guard !leftOut.contains("container") else { return nil }
        return """
            /// The container the module was built with.
            \(access)let container: DependencyContainer<\(module.name)>
            """
    }

    private var initializer: String? {
        guard !leftOut.contains("init(_:)") else { return nil }
        return """
            /// Gives typed access to a container of this module.
            \(access)init(_ container: DependencyContainer<\(module.name)>) {
                self.container = container
            }
            """
    }

    private func declaration(of list: RequirementList, _ entries: [Entry]) -> String? {
        guard !entries.isEmpty, !leftOut.contains(list.member) else { return nil }
        return """
            /// \(list.summary)
            \(access)static let \(list.member): [\(list.wrapper)] = [
            \(entries.map { "    \($0.requirement.call)," }.joined(separator: "\n"))
            ]
            """
    }

    private var childrenDeclaration: String? {
        guard !children.isEmpty, !leftOut.contains("children") else { return nil }
        return """
            /// The modules this one builds.
            \(access)static var children: [any DependencyRequirements.Type] {
                [\(children.map(\.metatype).joined(separator: ", "))]
            }
            """
    }

    private var accessors: [String?] {
        lists.flatMap { list, entries in
            entries.map { entry in entry.name.flatMap { accessor($0, of: entry, in: list) } }
        }
    }

    private func accessor(_ name: AccessorName, of entry: Entry, in list: RequirementList) -> String? {
        let function: String
        switch list {
        case .requirements, .provides: function = "dependency"
        case .mainActor, .mainActorProvides: function = "mainActorDependency"
        case .inputs: function = "input"
        case .childInputs: return nil
        }
        let isolation = list == .mainActor || list == .mainActorProvides ? "@MainActor " : ""
        let type = entry.requirement.type
        let index = entry.index + (list.continued.map(count) ?? 0)
        let summary = list.isProvision ? "/// The \(type.spelled) that the module provides.\n" : ""
        return """
            \(summary)\(isolation)\(list.isProvision ? access : "")var \(name.spelled): \(type.spelled) {
                container.\(function)(\(index), \(type.metatype))
            }
            """
    }

    private func count(of list: RequirementList) -> Int {
        lists.first { $0.list == list }?.entries.count ?? 0
    }

    private var inputs: String? {
        let entries = lists.first { $0.list == .inputs }?.entries ?? []
        guard !entries.isEmpty, !leftOut.contains("Inputs") else { return nil }
        return InputsRendering(module: module, access: inputsAccess, entries: entries).text
    }
}
