// SPDX-License-Identifier: Apache-2.0

import Testing

/// A use of the macro that it reports, and what that source becomes if its fix-its are applied.
struct Mistake: CustomTestStringConvertible {
    let source: String
    let diagnostics: [Expansion.Diagnostic]
    /// `nil` where there is more than one way to put it right.
    let corrected: String?

    /// A mistake in the arguments.
    init(_ arguments: String, _ diagnostics: [Expansion.Diagnostic], corrected: String? = nil) {
        self.init(
            source: Self.source(arguments, "struct A {}"), diagnostics,
            corrected: corrected.map { Self.source($0, "struct A {}") })
    }

    /// A mistake in the declaration.
    init(of declaration: String, _ diagnostics: [Expansion.Diagnostic], corrected: String? = nil) {
        let arguments = "[Requirement(C.self)], inputs: [InputRequirement(D.self)]"
        self.init(
            source: Self.source(arguments, declaration), diagnostics,
            corrected: corrected.map { Self.source(arguments, $0) })
    }

    /// A mistake between the arguments and the declaration.
    init(source: String, _ diagnostics: [Expansion.Diagnostic], corrected: String? = nil) {
        self.source = source
        self.diagnostics = diagnostics
        self.corrected = corrected
    }

    var testDescription: String { source.split { $0 == "\n" || $0 == " " }.joined(separator: " ") }

    /// Arguments begin at column 5 of line 2.
    private static func source(_ arguments: String, _ declaration: String) -> String {
        "@DependencyRequirements(\n    \(arguments))\n\(declaration)"
    }
}
