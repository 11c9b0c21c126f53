// SPDX-License-Identifier: Apache-2.0

public import DeviceDocuments
public import SleepModel

/// Puts devices under one name, in place of those that had it.
public struct GroupRequest: Hashable, Codable, Sendable {
    /// What the group is called, whole.
    public var name: String
    /// Its devices, by nickname, address, a unique prefix of either, or route.
    public var devices: [String]

    /// Makes a request.
    public init(name: String, devices: [String]) {
        self.name = name
        self.devices = devices
    }
}

/// Names a group.
public struct GroupSelection: Hashable, Codable, Sendable {
    /// Its whole name.
    public var name: String

    /// Makes a selection.
    public init(name: String) {
        self.name = name
    }
}

/// A group of devices.
public struct GroupDocument: Hashable, Codable, Sendable {
    /// One of its devices.
    public struct Member: Hashable, Codable, Sendable {
        /// Its address.
        public var address: MacAddress
        /// Its nickname.
        public var name: String

        /// Makes a member.
        public init(address: MacAddress, name: String) {
            self.address = address
            self.name = name
        }
    }

    /// A schedule that was set up for the group.
    public struct Schedule: Hashable, Codable, Sendable {
        /// What it is.
        public var kind: ScheduleKind
        /// Its name.
        public var name: String
        /// The nicknames of the devices that have it as that of the group.
        public var devices: [String]

        /// Makes a document.
        public init(kind: ScheduleKind, name: String, devices: [String]) {
            self.kind = kind
            self.name = name
            self.devices = devices
        }
    }

    /// What it is called.
    public var name: String
    /// Its devices, in the order people gave them.
    public var members: [Member]
    /// The schedules that were set up for the group, routines first.
    public var schedules: [Schedule]

    /// Makes a document.
    public init(name: String, members: [Member], schedules: [Schedule]) {
        self.name = name
        self.members = members
        self.schedules = schedules
    }
}

/// What became of a group, and of the schedules of its devices.
public struct GroupChangeDocument: Hashable, Codable, Sendable {
    /// The group as it is now, or as it was before it was removed.
    public var group: GroupDocument
    /// The devices that were in the group before and are not any more.
    public var left: [GroupDocument.Member]
    /// The schedules that devices got, lost or keep as their own.
    public var changes: [ImportDocument.Change]

    /// Makes a document.
    public init(
        group: GroupDocument, left: [GroupDocument.Member] = [], changes: [ImportDocument.Change]
    ) {
        self.group = group
        self.left = left
        self.changes = changes
    }
}
