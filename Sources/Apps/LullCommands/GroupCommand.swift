// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

struct GroupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group", abstract: "Several devices under one name, for any command that takes a device.",
        discussion: """
            For example:

              lull group set kids nursery bedroom
              lull light kids amber 20%
              lull alarm add school --device kids --at 06:45 --days weekdays

            A command acts on each device at the same time, and one that is out of reach holds up no other. A schedule is \
            on each device by itself. Name the group to change it on all, or one device with --device to skip, snooze or \
            dismiss it there. An edit on one device makes it that device's own.
            """,
        subcommands: [List.self, Set.self, Remove.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Lists the groups with their devices and schedules.")
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let (answer, damaged) = try await options.askWithDamage(Endpoints.groups, Empty())
            try options.showList(answer, damaged.affecting(tables: .groups)) { groups in
                guard !groups.isEmpty else {
                    return ["There is no group. Make one: `lull group set kids nursery bedroom`."]
                }
                var table = TextTable(["name", "devices", "schedules"])
                for group in groups {
                    let schedules = group.schedules.map { schedule in
                        let isWhole = schedule.devices.count == group.members.count
                        return "\(schedule.kind) “\(schedule.name)”"
                            + (isWhole ? "" : " on \(schedule.devices.listed)")
                    }
                    table.add([
                        group.name, group.members.map(\.name).joined(separator: ", "),
                        schedules.isEmpty ? nil : schedules.joined(separator: ", "),
                    ])
                }
                return table.lines
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Makes a group of devices, or gives a group other devices.",
            discussion: """
                A device that joins gets the group's schedules. A device that leaves loses them, so name all devices that \
                are to stay.
                """)
        @Argument(help: "What the group is called. No device may have the name.") var name: String
        @Argument(help: "Its devices, all of them.") var devices: [String]
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try options.show(
                try await options.ask(Endpoints.setGroup, GroupRequest(name: name, devices: devices)),
                asLines: { ["“\($0.group.name)” is \($0.group.members.map(\.name).listed)."] + $0.lines })
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Removes a group. Each of its devices keeps the group's schedules as its own.")
        @Argument(help: "Its whole name.") var name: String
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try options.show(
                try await options.ask(Endpoints.removeGroup, GroupSelection(name: name)),
                asLines: { ["The group “\($0.group.name)” is removed."] + $0.lines })
        }
    }
}

extension GroupChangeDocument {
    /// What became of the devices that left and of the schedules of the others, a line each.
    var lines: [String] {
        let leaving = left.map { device in
            let lost = changes.filter { $0.change == .removed && $0.device == device.name }.map(Self.schedule)
            return "\(device.name) leaves “\(group.name)”"
                + (lost.isEmpty ? "; it had no schedule of the group." : " and loses \(lost.listed).")
        }
        let others = changes.filter { change in !left.contains { $0.name == change.device } }.map { change in
            let device = change.device ?? ""
            return switch change.change {
            case .added: "\(device) has \(Self.schedule(change)) now."
            case .removed: "\(device) does not have \(Self.schedule(change)) any more."
            case .changed: "\(device) keeps \(Self.schedule(change)) as its own."
            }
        }
        return leaving + others
    }

    private static func schedule(_ change: ImportDocument.Change) -> String {
        "the \(change.kind.rawValue) “\(change.name ?? "")”"
    }
}
