// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import SleepModel

package struct ReplayCommand: LocalCommand {
    package static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Plays a capture and shows the states it leads to.",
        discussion: """
            Lull sends the commands of the capture again, to a device that answers as it did then. The replay fails if \
            Lull would write something else now. `lull decode FILE` shows what a capture holds.
            """)

    @Argument(help: "A btsnoop capture, as `btmon -w`, a phone's HCI snoop log or `lull record` writes it.")
    package var file: String
    @Option(help: "How many times as fast as recorded, 1 to 100000.") package var speed = WholeNumber(1)
    @Option(help: "The address of the device to play, if the capture holds several.") package var device: String?
    @Flag(help: "Print one JSON document at the end instead of lines as it goes.") package var json = false

    package init() {}

    package func validate() throws {
        guard (1...100_000).contains(speed.value) else {
            throw ValidationError("--speed \(speed.value) is out of range. Give a number from 1 to 100000.")
        }
        guard let device, MacAddress(rawValue: device) == nil else { return }
        throw ValidationError("“\(device)” is not a device address. Write it like DC:06:41:DC:1A:B4.")
    }
}
