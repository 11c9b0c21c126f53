// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// Teardowns that failed when a test container was shut down.
public struct TeardownError: Error, Sendable, CustomStringConvertible {
    /// What the test itself threw before.
    public let bodyError: (any Error)?
    /// The teardowns that threw, in their order.
    public let failures: [ShutdownReport.Entry]

    /// What the test threw, then each failure, on lines of their own.
    public var description: String {
        ((bodyError.map { ["\($0)"] } ?? []) + failures.map { "Teardown of \($0)" }).joined(separator: "\n")
    }
}
