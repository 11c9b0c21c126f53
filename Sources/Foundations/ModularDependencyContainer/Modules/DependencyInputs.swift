// SPDX-License-Identifier: Apache-2.0

/// The typed inputs of a module, one stored property each, so that forgetting one does not compile.
public protocol DependencyInputs: Sendable {
    /// Hands every input to the builder of the module or of one that contains it.
    func provide<Marker>(to builder: DependencyBuilder<Marker>)
}

/// The inputs of a module that has none.
public struct NoInputs: DependencyInputs, Hashable {
    /// The only value.
    public init() {}

    /// Provides nothing.
    public func provide<Marker>(to builder: DependencyBuilder<Marker>) {}
}
