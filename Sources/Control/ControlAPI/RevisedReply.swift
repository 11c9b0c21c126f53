// SPDX-License-Identifier: Apache-2.0

/// A reply about one schedule, which has an entity tag.
public protocol RevisedReply: Codable, Sendable {
    /// What is in the tag; nil if there is none.
    var revision: String? { get }
}

extension AlarmDocument: RevisedReply {}
extension RoutineDocument: RevisedReply {}
extension BedtimeDocument: RevisedReply {}

extension Endpoints {
    /// The operations that change schedules, and take an `If-Match`.
    public static let conditional: [any AnyEndpoint] = [
        editRoutine, switchRoutine, removeRoutine, skipRoutine, unskipRoutine, moveRoutine,
        editAlarm, switchAlarm, removeAlarm, skipAlarm, unskipAlarm, moveAlarm,
        setBedtime, switchBedtime, removeBedtime, skipBedtime, unskipBedtime, moveBedtime, moveWakeTime,
        Each.editRoutine, Each.switchRoutine, Each.removeRoutine, Each.skipRoutine, Each.unskipRoutine,
        Each.moveRoutine,
        Each.editAlarm, Each.switchAlarm, Each.removeAlarm, Each.skipAlarm, Each.unskipAlarm, Each.moveAlarm,
        Each.setBedtime, Each.switchBedtime, Each.removeBedtime, Each.skipBedtime, Each.unskipBedtime,
        Each.moveBedtime, Each.moveWakeTime,
    ]
}
