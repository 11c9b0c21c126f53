// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// Groups: several devices under one name.
public protocol GroupControl: Sendable {
    /// The groups, by name.
    func groups() async throws(ControlError) -> [GroupDocument]
    /// Adds a group, or gives one other devices: new ones get its schedules, those that leave lose them.
    func setGroup(_ request: GroupRequest) async throws(ControlError) -> GroupChangeDocument
    /// Removes a group; each device keeps its schedules as its own.
    func removeGroup(_ request: GroupSelection) async throws(ControlError) -> GroupChangeDocument
    /// The devices that a name stands for, if it is the name of a group; nil otherwise.
    func members(of device: String) async throws(ControlError) -> GroupMembers?
    /// The schedules that a request stands for, if they are those of a group or of its devices; nil otherwise.
    func members(of request: GroupQuestion) async throws(ControlError) -> GroupMembers?
}

/// Asks which schedules a request means.
public struct GroupQuestion: Hashable, Sendable {
    /// Which of them the request can be about.
    public enum Scope: Hashable, Sendable {
        /// Any.
        case all
        /// Those that are named in whole, for what cannot be undone.
        case named
        /// Those that run now, if any does.
        case running
    }

    /// What they are.
    public var kind: ScheduleKind
    /// Their name, or the beginning of it; nil for any.
    public var name: String?
    /// The device or the group that they are on; nil for any.
    public var device: String?
    /// Which of them the request can be about.
    public var scope: Scope
    /// Whether it is about the next date of each, which is to be the same one.
    public var isForNextDate: Bool

    /// Makes a question.
    public init(
        _ kind: ScheduleKind, name: String?, device: String?, scope: Scope, isForNextDate: Bool = false
    ) {
        self.kind = kind
        self.name = name
        self.device = device
        self.scope = scope
        self.isForNextDate = isForNextDate
    }
}

/// What one request stands for: devices of a group, or a schedule on each of them.
public struct GroupMembers: Hashable, Sendable {
    /// One device.
    public struct Member: Hashable, Sendable {
        /// Its address.
        public var address: MacAddress
        /// Its nickname.
        public var device: String
        /// The schedule on it; nil where the device is meant, or what runs on it.
        public var schedule: Route?

        /// Makes a member.
        public init(address: MacAddress, device: String, schedule: Route? = nil) {
            self.address = address
            self.device = device
            self.schedule = schedule
        }
    }

    /// The name of the group.
    public var group: String
    /// The devices, in the order of the group.
    public var members: [Member]
    /// The devices of the group that the request leaves as they are.
    public var others: [GroupOutsider]

    /// Makes what a request stands for.
    public init(group: String, members: [Member], others: [GroupOutsider] = []) {
        self.group = group
        self.members = members
        self.others = others
    }
}
