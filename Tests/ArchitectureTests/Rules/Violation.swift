// SPDX-License-Identifier: Apache-2.0

/// A rule broken at a place.
struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// A file or folder relative to the package.
    let path: String
    var line: Int?
    let message: String

    init(_ path: String, line: Int? = nil, _ message: String) {
        self.path = path
        self.line = line
        self.message = message
    }

    var description: String {
        "\(path)\(line.map { ":\($0)" } ?? ""): \(message)"
    }

    static let manifestPath = "Package.swift"
}
