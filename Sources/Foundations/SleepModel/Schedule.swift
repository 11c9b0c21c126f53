// SPDX-License-Identifier: Apache-2.0

public import CivilTime

/// The identity of a schedule, kept through edits.
public struct ScheduleID: RawRepresentable, Hashable, Codable, Sendable {
    /// An opaque text.
    public let rawValue: String

    /// Takes any text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The kinds of thing that are scheduled.
public enum ScheduleKind: String, Hashable, Codable, Sendable, CaseIterable, CustomStringConvertible {
    /// Steps of light and sound.
    case routine
    /// Something that rings.
    case alarm
    /// The way into the night and out of it.
    case bedtime

    /// The word people and programs read.
    public var description: String { rawValue }
}

/// What is to happen on one device, and when.
public struct Schedule: Hashable, Codable, Sendable {
    /// What is to happen.
    public enum Plan: Hashable, Codable, Sendable {
        /// Steps of light and sound.
        case routine(RoutinePlan)
        /// Something that rings.
        case alarm(AlarmPlan)
        /// The way into the night and out of it.
        case bedtime(BedtimePlan)
    }

    /// How many there may be in all: more than anybody has, and few enough to be compared each with each.
    public static let most = 2000

    /// Its identity.
    public var id: ScheduleID
    /// The device it acts on.
    public var device: MacAddress
    /// Its name, unique per device and kind.
    public var name: String
    /// The name of the group for whose devices it was set up, each with one of its own; nil for a single device.
    public var group: String?
    /// When; nil for a routine that only runs by hand.
    public var recurrence: Recurrence?
    /// The zone it is pinned to; nil follows the host.
    public var zone: String?
    /// Whether it occurs at all; false for a one-time schedule that has run.
    public var isEnabled: Bool
    /// Since when the rule holds as it is; it has no occurrences before that.
    public var validFrom: Instant
    /// Which edition of its rule it is, from 1: another time makes another edition, whose occurrences are others.
    public var edition: Int
    /// The last date that an occurrence by another time has taken, so that this edition has none there; nil for no date.
    public var takenThrough: CivilDate?
    /// Every occurrence up to this instant has ended or been claimed.
    public var settledThrough: Instant
    /// What is to happen.
    public var plan: Plan

    /// Makes a schedule; it holds from `settledThrough` on unless told otherwise.
    public init(
        id: ScheduleID, device: MacAddress, name: String, group: String? = nil, recurrence: Recurrence?,
        zone: String?, isEnabled: Bool = true, validFrom: Instant? = nil, edition: Int = 1,
        takenThrough: CivilDate? = nil,
        settledThrough: Instant, plan: Plan
    ) {
        self.id = id
        self.device = device
        self.name = name
        self.group = group
        self.recurrence = recurrence
        self.zone = zone
        self.isEnabled = isEnabled
        self.validFrom = validFrom ?? settledThrough
        self.edition = edition
        self.takenThrough = takenThrough
        self.settledThrough = settledThrough
        self.plan = plan
    }

    /// Whether it happens at the same times as another schedule, while both are enabled.
    public func hasTimes(of other: Schedule) -> Bool {
        recurrence == other.recurrence && zone == other.zone
    }

    /// Whether it was set up for the devices of a group.
    public func belongs(to group: String) -> Bool { self.group?.lowercased() == group.lowercased() }

    /// The kind of its plan.
    public var kind: ScheduleKind {
        switch plan {
        case .routine: .routine
        case .alarm: .alarm
        case .bedtime: .bedtime
        }
    }
}

extension ScheduleID {
    /// An identity that no other schedule has: 128 random bits.
    public static func fresh() -> ScheduleID {
        let bits = (0..<2).map { _ in UInt64.random(in: .min ... .max) }
        return ScheduleID(rawValue: bits.map { String($0, radix: 16) }.joined(separator: "-"))
    }
}
