// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

struct LimitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit", abstract: "What nothing may exceed on a device: no schedule, no command, no hand.",
        discussion: """
            lull limit nursery --volume 40% --brightness 30% --between 20:00-07:00
            lull limit nursery
            lull limit nursery off

            What you do not give stays as it is; off allows any. An alarm still rings, as loud as the limit allows.
            """)

    private enum Verb: String {
        case show
        case off
    }

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(
        help: ArgumentHelp("show, or off for no limit.", valueName: "show|off"), completion: .list(["show", "off"]))
    var word: String?
    @Option(help: "The highest volume in percent, from 10, or off for any.") var volume: HighestPercent?
    @Option(help: "The highest brightness in percent, from 1, or off for any.") var brightness: HighestPercent?
    @Option(help: "The hours in which it holds, as 20:00-07:00, or always.") var between: String?
    @OptionGroup var options: DaemonOptions

    func validate() throws {
        try Percent.check(volume?.percent, "--volume")
        try Percent.check(brightness?.percent, "--brightness")
        guard word == nil || verb != nil else {
            let word = (word ?? "").printable
            throw ValidationError(
                "“\(word)” is neither show nor off. Write --volume \(word), --brightness \(word), or both.")
        }
        guard verb == nil || !changes else {
            throw ValidationError("show and off take no options. Leave out the word, or the options.")
        }
    }

    private var verb: Verb? { word.flatMap(Verb.init) }

    private var changes: Bool { volume != nil || brightness != nil || between != nil }

    func run() async throws {
        if verb == .off {
            let selection = DeviceSelection(device: device)
            return try await options.show(Endpoints.Each.removeLimit, selection, warning: \.warning) {
                "\($0.name): no limit. What the limit turned down is as loud and as bright as planned again."
            }
        }
        let document: GroupReply<LimitDocument>
        if changes {
            let request = LimitRequest(
                device: device, volume: volume?.percent.value, brightness: brightness?.percent.value, between: between)
            document = try await options.ask(Endpoints.Each.setLimit, request)
        } else {
            document = try await options.ask(Endpoints.Each.limit, SlotQuery(device: device))
        }
        try options.show(document) { "\($0.name): \(Describe.limit($0))." }
    }
}

extension Describe {
    /// What nothing may exceed, for example `at most 40% volume, 20:00-07:00 (not now)`.
    static func limit(_ limit: LimitDocument) -> String {
        let levels = [limit.volume.map { "\($0)% volume" }, limit.brightness.map { "\($0)% brightness" }]
            .compactMap(\.self)
        guard !levels.isEmpty else { return "no limit" }
        let hours = limit.between.map { ", \($0)" + (limit.active ? " (now)" : " (not now)") } ?? ""
        return "at most \(levels.listed)\(hours)"
    }
}
