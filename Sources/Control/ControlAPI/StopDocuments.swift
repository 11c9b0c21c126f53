// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments
public import SleepModel

/// What was ended on a device.
public struct StopDocument: Hashable, Codable, Sendable {
    /// The device's address.
    public var address: MacAddress
    /// Its nickname.
    public var name: String
    /// What was ended, alarms first; empty when nothing ran.
    public var ended: [EndedDocument]
    /// Whether it has not taken the end yet, and may go on until Lull reaches it.
    public var stopPending: Bool
    /// What somebody should know, in a sentence; null when there is nothing.
    @NullWhenAbsent public var warning: String?

    /// Makes a document.
    public init(
        address: MacAddress, name: String, ended: [EndedDocument], stopPending: Bool, warning: String? = nil
    ) {
        self.address = address
        self.name = name
        self.ended = ended
        self.stopPending = stopPending
        self.warning = warning
    }
}

/// Something that was ended.
public struct EndedDocument: Hashable, Codable, Sendable {
    /// What can be ended.
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        /// A routine that ran.
        case routine
        /// An alarm that rang, snoozed or showed its sunrise.
        case alarm
        /// A night.
        case bedtime
        /// A nap.
        case nap
        /// What somebody had set by hand.
        case manual
        /// The device's own sleep timer.
        case timer

        /// The kind of something scheduled.
        public init(_ kind: ScheduleKind) {
            self =
                switch kind {
                case .routine: .routine
                case .alarm: .alarm
                case .bedtime: .bedtime
                }
        }
    }

    /// What it is.
    public var kind: Kind
    /// The schedule's name; null for what is not scheduled.
    @NullWhenAbsent public var name: String?
    /// The schedule; null for what is not scheduled.
    @NullWhenAbsent public var subject: Route?

    /// Makes a document of something scheduled.
    public init(_ run: RunningDocument) {
        (kind, name, subject) = (Kind(run.kind), run.name, run.subject)
    }

    /// Makes a document of something that is not scheduled.
    public init(_ kind: Kind) {
        self.kind = kind
        name = nil
        subject = nil
    }
}
