// SPDX-License-Identifier: Apache-2.0

/// Sources import no test library, neither the toolchain's nor a target under `Tests`.
struct TestFreeSources: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        let ours = manifest.targets.filter { $0.path.hasPrefix("Tests/") }.map(\.name)
        let forbidden = Set(ours + ["Testing", "XCTest"])
        return tree.swiftSources.flatMap { file in
            file.imports.filter { forbidden.contains($0.module) }
                .map { Violation(file.path, line: $0.line, "Sources import the test library \($0.module)") }
        }
    }
}
