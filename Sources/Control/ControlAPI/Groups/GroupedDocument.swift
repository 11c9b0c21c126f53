// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// Something of one device, which may be that of a group.
public protocol GroupedDocument: Hashable, Codable, Sendable {
    /// The device's nickname.
    var device: String { get set }
    /// The name of the group for whose devices it was set up; nil for a single device.
    var group: String? { get }
}

/// A schedule on one device.
public protocol ScheduleDocument: GroupedDocument {
    /// The device's address.
    var address: MacAddress { get }
}

extension AlarmDocument: ScheduleDocument {}
extension BedtimeDocument: ScheduleDocument {}
extension NextDocument: GroupedDocument {}
extension RoutineDocument: ScheduleDocument {}

extension GroupReply where Reply: ScheduleDocument {
    /// Makes the reply about schedules of a group, or about the one schedule that is meant alone.
    public init(_ documents: [Reply], of group: String?, besides others: [GroupOutsider] = []) {
        self.init(
            group: group,
            members: documents.map { document in
                group == nil
                    ? Member(reply: document)
                    : Member(address: document.address, device: document.device, reply: document)
            }, others: others)
    }
}
