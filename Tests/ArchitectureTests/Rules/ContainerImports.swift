// SPDX-License-Identifier: Apache-2.0

/// Only `*Dependencies.swift` files, Composition, the container's test support and their tests import the container.
struct ContainerImports: Rule {
    private static let folders = [
        "Sources/Foundations/ContainerTestSupport/", "Sources/Apps/Composition/", "Tests/AppsTests/",
        "Tests/FoundationsTests/ModularDependencyContainer/", "Tests/FoundationsTests/Container",
    ]
    private static let names = ["Dependencies.swift", "DependenciesTests.swift"]

    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        tree.swiftFiles.flatMap { file -> [Violation] in
            guard !Self.folders.contains(where: file.path.hasPrefix), !Self.names.contains(where: file.name.hasSuffix)
            else { return [] }
            return file.imports.filter { $0.module == Modules.container }
                .map { Violation(file.path, line: $0.line, "only *Dependencies.swift files know the container") }
        }
    }
}
