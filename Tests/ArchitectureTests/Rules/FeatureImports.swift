// SPDX-License-Identifier: Apache-2.0

/// Composition builds the features in `*Dependencies.swift` files and does not use them: it holds no use case.
///
/// A feature is a room of `Night` that declares its dependencies to the container.
struct FeatureImports: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        let features = Set(
            manifest.rooms
                .filter { $0.floor == Modules.night && $0.dependencies.map(\.name).contains(Modules.container) }
                .map(\.name))
        return tree.swiftSources.filter { $0.room == Modules.composition && !$0.name.hasSuffix("Dependencies.swift") }
            .flatMap { file in
                file.imports.filter { features.contains($0.module) }.map {
                    Violation(
                        file.path, line: $0.line, "only *Dependencies.swift files of Composition know \($0.module)")
                }
            }
    }
}
