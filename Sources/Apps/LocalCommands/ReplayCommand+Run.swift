// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Captures
import Composition
import ControlAPI
import ControlServices
import LullCommands
import Programs
import Replay
import SleepModel
import Synchronization

extension ReplayCommand: RunnableLocally {
    func runLocally() async throws {
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
