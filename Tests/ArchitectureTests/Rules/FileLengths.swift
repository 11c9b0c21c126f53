// SPDX-License-Identifier: Apache-2.0

/// Swift files stay short: 400 lines in Sources, 600 in Tests.
struct FileLengths: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        tree.swiftFiles.compactMap { file in
            let limit = file.isSource ? 400 : 600
            return file.lineCount > limit
                ? Violation(file.path, "\(file.lineCount) lines, more than \(limit)") : nil
        }
    }
}
