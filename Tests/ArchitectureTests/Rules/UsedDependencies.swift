// SPDX-License-Identifier: Apache-2.0

/// A declared dependency is imported somewhere in its target; programs that tests only run are excepted.
struct UsedDependencies: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        let programs = Set(manifest.targets.filter { $0.kind == .executable }.map(\.name))
        return manifest.targets.flatMap { target -> [Violation] in
            let files = tree.swiftFiles.filter { manifest.target(owning: $0)?.name == target.name }
            guard !files.isEmpty else { return [] }
            let imported = Set(files.flatMap { $0.imports.map(\.module) })
            return target.dependencies.map(\.name)
                .filter { !imported.contains($0) && !(target.kind == .test && programs.contains($0)) }
                .map { Violation(Violation.manifestPath, "\(target.name) declares \($0) and never imports it") }
        }
    }
}
