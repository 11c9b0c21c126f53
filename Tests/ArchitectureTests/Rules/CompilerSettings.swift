// SPDX-License-Identifier: Apache-2.0

/// Every target is compiled in Swift 6 mode with the same three upcoming features.
struct CompilerSettings: Rule {
    private static let features: Set = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]

    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        var found: [Violation] = []
        if manifest.languageModes != ["6"] {
            found.append(Violation(Violation.manifestPath, "the package is not in Swift 6 language mode alone"))
        }
        for target in manifest.targets where target.kind != .system {
            if target.languageModes.contains(where: { $0 != "6" }) {
                found.append(Violation(Violation.manifestPath, "\(target.name) leaves Swift 6 language mode"))
            }
            for feature in Self.features.subtracting(target.upcomingFeatures).sorted() {
                found.append(Violation(Violation.manifestPath, "\(target.name) does not enable \(feature)"))
            }
        }
        return found
    }
}
