// SPDX-License-Identifier: Apache-2.0

import ControlAPI

/// What people do with several devices at once.
extension HouseholdNight {
    /// Does it on the group, if it can be done on all its devices, and notes it for each of them.
    ///
    /// What sets the devices by hand is also done while some of them are out of reach, for which Lull tries it for a while.
    func actTogether(_ action: NightPlan.Action) async {
        guard let control else { return }
        let group = plan.group
        let away = group.filter { facts.isUnderWay(.outOfReach, on: $0) }
        guard away.isEmpty || (away.count < group.count && action.isByHand) else { return }
        for device in group where !away.contains(device) {
            guard await canAct(action, on: device) else { return }
        }
        do {
            for answer in try await action.performTogether(by: control, on: Self.group) {
                guard let device = group.first(where: { Self.name($0) == answer.device }) else { continue }
                let deed = NightFacts.Deed(at: now, device: device, action: action, isTogether: true)
                enliven(device)
                switch answer.error?.code {
                case nil where answer.waits: facts.waits.append(deed)
                case nil: facts.deeds.append(deed)
                case ControlErrorCode.nothingActive.rawValue?: facts.refusals.append(deed)
                case ControlErrorCode.busy.rawValue? where action.mayMeet: facts.refusals.append(deed)
                case ControlErrorCode.deviceUnreachable.rawValue? where away.contains(device): break
                default: note(deed, failedBy: "\(answer.error?.message ?? "")")
                }
            }
        } catch {
            let isNothing = (error as? ControlError)?.code == .nothingActive
            for device in group where !isNothing {
                note(NightFacts.Deed(at: now, device: device, action: action, isTogether: true), failedBy: "\(error)")
            }
        }
    }
}

/// What one device of a group answers.
private struct GroupAnswer {
    var device: String
    /// What kept it from following.
    var error: ControlErrorDocument.Body?
    /// Whether Lull goes on trying.
    var waits: Bool
}

extension NightPlan.Action {
    fileprivate func performTogether(by control: any ControlService, on group: String) async throws -> [GroupAnswer] {
        typealias Each = Endpoints.Each
        func members<Reply>(_ reply: GroupReply<Reply>) -> [GroupAnswer] {
            reply.members.map { member in
                GroupAnswer(
                    device: member.device ?? "", error: member.error,
                    waits: (member.reply as? ControlResult)?.outcome == .pending)
            }
        }
        switch self {
        case .power(let on):
            return members(try await control.perform(Each.power, PowerRequest(device: group, on: on)))
        case .light(let light):
            let request = LightRequest(device: group, color: light.color.text, brightness: light.percent)
            return members(try await control.perform(Each.light, request))
        case .sound(let sound, let volume):
            let request = SoundRequest(device: group, sound: "\(sound)", volume: volume)
            return members(try await control.perform(Each.sound, request))
        case .nap(let nap): return members(try await control.perform(Each.startNap, nap.request(on: group)))
        case .limit(let limit?):
            return members(try await control.perform(Each.setLimit, limit.request(on: group)))
        case .dismiss(let name):
            let request = ScheduleSelection(name: name, device: group)
            return members(try await control.perform(Each.dismissAlarm, request))
        case .run(let name, let ifRunning):
            let request = RoutineRunRequest(name: name, device: group, ifRunning: ifRunning?.rawValue)
            return members(try await control.perform(Each.runRoutine, request))
        case .stop(let name):
            let request = ScheduleSelection(name: name, device: group)
            return members(try await control.perform(Each.stopRoutine, request))
        case .steer(let name, let steering):
            return members(try await control.perform(Each.controlRoutine, steering.request(name, on: group)))
        default: return []
        }
    }
}
