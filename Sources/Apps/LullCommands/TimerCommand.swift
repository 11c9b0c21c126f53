// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

struct TimerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timer", abstract: "A device's own sleep timer, which also works while this computer is off.",
        discussion: """
            lull timer nursery 45m
            lull timer nursery off
            lull timer nursery show
            """)

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(help: "A length of time, as 45m; off; or show.") var what = "show"
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let document: GroupReply<TimerDocument>
        if what == "show" {
            let query = SlotQuery(device: device)
            document = try await options.ask(Endpoints.Each.timer, query)
        } else {
            let request = TimerRequest(device: device, duration: what == "off" ? nil : what)
            document = try await options.ask(Endpoints.Each.setTimer, request)
        }
        try options.show(
            document,
            asStyledLines: { timer in
                guard let seconds = timer.remainingSeconds else {
                    return [StyledLine("\(what == "off" ? "The timer is off on" : "No timer runs on") \(timer.name).")]
                }
                let end = LocalTimes().text(timer.endsAt).map { ", at \($0)" } ?? ""
                return [StyledLine("\(timer.name) turns itself off in \(Describe.length(seconds))\(end).")]
                    + Describe.warning(timer.warning)
            })
    }
}
