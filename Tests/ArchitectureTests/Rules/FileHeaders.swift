// SPDX-License-Identifier: Apache-2.0

/// Swift files and C headers begin with the licence line.
struct FileHeaders: Rule {
    private static let header = "// SPDX-License-Identifier: Apache-2.0\n"

    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        tree.files.filter { ($0.isSwift || $0.path.hasSuffix(".h")) && !$0.text.hasPrefix(Self.header) }
            .map { Violation($0.path, "the first line is not the SPDX licence line") }
    }
}
