// SPDX-License-Identifier: Apache-2.0

/// The part of `Package.swift` that the rules need.
struct Manifest: Hashable, Sendable {
    struct Target: Hashable, Sendable {
        enum Kind: String, Hashable, Sendable, Decodable {
            case regular
            case executable
            case test
            case system
            case macro
            case plugin
            case binary
        }

        struct Dependency: Hashable, Sendable {
            let name: String
            /// The package of a third-party product; nil for a target of ours.
            var package: String?
        }

        var name: String
        var kind: Kind
        var path: String
        var dependencies: [Dependency] = []
        var upcomingFeatures: Set<String> = []
        /// The language modes that this target sets instead of the package's.
        var languageModes: [String] = []
    }

    var languageModes: [String]
    var targets: [Target]
}

extension Manifest {
    func target(named name: String) -> Target? {
        targets.first { $0.name == name }
    }

    /// The target whose folder holds the file.
    func target(owning file: SourceFile) -> Target? {
        targets.first { file.path.hasPrefix($0.path + "/") }
    }

    /// Targets with a folder under `Sources`.
    var rooms: [Target] {
        targets.filter { $0.path.hasPrefix("Sources/") }
    }
}

extension Manifest.Target {
    /// The folder below `Sources`; nil for tests.
    var floor: String? {
        let parts = path.split(separator: "/").map(String.init)
        return parts.count > 1 && parts[0] == "Sources" ? parts[1] : nil
    }
}
