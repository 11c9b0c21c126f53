// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SleepModel
import Testing

@testable import LullCommands

/// What people read about several devices that one command meant.
struct GroupTextTests {
    private static func address(_ last: Int) -> MacAddress {
        MacAddress(rawValue: "DC:06:41:00:00:0\(last)") ?? { preconditionFailure("an address") }()
    }

    private static let group = GroupDocument(
        name: "kids",
        members: [
            GroupDocument.Member(address: address(1), name: "nursery"),
            GroupDocument.Member(address: address(2), name: "bedroom"),
        ], schedules: [])

    private func next(_ device: String, at seconds: Int64 = 0, group: String? = "kids") -> NextDocument {
        NextDocument(
            at: Instant(secondsSince1970: seconds), local: "", device: device,
            subject: .schedule(.alarm, ScheduleID(rawValue: device)), kind: .alarm, name: "school", rule: "unique",
            why: "daily", group: group)
    }

    private func rows(_ documents: [NextDocument], _ groups: [GroupDocument] = [group]) -> [[String?]] {
        Describe.rows(documents, groups) { ["\($0.at.secondsSince1970)", $0.device] }
    }

    /// A limit that only one device of the group had is gone from the whole group.
    @Test(arguments: [(true, nil), (false, "“bedroom” has no limit.")])
    func failure_isNone_whereOthersHadWhatADeviceLacks(isOneThere: Bool, message: String?) {
        let lacking = GroupReply<NextDocument>.Member(
            address: Self.address(2), device: "bedroom",
            error: ControlError(.nothingActive, "“bedroom” has no limit.", advice: "Set one."))
        let other = GroupReply.Member(address: Self.address(1), device: "nursery", reply: next("nursery"))
        let reply = GroupReply(group: "kids", members: isOneThere ? [other, lacking] : [lacking])
        #expect(reply.failure?.message == message)
    }

    @Test(arguments: [("off", 100), ("40%", 40), ("OFF", 100)])
    func highestPercent_isAny_forOff(text: String, percent: Int) {
        #expect(HighestPercent(argument: text)?.percent.value == percent)
    }

    @Test func row_isOne_whereAllDevicesOfAGroupAgree() {
        #expect(
            rows([next("nursery"), next("bedroom"), next("nursery", at: 60), next("bedroom", at: 60)])
                == [["0", "kids"], ["60", "kids"]])
    }

    @Test func row_isOneForEachDevice_whereOneDiffersOrIsMissing() {
        #expect(
            rows([next("nursery"), next("bedroom", at: 60)]) == [["0", "nursery of kids"], ["60", "bedroom of kids"]])
        #expect(rows([next("nursery")]) == [["0", "nursery of kids"]])
        #expect(
            rows([next("nursery"), next("bedroom", group: nil)]) == [["0", "nursery of kids"], ["0", "bedroom"]])
        #expect(rows([next("nursery"), next("bedroom")], []) == [["0", "nursery"], ["0", "bedroom"]])
    }

    private func reply(
        _ devices: [(name: String, at: Int64)], others: [GroupOutsider] = []
    ) -> GroupReply<NextDocument> {
        GroupReply(
            group: "kids",
            members: devices.enumerated().map { number, device in
                GroupReply.Member(
                    address: Self.address(number + 1), device: device.name, reply: next(device.name, at: device.at))
            }, others: others)
    }

    private func lines(
        _ reply: GroupReply<NextDocument>, _ line: (NextDocument) -> String
    ) -> [String] {
        Describe.replies(reply, of: "kids") { [StyledLine(line($0)), StyledLine("more")] }.map(\.text)
    }

    @Test func reply_isToldOnce_whereAllDevicesSayTheSame() {
        #expect(
            lines(reply([("nursery", 0), ("bedroom", 0)])) { "Added on \($0.device)." } == ["Added on kids.", "more"])
    }

    @Test func reply_isToldOfEachDevice_whereTheyDiffer() {
        #expect(
            lines(reply([("nursery", 0), ("bedroom", 60)])) { "It rings at \($0.at.secondsSince1970)." } == [
                "nursery: It rings at 0.", "more", "bedroom: It rings at 60.", "more",
            ])
    }

    @Test func reply_isToldOfTheDevicesItMeans_whereOneOfTheGroupIsNotAmongThem() {
        let own = GroupOutsider(address: Self.address(2), device: "bedroom", own: "school")
        #expect(
            lines(reply([("nursery", 0)], others: [own])) { "Added on \($0.device)." } == [
                "Added on nursery.", "more", "“bedroom” has a “school” of its own, which stays as it is.",
            ])
        let none = GroupOutsider(address: Self.address(2), device: "bedroom")
        #expect(
            lines(reply([("nursery", 0)], others: [none])) { "Added on \($0.device)." } == [
                "Added on nursery.", "more",
            ])
    }

    @Test func change_saysWhoLeaves_andWhatBecomesOfTheSchedules() {
        let change = GroupChangeDocument(
            group: Self.group,
            left: [
                GroupDocument.Member(address: Self.address(3), name: "attic"),
                GroupDocument.Member(address: Self.address(4), name: "hall"),
            ],
            changes: [
                ImportDocument.Change(change: .removed, kind: .alarm, name: "school", device: "attic"),
                ImportDocument.Change(change: .removed, kind: .bedtime, name: "bedtime", device: "attic"),
                ImportDocument.Change(change: .added, kind: .alarm, name: "school", device: "bedroom"),
            ])
        #expect(
            change.lines == [
                "attic leaves “kids” and loses the alarm “school” and the bedtime “bedtime”.",
                "hall leaves “kids”; it had no schedule of the group.", "bedroom has the alarm “school” now.",
            ])
    }

    @Test func failure_namesEachDevice_withTheExitCodeOfOneOutOfReach() {
        let members = [
            ControlError(.nothingActive, "Nothing rings.", advice: "See `lull next`."),
            ControlError(.deviceUnreachable, "“bedroom” was not heard.", advice: "Move closer."),
        ]
        .enumerated().map { number, error in
            GroupReply<NextDocument>.Member(
                address: Self.address(number + 1), device: ["nursery", "bedroom"][number], error: error)
        }
        #expect(
            GroupReply(group: "kids", members: members).failure
                == ControlError(
                    .deviceUnreachable, "nursery: Nothing rings. “bedroom” was not heard.", advice: "Move closer."))
        #expect(reply([("nursery", 0)]).failure == nil)
    }
}
