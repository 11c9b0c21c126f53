// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import ControlAPI

package struct SoundsCommand: LocalCommand {
    package static let configuration = CommandConfiguration(
        commandName: "sounds", abstract: "Lists the sounds that commands take.")

    @Argument(help: "A device, to list only what it can play.", completion: .device) var device: String?
    @OptionGroup var options: DaemonOptions

    package init() {}

    /// Whether one JSON document is printed instead of text.
    package var json: Bool { options.json }

    /// The product of the device that is named, as the daemon knows it; nil when none is.
    package func product() async throws -> String? {
        guard let device else { return nil }
        return try await options.ask(Endpoints.status, DeviceChoice(device: device)).first?.product
    }
}
