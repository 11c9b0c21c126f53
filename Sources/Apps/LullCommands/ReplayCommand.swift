// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Captures
import Composition
import ControlAPI
import ControlServices
import Replay
import SleepModel
import Synchronization

struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Plays a capture and shows the states it leads to.",
        discussion: """
            Lull sends the commands of the capture again, to a device that answers as it did then. The replay fails if \
            Lull would write something else now. `lull decode FILE` shows what a capture holds.
            """)

    @Argument(help: "A btsnoop capture, as `btmon -w`, a phone's HCI snoop log or `lull record` writes it.")
    var file: String
    @Option(help: "How many times as fast as recorded, 1 to 100000.") var speed = WholeNumber(1)
    @Option(help: "The address of the device to play, if the capture holds several.") var device: String?
    @Flag(help: "Print one JSON document at the end instead of lines as it goes.") var json = false

    func validate() throws {
        guard (1...100_000).contains(speed.value) else {
            throw ValidationError("--speed \(speed.value) is out of range. Give a number from 1 to 100000.")
        }
        guard let device, MacAddress(rawValue: device) == nil else { return }
        throw ValidationError("“\(device)” is not a device address. Write it like DC:06:41:DC:1A:B4.")
    }

    func run() async throws {
        let tools = try CaptureTools()
        let timeline = try tools.read(file)
        let printer = json ? nil : ReplayPrinter()
        let play = try tools.replay(timeline, address: device.flatMap(MacAddress.init), speed: speed.value)
        let report = try await untilInterrupted {
            do throws(CaptureError) {
                return try await play.run { printer?.show($0) }
            } catch {
                throw ControlError(error)
            }
        }
        guard let report else { return }
        if json {
            try Output.write(json: ReplayDocument(report, timeline, file: CaptureDecoding.name(of: file)))
        } else {
            try Output.write(Self.summary(report))
        }
    }

    private static func summary(_ report: ReplayReport) -> String {
        let skipped = report.skipped == 0 ? "" : ", other writes left out \(report.skipped)"
        return
            "\(report.address): commands written as captured \(report.commands), connections \(report.connections)\(skipped)."
    }
}

/// Prints each state that shows something else than the one before.
private final class ReplayPrinter: Sendable {
    private let last = Mutex("")

    func show(_ entry: ReplayReport.Entry) {
        let text = Describe.state(entry.state)
        let isNew = last.withLock { last in
            defer { last = text }
            return last != text
        }
        guard isNew else { return }
        // A reader that has gone away does not stop the replay.
        _ = try? Output.write(next: "\(CaptureDecoding.seconds(entry.elapsed))  \(entry.source)  \(text)")
    }
}

/// A replay as programs read it.
private struct ReplayDocument: Encodable {
    let file: String
    let format: String
    let device: MacAddress
    let product: String
    let connections: Int
    let commands: Int
    let skipped: Int
    let states: [ReplayReport.Entry]

    init(_ report: ReplayReport, _ timeline: CaptureTimeline, file: String) {
        self.file = file
        format = timeline.format.name
        device = report.address
        product = report.product.rawValue
        connections = report.connections
        commands = report.commands
        skipped = report.skipped
        states = report.states
    }
}
