// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "Shows or sets a device's own clock, which starts its programs.")

    enum Verb: String, ExpressibleByArgument, CaseIterable {
        case show, set
    }

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(help: "show, or set to this computer's local time.") var verb: Verb = .show
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let device = device
        let reply: GroupReply<ClockDocument>
        switch verb {
        case .show: reply = try await options.ask(Endpoints.Each.clock, SlotQuery(device: device))
        case .set: reply = try await options.ask(Endpoints.Each.setClock, DeviceSelection(device: device))
        }
        try options.show(reply) { document in
            guard let clock = document.clock, let drift = document.driftSeconds else {
                return "The clock of \(document.name) is not set. Set it: `lull clock \(document.name) set`."
            }
            let comparison =
                abs(drift) < 2
                ? "the same as this computer's" : "\(Describe.drift(drift))\(drift > 0 ? " of" : "") this computer's"
            return "The clock of \(document.name) shows \(Describe.civil(clock)), \(comparison)."
        }
    }
}
