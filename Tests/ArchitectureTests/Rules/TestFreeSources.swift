// SPDX-License-Identifier: Apache-2.0

/// Sources import no test library, neither the toolchain's nor a target under `Tests`; the rooms that help those who write
/// tests may import the toolchain's.
struct TestFreeSources: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        let ours = manifest.targets.filter { $0.path.hasPrefix("Tests/") }.map(\.name)
        return tree.swiftSources.flatMap { file in
            let helps = manifest.target(owning: file).map { Modules.testSupport.contains($0.name) } ?? false
            let forbidden = Set(ours + ["XCTest"] + (helps ? [] : ["Testing"]))
            return file.imports.filter { forbidden.contains($0.module) }
                .map { Violation(file.path, line: $0.line, "Sources import the test library \($0.module)") }
        }
    }
}
