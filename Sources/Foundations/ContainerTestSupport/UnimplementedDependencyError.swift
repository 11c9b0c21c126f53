// SPDX-License-Identifier: Apache-2.0

public import ModularDependencyContainer

/// A test used a dependency that was registered as unimplemented; the `underlying` error of a `factory_failed`.
public struct UnimplementedDependencyError: Error, Hashable, CustomStringConvertible {
    /// The type, followed by the key in brackets.
    public let dependency: String
    /// Where it was registered.
    public let source: DependencySourceLocation

    init(_ requirement: Requirement) {
        dependency = requirement.description
        source = requirement.location
    }

    /// One sentence with the place.
    public var description: String { "\(dependency) is used, but registered as unimplemented at \(source)" }
}
