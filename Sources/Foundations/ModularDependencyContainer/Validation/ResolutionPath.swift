// SPDX-License-Identifier: Apache-2.0

/// The chain of requests that led to a dependency, outermost first.
public struct ResolutionPath: Hashable, Sendable, CustomStringConvertible {
    /// One step of a path.
    public struct Frame: Hashable, Sendable, CustomStringConvertible {
        /// The module that registered the dependency, or that lacks it.
        public let module: String
        /// The dependency's type.
        public let type: String
        /// The description of its key.
        public let key: String?
        /// Its scope; `nil` where nothing is registered.
        public let scope: DependencyScope?
        /// The isolation it was registered or asked for with.
        public let isolation: DependencyIsolation
        /// Where it was registered or required; `nil` for a look-up by hand of something unknown.
        public let source: DependencySourceLocation?

        /// The type, followed by the key in brackets.
        public var description: String { labelled(type, key) }

        /// The same with scope, module and place.
        var detail: String {
            let place = source.map { " at \($0)" } ?? ""
            return "\(description) (\(scope.map { "\($0.rawValue) " } ?? "")in \(module)\(place))"
        }
    }

    /// The steps, outermost first.
    public let frames: [Frame]

    /// `A -> B -> C`.
    public var description: String {
        frames.map(\.description).joined(separator: " -> ")
    }

    /// `A (singleton in Module at Module/File.swift:12) -> B (in Module)`.
    public var detail: String {
        frames.map(\.detail).joined(separator: " -> ")
    }
}
