// SPDX-License-Identifier: Apache-2.0

import CivilTime
import SleepModel

/// Groups of devices, and the schedules that each of their devices has.
extension SetupReader {
    private static let mostGroups = 100

    /// Reads a group of the devices of a document, with its schedules.
    mutating func readGroup(
        _ node: SetupNode, into document: inout SetupDocument, freshID: () -> ScheduleID
    ) throws(SetupError) {
        let values = try node.mapping([.name, .devices, .schedules])
        let name = try values.required(.name, "a name")
        let text = try name.text("a name").composed
        guard document.groups[text] == nil else { throw name.error("another group is called \(text.quoted) too") }
        guard document.device(named: text) == nil else { throw name.error("a device is called \(text.quoted) too") }
        let list = try values.required(.devices, "a list of the names of its devices")
        var members: [PairedDevice] = []
        for item in try list.items() { members.append(try device(item, of: document)) }
        guard let group = DeviceGroup(name: text, members: members.map(\.address)) else {
            throw list.error("a group has a device at least, and each of its devices once")
        }
        document.groups.set(group)
        guard document.groups.groups.count <= Self.mostGroups else {
            throw SetupError(
                .tooLarge, line: node.line, path: node.path, "it has more than \(Self.mostGroups) groups")
        }
        for node in try values.optional(.schedules, { node throws(SetupError) in try node.items() }) ?? [] {
            try readSchedule(node, of: group, members, into: &document, freshID: freshID)
        }
    }

    /// Reads a schedule that all devices of a group have, or those that it lists with what is theirs alone.
    private mutating func readSchedule(
        _ node: SetupNode, of group: DeviceGroup, _ devices: [PairedDevice], into document: inout SetupDocument,
        freshID: () -> ScheduleID
    ) throws(SetupError) {
        let (kind, values) = try body(node, without: [.id, .group, .validFrom, .settledThrough], with: [.members])
        guard let list = values[.members] else {
            for device in devices {
                let (schedule, overrides) = try schedule(values, kind, of: device, in: group.name, freshID: freshID)
                try add(schedule, overrides, at: node, to: &document)
            }
            return
        }
        for item in try list.items() {
            let own = try item.mapping([.device, .id, .enabled, .validFrom, .settledThrough, .overrides])
            let name = try own.required(.device, "the name of one of the devices")
            let device = try device(name, of: document)
            guard group.members.contains(device.address) else {
                throw name.error("\(device.name.quoted) is not in the group \(group.name.quoted)")
            }
            let (schedule, overrides) = try schedule(
                values, kind, own: own, of: device, in: group.name, freshID: freshID)
            try add(schedule, overrides, at: item, to: &document)
        }
    }

    private func device(_ node: SetupNode, of document: SetupDocument) throws(SetupError) -> PairedDevice {
        let name = try node.text("the name of a device")
        guard let device = document.device(named: name) else {
            throw node.error("no device of this document is called \(name.quoted)")
        }
        return device
    }

    /// Throws for a schedule of one device that names a group to which the device does not belong.
    func checkGroups(of document: SetupDocument) throws(SetupError) {
        for (name, device) in namedGroups {
            let text = try name.text("the name of a group")
            guard let group = document.groups[text] else {
                throw name.error("no group of this document is called \(text.quoted)")
            }
            guard group.members.contains(device) else { throw name.error("this device is not in \(text.quoted)") }
        }
    }
}

extension SetupDocument {
    fileprivate func device(named name: String) -> PairedDevice? {
        devices.first { $0.name.lowercased() == name.lowercased() }
    }
}
