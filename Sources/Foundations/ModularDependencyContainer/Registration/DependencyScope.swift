// SPDX-License-Identifier: Apache-2.0

/// How long an instance lives and who shares it.
public enum DependencyScope: String, Hashable, Sendable, CaseIterable {
    /// One instance, owned by the container that registered it and shared with everything below that container.
    case singleton
    /// One instance per container that asks.
    case scoped
    /// A new instance each time.
    case instance
}
