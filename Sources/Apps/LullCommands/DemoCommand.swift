// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct DemoCommand: LocalCommand {
    package static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Shows a whole night on a simulated device.")

    @Flag(help: "Print one JSON document at the end instead of lines as it goes.") package var json = false
    @Option(help: "At most how many times as fast as real time, 60 to 3600. Default: as fast as the machine can.")
    package var speed: WholeNumber?
    @Option(help: "A new file for a picture of the night, in SVG.") package var chart: String?

    package init() {}

    package func validate() throws {
        guard let speed = speed?.value else { return }
        guard (60...3600).contains(speed) else {
            throw ValidationError("--speed \(speed) is out of range. Give a number from 60 to 3600.")
        }
    }
}
