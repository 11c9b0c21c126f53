// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer

/// The mocks of a module and of all it imports.
struct MockCollection {
    /// What the module itself registered; imported modules have their own reports.
    let own: RegistrationTable
    let ownInputs: [InputRequirement]
    /// Everything the container of mocks holds.
    let table: RegistrationTable
    /// The values of the context that the module and those it imports give; those of the module come last and count.
    let context: [ContextOverride]
    /// What the module registers for itself when it is built.
    let registered: Set<DependencyName>
    /// What the module and those it imports need from a container above.
    let needs: Set<DependencyName>

    /// Registers the mocks of the module and of every module it imports, once each, even if they import each other.
    init<Module: MockedDependencies>(_ module: Module.Type) throws(DependencyError) {
        var walk = Walk()
        try walk.visit(module)
        // Importers come before what they import, and the module before all.
        let parts = walk.parts.reversed()
        own = parts.first?.mocks ?? RegistrationTable()
        ownInputs = parts.first?.inputs ?? []
        registered = parts.first?.registered ?? []
        needs = parts.first?.needs ?? []
        context = walk.parts.flatMap(\.context)
        var table = RegistrationTable()
        for part in parts { table.add(part.mocks) }
        // A module must not register what its parent provides unless it lists it. Mocks that use it still find it.
        table.hide(Set(parts.flatMap(\.registered)).subtracting(needs))
        self.table = table
    }

    /// The mocks by name.
    var mocks: [DependencyName: RegistrationTable.Entry] {
        Dictionary(table.entries.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The needs, and the declared needs of their mocks in turn.
    var used: Set<DependencyName> {
        let mocks = mocks
        var used: Set<DependencyName> = []
        var open = Array(needs)
        while let name = open.popLast() {
            guard used.insert(name).inserted else { continue }
            open += mocks[name]?.needs ?? []
        }
        return used
    }
}

/// A walk over modules that import each other's mocks.
private struct Walk {
    struct Part {
        let mocks: RegistrationTable
        let inputs: [InputRequirement]
        let context: [ContextOverride]
        let registered: Set<DependencyName>
        let needs: Set<DependencyName>
    }

    /// Imported modules come before the modules that import them.
    private(set) var parts: [Part] = []
    private var seen: Set<ObjectIdentifier> = []
    private var needsOfSeen: [ObjectIdentifier: Set<DependencyName>] = [:]

    mutating func visit<Module: MockedDependencies>(_ module: Module.Type) throws(DependencyError) {
        guard seen.insert(ObjectIdentifier(module)).inserted else { return }
        let mocks = MockBuilder<Module>()
        let table = try mocks.builder.table { try Module.registerMocks(in: mocks) }
        let production = try DependencyBuilder<Module>.rehearsal().entries
        // The last import first, because the order is reversed at the end.
        for imported in mocks.imports.reversed() {
            try visit(imported)
        }
        let providers = production.filter(\.isProvider)
        let overriding = Set(production.filter(\.needsItsOwnName).map(\.name))
        let registered = Set(providers.map(\.name))
        let inherited = Set(providers.filter { !$0.isLocal }.map(\.name))
        let imported = mocks.imports.flatMap { needsOfSeen[ObjectIdentifier($0)] ?? [] }
        let own = (module.requirements + module.mainActorRequirements).map(\.name) + production.flatMap(\.needs)
        let needs = Set(own).subtracting(registered).union(overriding)
            .union(module.inputRequirements.map(\.name))
            .union(Set(imported).subtracting(inherited))
        needsOfSeen[ObjectIdentifier(module)] = needs
        parts.append(
            Part(
                mocks: table, inputs: mocks.inputs, context: mocks.overrides, registered: registered, needs: needs))
    }
}
