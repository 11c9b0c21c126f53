// SPDX-License-Identifier: Apache-2.0

/// One file of the tree, read once.
struct SourceFile: Sendable {
    /// Relative to the package, such as `Sources/Foundations/CivilTime/Weekday.swift`.
    let path: String
    let text: String
    /// Empty for a file that is not Swift.
    let facts: SourceFacts

    init(path: String, text: String) {
        self.path = path
        self.text = text
        facts = path.hasSuffix(".swift") ? SourceFacts(of: text) : SourceFacts()
    }

    var imports: [ImportLine] { facts.imports }
    var declarations: [Declaration] { facts.declarations }
    var isSwift: Bool { path.hasSuffix(".swift") }
    var isSource: Bool { path.hasPrefix("Sources/") }
    var isTest: Bool { path.hasPrefix("Tests/") }

    /// The name with its ending, such as `Weekday.swift`.
    var name: String { String(path.split(separator: "/").last ?? "") }

    /// The folder below `Sources`; nil in tests.
    var floor: String? { folder(1) }

    /// The folder below the floor; nil in tests.
    var room: String? { folder(2) }

    private func folder(_ depth: Int) -> String? {
        let parts = path.split(separator: "/").map(String.init)
        return isSource && parts.count > depth + 1 ? parts[depth] : nil
    }

    /// Lines, counted as editors do.
    var lineCount: Int {
        let breaks = text.utf8.count { $0 == UInt8(ascii: "\n") }
        return text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? breaks : breaks + 1
    }
}
