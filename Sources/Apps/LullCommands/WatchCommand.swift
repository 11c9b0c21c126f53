// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Composition
import ControlAPI

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Shows events live, until you press Ctrl-C.",
        discussion: "The first lines show the present state of each device. With --json every line is a JSON document.")

    @Argument(help: "One device. Default: all.") var device: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let query = DeviceChoice(device: device)
        let writesJSON = options.json
        _ = try await untilInterrupted { [options] in
            // The daemon alone sees what happens; asked directly, it says so.
            try await options.ask { service in
                for try await case .event(let event) in try await service.events(query) {
                    let isRead =
                        writesJSON
                        ? try Output.write(nextJSON: event)
                        : try Output.write(next: Describe.event(event, LocalTimes()))
                    guard isRead else { return }
                }
                guard !Task.isCancelled else { return }
                Output.complain("lull: the daemon stopped.")
            }
        }
    }
}
