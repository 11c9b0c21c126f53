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
        if action.arranges {
            guard away.isEmpty else { return }
            return await arrange(action, on: group, by: control)
        }
        var left = Set(group).subtracting(away)
        // The answer waits for the slowest of them.
        let start = now
        do {
            for answer in try await action.performTogether(by: control, on: Self.group) {
                guard let device = group.first(where: { Self.name($0) == answer.device }) else { continue }
                left.remove(device)
                let deed = NightFacts.Deed(at: start, device: device, action: action, isTogether: true)
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
            // Where nothing of it runs nothing is asked.
            refuse(action, on: left)
        } catch {
            guard (error as? ControlError)?.code != .nothingActive else { return refuse(action, on: left) }
            for device in group {
                note(NightFacts.Deed(at: now, device: device, action: action, isTogether: true), failedBy: "\(error)")
            }
        }
    }
}

extension HouseholdNight {
    /// Notes that some devices of the group do not take part in something.
    private func refuse(_ action: NightPlan.Action, on devices: Set<Int>) {
        facts.refusals += devices.sorted().map {
            NightFacts.Deed(at: now, device: $0, action: action, isTogether: true)
        }
    }

    /// What devices answer to what is asked of them together, or of the only one of them.
    func answers<Request, Reply>(
        of devices: [Int], to request: Request, _ endpoint: Endpoint<Request, GroupReply<Reply>>,
        by control: any ControlService
    ) async -> [NightAnswer<Reply>] {
        do {
            return try await control.perform(endpoint, request).members.map { member in
                let device = devices.first { Self.name($0) == member.device } ?? devices[0]
                return NightAnswer(device: device, reply: member.reply, error: member.error?.message ?? "")
            }
        } catch { return devices.map { NightAnswer(device: $0, reply: nil, error: error.message) } }
    }

    /// What people call some devices.
    func place(_ devices: [Int]) -> String { devices.count == 1 ? Self.name(devices[0]) : Self.group }
}

/// What one device answers.
struct NightAnswer<Reply> {
    var device: Int
    /// Nil if it does not follow.
    var reply: Reply?
    /// What keeps it from that.
    var error: String
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
        case .endNight(let name):
            let request = ScheduleSelection(name: name, device: group)
            return members(try await control.perform(Each.endBedtime, request))
        case .stop(let name):
            let request = ScheduleSelection(name: name, device: group)
            return members(try await control.perform(Each.stopRoutine, request))
        case .steer(let name, let steering):
            return members(try await control.perform(Each.controlRoutine, steering.request(name, on: group)))
        default: return []
        }
    }
}
