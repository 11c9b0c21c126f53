// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// A request about a schedule, which can be made of that of each device of a group.
public protocol ScheduleRequest: Sendable {
    /// The name of the schedule; nil if the request applies to only one.
    var name: String? { get set }
    /// The device or the group that it is on; nil for any.
    var device: String? { get set }
    /// Whether it is about the next date of the schedule, which is to be the same one on all devices of a group.
    var isForNextDate: Bool { get }
}

extension ScheduleRequest {
    /// Most requests are about no date, or about one that the schedules of a group share.
    public var isForNextDate: Bool { false }

    /// The same request about one schedule, or about what runs on one device.
    func aimed(at member: GroupMembers.Member) -> Self {
        var request = self
        request.name = member.schedule?.description ?? name
        request.device = member.address.rawValue
        return request
    }
}

extension MoveRequest: ScheduleRequest {
    /// Whether no date is given.
    public var isForNextDate: Bool { date == nil }
}
extension RoutineControlRequest: ScheduleRequest {}
extension RoutineRunRequest: ScheduleRequest {}
extension ScheduleSelection: ScheduleRequest {}
extension ScheduleSwitchRequest: ScheduleRequest {}
extension SkipRequest: ScheduleRequest {}
extension SnoozeRequest: ScheduleRequest {}
