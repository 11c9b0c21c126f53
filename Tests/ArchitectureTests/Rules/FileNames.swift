// SPDX-License-Identifier: Apache-2.0

/// A file is named after something it declares: `Type.swift`, `Type+Topic.swift`.
///
/// A file may also have the name of a function without its verb (`withDeadline` in `Deadline.swift`), or of a family of
/// types by their last word in the plural (`DeviceDocument`, `SettingDocument` in `DeviceDocuments.swift`,
/// `DaemonOptions` in `CommandOptions.swift`).
struct FileNames: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        tree.swiftFiles.filter { $0.name != "main.swift" && !isNamedAfterDeclaration($0) }
            .map { Violation($0.path, "no type, extension or function of the file has its name") }
    }

    private func isNamedAfterDeclaration(_ file: SourceFile) -> Bool {
        let base = String(file.name.dropLast(".swift".count).prefix { $0 != "+" })
        let family = familyNames(of: base)
        return file.declarations.contains { declaration in
            // An extension of `[Element]` has no name.
            guard let first = declaration.name.first else { return false }
            return switch declaration.kind {
            case .type, .extension: declaration.name.contains(base) || family.contains(where: first.hasSuffix)
            case .function: first.lowercased().hasSuffix(base.lowercased())
            }
        }
    }

    /// The last word of a plural name, in the plural and in the singular: `Queries` and `Query` for `PlanQueries`.
    private func familyNames(of base: String) -> [String] {
        guard base.hasSuffix("s"), let start = base.lastIndex(where: \.isUppercase) else { return [] }
        let word = String(base[start...])
        // Otherwise any suite would match any test file.
        guard word != "Tests" else { return [] }
        return [word, word.hasSuffix("ies") ? word.dropLast(3) + "y" : String(word.dropLast())]
    }
}
