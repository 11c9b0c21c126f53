// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The text of the generated `Inputs`.
struct InputsRendering {
    /// The access of the struct, which the protocol asks for.
    private let access: String
    /// The access of what only those need who build the module.
    private let memberAccess: String
    private let module: String
    private let properties: [(name: String, requirement: ListedRequirement)]

    init(module: ModuleStruct, access: String?, entries: [ModuleRendering.Entry]) {
        self.access = module.access
        memberAccess = module.limited(access)
        self.module = module.name
        properties = entries.compactMap { entry in entry.name.map { ($0.spelled, entry.requirement) } }
    }

    /// `nil` without properties.
    var text: String? {
        guard !properties.isEmpty else { return nil }
        return """
            /// The run-time values that `\(module)` is built with.
            \(access)struct Inputs: DependencyInputs {
            \(lines(properties.flatMap { ["/// The input \($0.name).", declaration($0)] }))

                /// All inputs of the module.
                \(memberAccess)init(\(parameters)) {
            \(lines(properties.map { "    self.\($0.name) = \($0.name)" }))
                }

                /// Hands every input to the builder of the module or of one that contains it.
                \(access)func provide<\(marker)>(to builder: DependencyBuilder<\(marker)>) {
            \(lines(properties.map { "    builder.provideInput(\(arguments($0)))" }))
                }
            }
            """
    }

    private var parameters: String {
        properties.map { "\($0.name): \($0.requirement.type.parameter)" }.joined(separator: ", ")
    }

    /// The generic parameter, under a name that no input's type or key has.
    private var marker: String {
        let taken = properties.reduce(into: Set<String>()) { $0.formUnion($1.requirement.lookedUpNames) }
        return AccessorName("Marker")?.made(uniqueIn: taken) ?? "Marker"
    }

    private func declaration(_ property: (name: String, requirement: ListedRequirement)) -> String {
        "\(memberAccess)let \(property.name): \(property.requirement.type.spelled)"
    }

    private func arguments(_ property: (name: String, requirement: ListedRequirement)) -> String {
        let key = property.requirement.key.map { ["key: \($0.trimmedDescription)"] } ?? []
        return ([property.requirement.type.metatype] + key + ["self.\(property.name)"]).joined(separator: ", ")
    }

    /// Indented as a member of `Inputs` is.
    private func lines(_ parts: [String]) -> String {
        parts.map { "    \($0)" }.joined(separator: "\n")
    }
}
