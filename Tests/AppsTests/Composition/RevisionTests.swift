// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SleepModel
import Storage
import Testing

@testable import Composition
@testable import Household

/// Changes of a schedule that somebody else may have changed meanwhile.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct RevisionTests {
    private func house() async throws -> House {
        let house = try await House()
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "school", device: "nursery", at: "07:00", days: "daily"))
        return house
    }

    private func revision(_ house: House) async throws -> String {
        try #require(
            try await house.control.perform(Endpoints.alarm, ScheduleSelection(name: "school", device: nil)).revision)
    }

    private func edit(_ house: House, at time: String, ifMatch revision: String? = nil) async throws {
        var request = AlarmEditRequest(name: "school")
        request.rule.at = time
        try await RevisionCondition.$current.withValue(revision.flatMap { RevisionCondition(ifMatch: "\"\($0)\"") }) {
            _ = try await house.control.perform(Endpoints.editAlarm, request)
        }
    }

    private func code(_ body: () async throws -> Void) async -> ControlErrorCode? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? ControlError)?.code
        }
    }

    @Test func edit_isRefused_whenSomebodyEditedMeanwhile() async throws {
        let house = try await house()
        let seen = try await revision(house)
        try await edit(house, at: "07:15", ifMatch: seen)
        #expect(await code { try await edit(house, at: "07:30", ifMatch: seen) } == .changedMeanwhile)
        let time = try await house.control.perform(Endpoints.alarms).first?.at
        #expect(time.map { "\($0)" } == "07:15")
        try await edit(house, at: "07:30", ifMatch: try await revision(house))
    }

    @Test func everyChange_isRefused_afterADateWasSkipped() async throws {
        let house = try await house()
        let seen = try await revision(house)
        let selection = ScheduleSelection(name: "school", device: "nursery")
        _ = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "school", device: nil))
        #expect(try await revision(house) != seen)
        try await RevisionCondition.$current.withValue(RevisionCondition(ifMatch: "\"\(seen)\"")) {
            let codes = [
                await code { _ = try await house.control.perform(Endpoints.removeAlarm, selection) },
                await code {
                    _ = try await house.control.perform(
                        Endpoints.switchAlarm, ScheduleSwitchRequest(name: "school", device: nil, enabled: false))
                },
                await code {
                    _ = try await house.control.perform(Endpoints.unskipAlarm, SkipRequest(name: "school", device: nil))
                },
            ]
            #expect(codes == [.changedMeanwhile, .changedMeanwhile, .changedMeanwhile])
        }
        #expect(try await house.control.perform(Endpoints.alarms).count == 1)
    }

    @Test func revision_staysTheSame_asTimePassesAndAfterARestart() async throws {
        let house = try await house()
        let seen = try await revision(house)
        house.clock.advance(by: .seconds(86_400))
        let later = try await house.restarted()
        try await later.run { try await later.untilLooked() }
        #expect(try await revision(later) == seen)
    }

    // MARK: - Groups

    /// The devices of a group with an alarm on each, and the condition that no alarm has changed.
    private func group(_ house: House) async throws -> RevisionCondition? {
        _ = try await house.control.perform(
            Endpoints.setGroup, GroupRequest(name: "kids", devices: ["nursery", "second"]))
        _ = try await house.control.perform(
            Endpoints.Each.addAlarm, AlarmRequest(name: "up", device: "kids", at: "07:00", days: "daily"))
        let revisions = try await alarms(house).compactMap(\.revision)
        #expect(Set(revisions).count == 2)
        return RevisionCondition(ifMatch: revisions.map { "\"\($0)\"" }.joined(separator: ", "))
    }

    private func alarms(_ house: House) async throws -> [AlarmDocument] {
        try await house.control.perform(Endpoints.Each.alarm, ScheduleSelection(name: "up", device: "kids"))
            .members.compactMap(\.reply)
    }

    private func houseOfTwo() async throws -> House {
        let store = InMemoryNightStore()
        let address = try #require(MacAddress(rawValue: "DC:06:41:00:00:02"))
        try await store.commit(
            .pair(PairedDevice(address: address, name: "second", product: .hatchRest, pairedAt: House.noon), log: []))
        return try await House(store: store)
    }

    @Test func operation_isDoneOnEachDevice_whoseScheduleNobodyChanged() async throws {
        let house = try await houseOfTwo()
        let seen = try await group(house)
        _ = try await house.control.perform(
            Endpoints.switchAlarm, ScheduleSwitchRequest(name: "up", device: "second", enabled: false))
        let reply = try await RevisionCondition.$current.withValue(seen) {
            try await house.control.perform(
                Endpoints.Each.skipAlarm, SkipRequest(name: "up", device: "kids", date: "2027-01-17"))
        }
        #expect(reply.members.map { $0.error?.code } == [nil, ControlErrorCode.changedMeanwhile.rawValue])
        #expect(try await alarms(house).map(\.skipped.isEmpty) == [false, true])
    }

    @Test func edit_isDoneOnNoDevice_whenTheScheduleOfOneWasChanged() async throws {
        let house = try await houseOfTwo()
        let seen = try await group(house)
        var request = AlarmEditRequest(name: "up", device: "kids")
        request.rule.at = "07:30"
        let edit = request
        try await RevisionCondition.$current.withValue(seen) {
            _ = try await house.control.perform(Endpoints.Each.editAlarm, edit)
            request.rule.at = "08:00"
            let again = request
            #expect(
                await code { _ = try await house.control.perform(Endpoints.Each.editAlarm, again) } == .changedMeanwhile
            )
        }
        #expect(try await alarms(house).map { "\($0.at.map { "\($0)" } ?? "")" } == ["07:30", "07:30"])
    }
}
