// SPDX-License-Identifier: Apache-2.0

/// No type has the name of a module: `Module.Type` would then mean a member of the type.
struct ModuleNames: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        let modules = Set(manifest.targets.map(\.name))
        return tree.swiftSources.flatMap { file in
            file.declarations.filter { $0.kind == .type && modules.contains($0.name[0]) }
                .map { Violation(file.path, line: $0.line, "type \($0.name[0]) has the name of a module") }
        }
    }
}
