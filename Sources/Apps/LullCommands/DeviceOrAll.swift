// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The device or group that a command is about, as a word of its own or as an option; all devices for none.
struct DeviceOrAll: ParsableArguments {
    @Argument(help: ArgumentHelp("One device or group. Default: all.", valueName: "device"), completion: .device)
    var subject: String?
    @Option(help: "The same, as an option.", completion: .device) var device: String?

    /// What is given; nil for all.
    var value: String? { device ?? subject }

    func validate() throws {
        guard subject == nil || device == nil else {
            throw ValidationError("The device is given twice. Give it once.")
        }
    }
}
