// SPDX-License-Identifier: Apache-2.0

extension DependencyScope: Codable {}
extension DependencyIsolation: Codable {}

extension DependencyGraph {
    /// A place in source code.
    public struct Place: Codable, Hashable, Sendable, CustomStringConvertible {
        /// The module and file name.
        public let file: String
        /// The line, from 1.
        public let line: Int

        init(_ source: DependencySourceLocation) {
            file = source.fileID
            line = source.line
        }

        /// `Module/File.swift:12`.
        public var description: String { "\(file):\(line)" }
    }

    /// A reference to a registration or an input of the graph; the referring part has its type and key.
    public struct Target: Codable, Hashable, Sendable {
        /// The path of its module.
        public let module: String
        /// Its id.
        public let id: String
    }

    /// One registered factory.
    public struct Registration: Codable, Hashable, Sendable {
        /// What a registration is to others of its type and key.
        public enum Role: String, Codable, Hashable, Sendable, CaseIterable {
            /// The one that is resolved.
            case provider
            /// Stands in front of the one that would be resolved without it.
            case decorator
            /// One of many that are resolved together.
            case contribution
        }

        /// The path of its module, its type and its key.
        public let id: String
        /// The type it provides.
        public let type: String
        /// The description of its key.
        public let key: String?
        /// How long an instance lives.
        public let scope: DependencyScope
        /// Where its instances are built and touched.
        public let isolation: DependencyIsolation
        /// Whether children do not inherit it.
        public let isLocal: Bool
        /// What it is to others of its type and key.
        public let role: Role
        /// The registration that it hides: one of a module above, or what a decorator stands in front of.
        public let overrides: Target?
        /// Where it was registered.
        public let place: Place
        /// Whether a singleton is built now; `nil` for other scopes, where there is no container, and for the main
        /// actor's singletons if the graph was not made on the main actor.
        public let isBuilt: Bool?
        /// What its factory needs: declared edges in their order, or observed ones by name.
        public let edges: [Edge]
    }

    /// From a factory to one thing it needs; to each contribution, where it needs many.
    public struct Edge: Codable, Hashable, Sendable {
        /// What an edge leads to.
        public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
            /// A registration.
            case dependency
            /// An input.
            case input
            /// A child module.
            case child
            /// A contribution, one of all that are resolved together.
            case contributions
            /// A value of the context, which is no part of the graph.
            case context

            var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

            /// Whether something has to stand at its end.
            var needsTarget: Bool { self == .dependency || self == .input }
        }

        /// How the edge is known.
        public enum Origin: String, Codable, Hashable, Sendable, CaseIterable {
            /// The registration declares it.
            case declared
            /// The factory used it.
            case observed
        }

        /// The type it leads to.
        public let type: String
        /// The description of the key it leads to.
        public let key: String?
        /// What it leads to.
        public let kind: Kind
        /// How it is known.
        public let origin: Origin
        /// Where it leads; `nil` if no module provides it, for a context, and where nothing is contributed.
        public let target: Target?
    }

    /// One dependency a module lists as required.
    public struct Requirement: Codable, Hashable, Sendable {
        /// The required type.
        public let type: String
        /// The description of its key.
        public let key: String?
        /// Where the module may touch it.
        public let isolation: DependencyIsolation
        /// Where it was listed.
        public let place: Place
        /// The registration that provides it; `nil` if there is none.
        public let provider: Target?
    }

    /// One run-time value that a module sees, or passes to the modules below it.
    public struct Input: Codable, Hashable, Sendable {
        /// The path of its module, its type and its key.
        public let id: String
        /// The type of the value.
        public let type: String
        /// The description of its key.
        public let key: String?
        /// Where the module declares it; `nil` if it was only given.
        public let place: Place?
        /// The input of the module that got the value, this one or one above; `nil` if none did.
        public let provider: Target?
    }
}

extension DependencyGraph.Registration.Role {
    init(_ role: Registration.Role) {
        switch role {
        case .provider: self = .provider
        case .decorator: self = .decorator
        case .contribution: self = .contribution
        }
    }
}

// Documents of this project write every key, null where there is no value.

extension DependencyGraph.Registration {
    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(key, forKey: .key)
        try container.encode(scope, forKey: .scope)
        try container.encode(isolation, forKey: .isolation)
        try container.encode(isLocal, forKey: .isLocal)
        try container.encode(role, forKey: .role)
        try container.encode(overrides, forKey: .overrides)
        try container.encode(place, forKey: .place)
        try container.encode(isBuilt, forKey: .isBuilt)
        try container.encode(edges, forKey: .edges)
    }
}

extension DependencyGraph.Edge {
    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(key, forKey: .key)
        try container.encode(kind, forKey: .kind)
        try container.encode(origin, forKey: .origin)
        try container.encode(target, forKey: .target)
    }
}

extension DependencyGraph.Requirement {
    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(type, forKey: .type)
        try container.encode(key, forKey: .key)
        try container.encode(isolation, forKey: .isolation)
        try container.encode(place, forKey: .place)
        try container.encode(provider, forKey: .provider)
    }
}

extension DependencyGraph.Input {
    /// Writes every key, null where there is no value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(key, forKey: .key)
        try container.encode(place, forKey: .place)
        try container.encode(provider, forKey: .provider)
    }
}
