// SPDX-License-Identifier: Apache-2.0

import Foundation
import Processes

extension Manifest: Decodable {
    private enum CodingKeys: String, CodingKey {
        case targets
        case languageModes = "swiftLanguageVersions"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        targets = try container.decode([Target].self, forKey: .targets)
        languageModes = try container.decodeIfPresent([String].self, forKey: .languageModes) ?? []
    }

    /// Asks the package manager of the running toolchain; throws if it fails or takes longer than a minute.
    static func dump(root: URL) async throws -> Manifest {
        // Without `--ignore-lock` this waits for ever on the lock that `swift test` holds around the tests.
        let command = ["60", "swift", "package", "--package-path", root.path, "dump-package", "--ignore-lock"]
        let (code, output, errors) = try await ChildProcess.run("timeout", ["--kill-after=5"] + command)
        guard code == 0 else { throw DumpFailure(code: code, errors: errors) }
        return try JSONDecoder().decode(Manifest.self, from: Data(output.utf8))
    }

    struct DumpFailure: Error, CustomStringConvertible {
        let code: Int32
        let errors: String

        var description: String { "`swift package dump-package` ended with \(code): \(errors)" }
    }
}

extension Manifest.Target: Decodable {
    private enum CodingKeys: String, CodingKey {
        case name, path, dependencies, settings
        case kind = "type"
    }

    private struct Setting: Decodable {
        struct Value: Decodable {
            let text: String?

            private enum CodingKeys: String, CodingKey {
                case text = "_0"
            }

            init(from decoder: any Decoder) throws {
                // Flags and defines have lists here. The rules need only the two settings with a single text.
                text = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
            }
        }

        let kind: [String: Value]
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let settings = try container.decode([Setting].self, forKey: .settings)
        let name = try container.decode(String.self, forKey: .name)
        self.init(
            name: name,
            kind: try container.decode(Kind.self, forKey: .kind),
            path: try container.decodeIfPresent(String.self, forKey: .path) ?? "Sources/\(name)",
            dependencies: try container.decode([Dependency].self, forKey: .dependencies),
            upcomingFeatures: Set(settings.compactMap { $0.kind["enableUpcomingFeature"]?.text }),
            languageModes: settings.compactMap { $0.kind["swiftLanguageMode"]?.text })
    }
}

extension Manifest.Target.Dependency: Decodable {
    private enum CodingKeys: String, CodingKey {
        case byName, target, product
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.product) {
            var parts = try container.nestedUnkeyedContainer(forKey: .product)
            self.init(name: try parts.decode(String.self), package: try parts.decodeIfPresent(String.self))
        } else {
            var parts = try container.nestedUnkeyedContainer(forKey: container.contains(.target) ? .target : .byName)
            self.init(name: try parts.decode(String.self))
        }
    }
}
