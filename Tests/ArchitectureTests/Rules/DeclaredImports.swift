// SPDX-License-Identifier: Apache-2.0

/// A file imports only what its target declares, because SwiftPM accepts any module that happens to be built.
///
/// `@_exported` and, in Sources, `@testable` are refused too, because they go around the other rules.
struct DeclaredImports: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        tree.swiftFiles.flatMap { file -> [Violation] in
            guard let target = manifest.target(owning: file) else { return [] }
            let allowed = Modules.system.union(target.dependencies.map(\.name))
                .union(file.isTest ? Modules.testing : [])
                .union(Modules.testSupport.contains(target.name) ? ["Testing"] : [])
                .union(Modules.platforms.filter { $0.value.contains(target.name) }.keys)
            return file.imports.flatMap { imported -> [Violation] in
                var found: [Violation] = []
                if !allowed.contains(imported.module) {
                    found.append(
                        Violation(
                            file.path, line: imported.line,
                            "\(target.name) imports \(imported.module), which its row does not list"))
                }
                for attribute in imported.attributes
                where attribute == "_exported" || (attribute == "testable" && file.isSource) {
                    found.append(
                        Violation(file.path, line: imported.line, "@\(attribute) import of \(imported.module)"))
                }
                return found
            }
        }
    }
}
