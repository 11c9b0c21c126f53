// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// What the rules need to know about a Swift file.
struct SourceFacts: Sendable {
    /// A forbidden construct and the line it begins on.
    struct Use: Hashable, Sendable {
        let construct: Construct
        let line: Int
    }

    var imports: [ImportLine] = []
    var declarations: [Declaration] = []
    var constructs: [Use] = []
    var tests: [TestFunction] = []
    /// The types whose `@Suite` sets a time limit.
    var timeLimitedSuites: Set<String> = []

    init() {}

    /// Parses `text` and collects everything in one pass over the syntax tree.
    init(of text: String) {
        let tree = Parser.parse(source: text)
        let visitor = SourceVisitor(SourceLocationConverter(fileName: "", tree: tree))
        visitor.walk(tree)
        self = visitor.facts
    }
}
