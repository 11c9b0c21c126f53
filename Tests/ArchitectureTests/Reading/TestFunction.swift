// SPDX-License-Identifier: Apache-2.0

/// A function with the attribute `@Test`.
struct TestFunction: Hashable, Sendable {
    let name: String
    /// The types and extensions around it, outermost first.
    let suites: [String]
    let isAsynchronous: Bool
    /// Whether the function itself or a suite around it in this file sets a time limit.
    let isTimeLimited: Bool
    let line: Int
}
