// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

struct UnpairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair", abstract: "Removes a device with its schedules.",
        discussion: "Lull shows what goes with the device, and asks before it removes anything.")

    @Argument(help: "The whole nickname, address or route.", completion: .device) var device: String
    @Flag(help: "Do not ask. Where there is no terminal, this is needed.") var yes = false
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let selection = DeviceSelection(device: device)
        if !yes {
            let belongings = try await options.ask(Endpoints.belongings, selection)
            let name = belongings.device.name ?? device
            try Confirmation.atTerminal.require(
                "Unpair \(name)?", showing: belongings.lines(LocalTimes()),
                otherwise: belongings.refusal)
        }
        try options.show(
            try await options.ask(Endpoints.unpair, selection),
            asLines: { [yes] gone in
                [
                    "Unpaired \(gone.device.name ?? "") (\(gone.device.address))"
                        + (gone.device.reason.map { "; \($0)." } ?? ".")
                ]
                    + (yes ? gone.parts(LocalTimes()) : [])
            })
    }
}

extension UnpairDocument {
    /// The device and all that goes with it.
    func lines(_ times: LocalTimes) -> [String] {
        let parts = parts(times)
        let title = "\(device.name ?? "") (\(device.address))"
        return parts.isEmpty ? ["Nothing is set up on \(title)."] : ["With \(title) goes:"] + parts
    }

    /// What goes with the device, a line each.
    func parts(_ times: LocalTimes) -> [String] {
        var table = TextTable()
        for schedule in schedules { table.add(["  \(schedule.kind)", schedule.name]) }
        if !groups.isEmpty { table.add(["  group", "\(groups.listed): it is removed from there"]) }
        if !holds.isEmpty { table.add(["  set by hand", holds.map(\.rawValue).joined(separator: ", ")]) }
        if let pause { table.add(["  pause", "until \(times.text(pause.until) ?? "resumed")"]) }
        for row in damaged { table.add(["  damaged", row.message]) }
        return table.lines
    }

    /// How many schedules a sentence names.
    private static let namedAtMost = 5

    /// Why it is not unpaired where nobody can be asked.
    var refusal: String {
        let (named, others) = (schedules.prefix(Self.namedAtMost), schedules.count - Self.namedAtMost)
        let names = named.map { "the \($0.kind) “\($0.name)”" } + (others > 0 ? ["\(others) more"] : [])
        let list = names.listed
        let loss =
            names.isEmpty
            ? "Somebody must confirm"
            : "\(list.prefix(1).uppercased())\(list.dropFirst()) would go with it: somebody must confirm"
        return
            "\(loss) that “\(device.name ?? device.address.rawValue)” is unpaired, and there is no terminal to ask at."
    }
}
