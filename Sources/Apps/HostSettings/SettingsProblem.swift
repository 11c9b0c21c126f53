// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a setting, in one sentence that says where.
public struct SettingsProblem: Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
