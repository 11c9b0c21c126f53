// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import Programs
import SystemClock

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Shows events live, until you press Ctrl-C.",
        discussion: """
            The first lines show the present state of each device. With --json every line is a JSON document. When the \
            daemon stops, watching goes on as soon as it is back. After a lost connection it also shows what happened \
            meanwhile.
            """)

    @Argument(help: "One device or group. Default: all.", completion: .device) var device: String?
    @Flag(help: "Show every step of a fade, and every use of a connection.") var all = false
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let query = DeviceChoice(device: device)
        _ = try await untilInterrupted { [options, all] in
            // The daemon alone sees what happens; asked directly, it says so.
            try await options.ask { service in
                let follower = EventFollower(
                    clock: HostClock(), showsFades: all, open: { try await service.events(query, after: $0) },
                    show: { [writesJSON = options.json] event in
                        writesJSON
                            ? try Output.write(nextJSON: event)
                            : try Output.write(next: Describe.event(event, LocalTimes()))
                    }, complain: Output.complain)
                try await follower.run()
            }
        }
    }
}
