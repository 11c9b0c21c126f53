// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments
public import SleepModel

/// The whole setup as text.
public struct SetupTextDocument: Hashable, Codable, Sendable {
    /// The document as YAML.
    public var document: String
    /// What was set up and is not in the document, because it cannot be read.
    public var damaged: [DamagedRowDocument]

    /// Makes a document.
    public init(document: String, damaged: [DamagedRowDocument] = []) {
        self.document = document
        self.damaged = damaged
    }
}

/// What an import changed, or would change.
public struct ImportDocument: Hashable, Codable, Sendable {
    /// One change.
    public struct Change: Hashable, Codable, Sendable {
        /// What becomes of it.
        public enum Verb: String, Hashable, Codable, Sendable, CaseIterable {
            /// It is new.
            case added
            /// It is there before and after, but not the same.
            case changed
            /// It is gone.
            case removed
        }

        /// What it is.
        public enum Subject: String, Hashable, Codable, Sendable, CaseIterable {
            /// A paired device.
            case device
            /// A routine.
            case routine
            /// An alarm.
            case alarm
            /// A bedtime.
            case bedtime
            /// A pause of one device or of all.
            case pause
            /// A calendar of holidays.
            case holidays
            /// A group of devices.
            case group

            /// A schedule of a kind.
            public init(_ kind: ScheduleKind) {
                self =
                    switch kind {
                    case .routine: .routine
                    case .alarm: .alarm
                    case .bedtime: .bedtime
                    }
            }
        }

        /// What becomes of it.
        public var change: Verb
        /// What it is.
        public var kind: Subject
        /// Its name; null for a pause.
        @NullWhenAbsent public var name: String?
        /// The nickname of its device; null for a device, for a group, for holidays, and for a
        /// pause of all devices.
        @NullWhenAbsent public var device: String?
        /// What is different, in a few words; null for what is new or gone.
        @NullWhenAbsent public var detail: String?

        /// Makes a change.
        public init(change: Verb, kind: Subject, name: String?, device: String?, detail: String? = nil) {
            self.change = change
            self.kind = kind
            self.name = name
            self.device = device
            self.detail = detail
        }
    }

    /// Whether nothing was changed, because only a preview was asked for.
    public var dryRun: Bool
    /// The changes; empty when the setup already matches the document.
    public var changes: [Change]
    /// Devices that were forgotten while a schedule ran on them, could not be reached, and may still be on.
    public var maybeOn: [String]
    /// Devices that were forgotten and on which programs of Lull are left, or may be.
    public var programsLeft: [String]

    /// Makes a document.
    public init(dryRun: Bool, changes: [Change], maybeOn: [String] = [], programsLeft: [String] = []) {
        self.dryRun = dryRun
        self.changes = changes
        self.maybeOn = maybeOn
        self.programsLeft = programsLeft
    }
}

/// Replaces the setup by a document.
public struct ImportRequest: Hashable, Codable, Sendable {
    /// The document: YAML of at most 1 MiB, as an export writes it.
    public var document: String
    /// Whether to return only what would change.
    public var dryRun: Bool

    /// Makes a request.
    public init(document: String, dryRun: Bool = false) {
        self.document = document
        self.dryRun = dryRun
    }
}
