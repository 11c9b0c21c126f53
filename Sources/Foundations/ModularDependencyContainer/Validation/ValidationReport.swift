// SPDX-License-Identifier: Apache-2.0

/// What a check of a whole tree of modules found.
public struct ValidationReport: Sendable, CustomStringConvertible {
    /// What would fail, each with its path.
    public let errors: [DependencyError]
    /// What works but is probably a mistake.
    public let warnings: [DependencyError]

    /// Each diagnostic on a line of its own; empty if there are none.
    public var description: String {
        (errors.map { "error: \($0)" } + warnings.map { "warning: \($0)" }).joined(separator: "\n")
    }
}
