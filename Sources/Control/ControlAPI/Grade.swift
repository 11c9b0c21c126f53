// SPDX-License-Identifier: Apache-2.0

/// How much somebody may do; who may do more may also do what needs less.
public enum Grade: String, Hashable, Comparable, Sendable, CaseIterable {
    /// See how everything stands.
    case read
    /// Change what happens now or on single dates.
    case control
    /// Change what is set up.
    case admin

    private var height: Int {
        switch self {
        case .read: 0
        case .control: 1
        case .admin: 2
        }
    }

    /// Whether `one` may do less than `other`.
    public static func < (one: Grade, other: Grade) -> Bool {
        one.height < other.height
    }
}
