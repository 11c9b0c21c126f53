// SPDX-License-Identifier: Apache-2.0

/// Sets up what a document says, in place of what is set up.
public struct ImportRequest: Hashable, Codable, Sendable {
    /// The document, of at most 1 MiB: YAML as an export writes it.
    public var document: String
    /// Whether only to say what would change.
    public var dryRun: Bool

    /// Makes a request.
    public init(document: String, dryRun: Bool = false) {
        self.document = document
        self.dryRun = dryRun
    }
}
