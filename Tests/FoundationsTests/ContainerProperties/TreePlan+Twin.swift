// SPDX-License-Identifier: Apache-2.0

// The opaque twin of a plan lists the children that only edges declare, because its factories build them by hand. A module
// collects from the children it lists, so nothing that such a child contributes may be collected by its parent.
extension TreePlan {
    /// Whether the twin collects something that the plan does not.
    var differsFromTwin: Bool { !uncollectedContributions.isEmpty }

    /// Makes local what only the twin would collect.
    mutating func hideUncollectedContributions() {
        for (module, index) in uncollectedContributions { modules[module].registrations[index].isLocal = true }
    }

    private var uncollectedContributions: [(module: Int, index: Int)] {
        modules.indices.flatMap { parent in
            let collected = Set(modules[parent].registrations.flatMap(\.edges).filter(\.collects).map(\.identity))
            return children(of: parent).filter { !modules[parent].children.contains($0) }.flatMap { child in
                modules[child].registrations.indices.filter { index in
                    let registration = modules[child].registrations[index]
                    return registration.role == .contribution && !registration.isLocal
                        && collected.contains(registration.identity)
                }
                .map { (child, $0) }
            }
        }
    }
}
