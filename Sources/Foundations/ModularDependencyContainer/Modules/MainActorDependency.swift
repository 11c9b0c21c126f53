// SPDX-License-Identifier: Apache-2.0

/// Marks a type that only the main actor may resolve, so that `resolve` from anywhere else does not compile.
@MainActor
public protocol MainActorDependency: Sendable {}
