// SPDX-License-Identifier: Apache-2.0

/// Several devices under one name, which stands for each of them.
public struct DeviceGroup: Hashable, Sendable {
    /// What people call it; no device has the name.
    public let name: String
    /// The addresses of its devices, in the order people gave them.
    public let members: [MacAddress]

    /// Makes a group; nil without a device, and with one twice.
    public init?(name: String, members: [MacAddress]) {
        guard !members.isEmpty, Set(members).count == members.count else { return nil }
        self.name = name
        self.members = members
    }

    /// The group without some devices; nil when none is left.
    public func without(_ devices: Set<MacAddress>) -> DeviceGroup? {
        DeviceGroup(name: name, members: members.filter { !devices.contains($0) })
    }

    /// Whether a text is its name, in any case.
    public func isNamed(_ text: String) -> Bool { name.lowercased() == text.lowercased() }
}

/// The groups there are, by name; case does not matter.
public struct GroupBook: Hashable, Sendable {
    /// The groups, by name.
    public private(set) var groups: [DeviceGroup] = []

    /// Makes a book; of two groups with one name the later one counts.
    public init(_ groups: [DeviceGroup] = []) {
        for group in groups { set(group) }
    }

    /// The group with a name; nil when there is none.
    public subscript(name: String) -> DeviceGroup? {
        groups.first { $0.isNamed(name) }
    }

    /// Adds a group, or replaces the one with its name.
    public mutating func set(_ group: DeviceGroup) {
        remove(group.name)
        groups.append(group)
        groups.sort { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    }

    /// Removes the group with a name.
    public mutating func remove(_ name: String) {
        groups.removeAll { $0.isNamed(name) }
    }

    /// The groups without some devices; one of which no device is left is not there any more.
    public func without(_ devices: Set<MacAddress>) -> GroupBook {
        GroupBook(groups.compactMap { $0.without(devices) })
    }
}
