// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

struct StopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Ends everything that runs or rings, and switches the device off, now.",
        discussion: """
            Alarms are dismissed, routines and nights end, and so does what was set by hand and the sleep timer. What is
            planned stays: tomorrow's alarm rings.
            """)

    @Argument(help: "One device or group. Default: all.", completion: .device) var device: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try options.show(
            try await options.ask(Endpoints.stop, DeviceChoice(device: device)),
            asStyledLines: { devices in
                guard !devices.isEmpty else { return [StyledLine(DevicesCommand.nothing)] }
                return devices.flatMap { [StyledLine(Describe.stopped($0))] + Describe.warning($0.warning) }
            })
    }
}

extension Describe {
    /// What was ended on a device, for example `nursery: ended the alarm “up” and the sleep timer; it is off`.
    static func stopped(_ device: StopDocument) -> String {
        let parts = device.ended.map { part in
            switch part.kind {
            case .routine, .alarm, .bedtime: "the \(part.kind.rawValue) “\(part.name ?? "")”"
            case .nap: "the nap"
            case .manual: "what was set by hand"
            case .timer: "the sleep timer"
            }
        }
        let ended = parts.isEmpty ? "nothing ran" : "ended \(parts.listed)"
        return "\(device.name): \(ended)\(device.stopPending ? "." : "; it is off.")"
    }
}
