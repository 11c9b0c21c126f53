// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments

/// Everything that was set up, in a form to keep.
public struct SetupTextDocument: Hashable, Codable, Sendable {
    /// The document as YAML.
    public var document: String

    /// Makes a document.
    public init(document: String) {
        self.document = document
    }
}

/// What an import changed, or would change.
public struct ImportDocument: Hashable, Codable, Sendable {
    /// One thing that is not as it was.
    public struct Change: Hashable, Codable, Sendable {
        /// `added`, `changed` or `removed`.
        public var change: String
        /// `device`, `routine`, `alarm`, `bedtime` or `pause`.
        public var kind: String
        /// What it is called; null for a pause.
        @NullWhenAbsent public var name: String?
        /// The nickname of the device it is on; null for a device, and for the pause of everything.
        @NullWhenAbsent public var device: String?

        /// Makes a change.
        public init(change: String, kind: String, name: String?, device: String?) {
            self.change = change
            self.kind = kind
            self.name = name
            self.device = device
        }
    }

    /// Whether it was only asked what would change.
    public var dryRun: Bool
    /// The changes; empty when everything is as the document says.
    public var changes: [Change]
    /// Devices that are forgotten while something ran on them, could not be told, and may still be on.
    public var maybeOn: [String]

    /// Makes a document.
    public init(dryRun: Bool, changes: [Change], maybeOn: [String] = []) {
        self.dryRun = dryRun
        self.changes = changes
        self.maybeOn = maybeOn
    }
}

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
