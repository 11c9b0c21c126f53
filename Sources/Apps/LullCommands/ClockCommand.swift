// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import DeviceDocuments

struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "A device's own clock, by which its programs start.")

    enum Verb: String, ExpressibleByArgument, CaseIterable {
        case show, set
    }

    @Argument(help: "A nickname, an address, or a unique prefix of either.") var device: String
    @Argument(help: "show, or set to this host's local time.") var verb: Verb = .show
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let device = device
        let document: ClockDocument
        switch verb {
        case .show: document = try await options.ask(Endpoints.clock, SlotQuery(device: device))
        case .set: document = try await options.ask(Endpoints.setClock, DeviceSelection(device: device))
        }
        try options.show(document) { document in
            guard let clock = document.clock else {
                return "The clock of \(document.name) is not set. Set it with `lull clock \(document.name) set`."
            }
            let drift = document.driftSeconds ?? 0
            let comparison =
                abs(drift) < 2 ? "as this host does" : "\(abs(drift)) s \(drift > 0 ? "ahead of" : "behind") this host"
            return "\(document.name) shows \(DeviceStateDocument.text(clock)), \(comparison)."
        }
    }
}
