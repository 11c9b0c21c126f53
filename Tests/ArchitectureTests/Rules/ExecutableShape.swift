// SPDX-License-Identifier: Apache-2.0

/// The programs are `lull`, `lull-local` and `lulld`, each one file of start-up code.
///
/// Programs that only tests run are test support.
struct ExecutableShape: Rule {
    private static let programs: Set = ["lull", "lull-local", "lulld"]

    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        let executables = manifest.targets.filter { $0.kind == .executable && !$0.path.hasPrefix("Tests/Support/") }
        let names = executables.map(\.name)
        let unexpected = Self.programs.symmetricDifference(names).sorted().map {
            Violation(Violation.manifestPath, "\($0) is \(names.contains($0) ? "an unknown" : "not a") program")
        }
        return unexpected
            + executables.compactMap { target in
                let count = tree.swiftSources.count { $0.path.hasPrefix(target.path + "/") }
                return count == 1 ? nil : Violation(target.path, "a program is one Swift file, not \(count)")
            }
    }
}
