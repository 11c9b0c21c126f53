// SPDX-License-Identifier: Apache-2.0

import SleepModel

extension Endpoint where Request: DeviceRequest, Reply: Hashable {
    /// The same operation on every device of the group that a request names, at the same time; one that fails does
    /// not stop the others.
    func each() -> Endpoint<Request, GroupReply<Reply>> {
        changed(path: path + "/each") { services in
            let call = call(services)
            return { request throws(ControlError) in
                guard let place = request.place, let group = try await services.groups.members(of: place) else {
                    return GroupReply(try await call(request))
                }
                return await services.replies(of: group) { member throws(ControlError) in
                    try await call(request.aimed(at: member.address.rawValue))
                }
            }
        }
    }
}

extension Endpoint where Request: ScheduleRequest, Reply: Hashable {
    /// The same operation on the schedule of every device of a group, if a request means one; a failure on one device
    /// does not stop the others.
    func each(
        _ kind: ScheduleKind, _ scope: GroupQuestion.Scope = .all
    ) -> Endpoint<Request, GroupReply<Reply>> {
        changed(path: path + "/each") { services in
            let call = call(services)
            return { request throws(ControlError) in
                let question = GroupQuestion(
                    kind, name: request.name, device: request.device, scope: scope,
                    isForNextDate: request.isForNextDate)
                guard let group = try await services.groups.members(of: question) else {
                    return GroupReply(try await call(request))
                }
                return await services.replies(of: group) { member throws(ControlError) in
                    try await call(request.aimed(at: member))
                }
            }
        }
    }
}

extension ControlServiceGroup {
    /// Asks of all devices of a group at the same time; the replies are in its order.
    fileprivate func replies<Reply: Hashable & Codable & Sendable>(
        of group: GroupMembers,
        _ call: @escaping @Sendable (GroupMembers.Member) async throws(ControlError) -> Reply
    ) async -> GroupReply<Reply> {
        let wording = wording
        let replies = await withTaskGroup(of: (Int, GroupReply<Reply>.Member).self) { tasks in
            for (index, member) in group.members.enumerated() {
                tasks.addTask {
                    let answer: Result<Reply, ControlError> = await GroupCall.$isUnderWay.withValue(true) {
                        do throws(ControlError) {
                            return .success(try await call(member))
                        } catch {
                            return .failure(error)
                        }
                    }
                    switch answer {
                    case .success(let reply):
                        return (index, .init(address: member.address, device: member.device, reply: reply))
                    case .failure(let error):
                        let error = await wording(error)
                        return (index, .init(address: member.address, device: member.device, error: error))
                    }
                }
            }
            return await tasks.reduce(into: [Int: GroupReply<Reply>.Member]()) { $0[$1.0] = $1.1 }
        }
        return GroupReply(
            group: group.group, members: group.members.indices.compactMap { replies[$0] }, others: group.others)
    }
}
