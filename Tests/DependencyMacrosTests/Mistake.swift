// SPDX-License-Identifier: Apache-2.0

import Testing

/// A use of the macro that it reports, and what that source becomes if its mends are applied.
struct Mistake: CustomTestStringConvertible {
    let source: String
    let findings: [Expansion.Finding]
    /// `nil` where there is more than one way to put it right.
    let mended: String?

    /// A mistake in the arguments.
    init(_ arguments: String, _ findings: [Expansion.Finding], mended: String? = nil) {
        self.init(
            source: Self.source(arguments, "struct A {}"), findings,
            mended: mended.map { Self.source($0, "struct A {}") })
    }

    /// A mistake in the declaration.
    init(of declaration: String, _ findings: [Expansion.Finding], mended: String? = nil) {
        let arguments = "[Requirement(C.self)], inputs: [InputRequirement(D.self)]"
        self.init(
            source: Self.source(arguments, declaration), findings, mended: mended.map { Self.source(arguments, $0) })
    }

    /// A mistake between the arguments and the declaration.
    init(source: String, _ findings: [Expansion.Finding], mended: String? = nil) {
        self.source = source
        self.findings = findings
        self.mended = mended
    }

    var testDescription: String { source.split { $0 == "\n" || $0 == " " }.joined(separator: " ") }

    /// Arguments begin at column 5 of line 2.
    private static func source(_ arguments: String, _ declaration: String) -> String {
        "@DependencyRequirements(\n    \(arguments))\n\(declaration)"
    }
}
