// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// A device that is unpaired, or may be: the document of the device with what goes with it.
public struct UnpairDocument: Hashable, Codable, Sendable {
    /// A schedule that goes with its device.
    public struct Schedule: Hashable, Codable, Sendable {
        /// The schedule.
        public var subject: Route
        /// What it is.
        public var kind: ScheduleKind
        /// Its name.
        public var name: String

        /// Makes a document.
        public init(id: ScheduleID, kind: ScheduleKind, name: String) {
            subject = .schedule(kind, id)
            self.kind = kind
            self.name = name
        }
    }

    /// The device.
    public var device: DeviceDocument
    /// Its schedules, in the order they were added.
    public var schedules: [Schedule]
    /// The names of the groups that it is in.
    public var groups: [String]
    /// The channels that somebody has set by hand.
    public var holds: [DeviceChannel]
    /// Its own pause; null when it has none.
    public var pause: PauseDocument?
    /// What cannot be read about it.
    public var damaged: [DamagedRowDocument]

    private enum Key: String, CodingKey {
        case schedules
        case groups
        case holds
        case pause
        case damaged
    }

    /// Makes a document.
    public init(
        _ device: DeviceDocument, schedules: [Schedule] = [], groups: [String] = [], holds: [DeviceChannel] = [],
        pause: PauseDocument? = nil, damaged: [DamagedRowDocument] = []
    ) {
        self.device = device
        self.schedules = schedules
        self.groups = groups
        self.holds = holds
        self.pause = pause
        self.damaged = damaged
    }

    /// Reads the keys of the device beside its own.
    public init(from decoder: any Decoder) throws {
        device = try DeviceDocument(from: decoder)
        let container = try decoder.container(keyedBy: Key.self)
        schedules = try container.decode([Schedule].self, forKey: .schedules)
        groups = try container.decode([String].self, forKey: .groups)
        holds = try container.decode([DeviceChannel].self, forKey: .holds)
        pause = try container.decodeIfPresent(PauseDocument.self, forKey: .pause)
        damaged = try container.decode([DamagedRowDocument].self, forKey: .damaged)
    }

    /// Writes the keys of the device beside its own.
    public func encode(to encoder: any Encoder) throws {
        try device.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(schedules, forKey: .schedules)
        try container.encode(groups, forKey: .groups)
        try container.encode(holds, forKey: .holds)
        try container.encode(pause, forKey: .pause)
        try container.encode(damaged, forKey: .damaged)
    }
}
