// SPDX-License-Identifier: Apache-2.0

/// A target imports every dependency that it declares, or declares a macro that the dependency expands.
///
/// Programs that tests run are exempt.
struct UsedDependencies: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        let programs = Set(manifest.targets.filter { $0.kind == .executable }.map(\.name))
        let plugins = manifest.targets.filter { $0.kind == .macro }.map(\.name)
        return manifest.targets.flatMap { target -> [Violation] in
            let files = tree.swiftFiles.filter { manifest.target(owning: $0)?.name == target.name }
            guard !files.isEmpty else { return [] }
            let imported = Set(files.flatMap { $0.imports.map(\.module) })
            let expanded = plugins.filter { plugin in
                files.contains { $0.text.contains("#externalMacro(module: \"\(plugin)\"") }
            }
            let used = imported.union(expanded).union(target.kind == .test ? programs : [])
            return target.dependencies.map(\.name)
                .filter { !used.contains($0) }
                .map { Violation(Violation.manifestPath, "\(target.name) declares \($0) and never imports it") }
        }
    }
}
