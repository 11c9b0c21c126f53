// SPDX-License-Identifier: Apache-2.0

/// Where a dependency is built and may be touched.
public enum DependencyIsolation: String, Hashable, Sendable, CaseIterable {
    /// Anywhere; the value is `Sendable`.
    case nonisolated
    /// Only on the main actor.
    case mainActor = "main_actor"
}
