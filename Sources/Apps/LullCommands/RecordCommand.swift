// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import FoundationEssentials
import Programs
import Synchronization

struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Records the traffic between Lull and a device as a btsnoop capture.",
        discussion: """
            Lull reconstructs the packets from its own traffic, not from the air. `lull decode FILE` explains the \
            capture, and `lull replay FILE` plays it. Ctrl-C ends the recording early and writes what there is.
            """)

    @Argument(help: "A nickname, an address, or the beginning of one.", completion: .device) var device: String
    @Argument(help: "A new file to write.") var file: String
    @Option(help: "How long to record, in seconds, 1 to 600.") var seconds = WholeNumber(30)
    @OptionGroup var options: DaemonOptions

    /// What was written, for programs.
    private struct Written: Encodable {
        let file: String
        let packets: Int
        let truncated: Bool
        /// Whether somebody ended the recording early.
        let interrupted: Bool
    }

    func run() async throws {
        // Said before, and not after minutes of recording.
        let newFile = try NewFile(file)
        let request = RecordingRequest(device: device, seconds: seconds.value)
        let results = Results()
        do {
            try await options.ask { [self] service in
                let recording = try await Self.record(request, by: service) { results.interrupt() }
                results.set(try write(recording, to: newFile, interrupted: results.isInterrupted || Task.isCancelled))
            }
        } catch {
            // Without the daemon the interruption reaches the recording first, and what there is has been written.
            guard results.written != nil else { throw error }
        }
        guard let written = results.written else { return }
        try options.show(written) { written in
            (written.interrupted ? "Interrupted: wrote" : "Wrote") + " \(written.packets) packets to \(written.file)"
                + (written.truncated ? "; the last ones had no room." : ".")
        }
    }

    /// What was written, if anything was, and whether somebody ended the recording.
    private final class Results: Sendable {
        private let value = Mutex<(written: Written?, isInterrupted: Bool)>((nil, false))
        var written: Written? { value.withLock(\.written) }
        var isInterrupted: Bool { value.withLock(\.isInterrupted) }

        func set(_ written: Written) { value.withLock { $0.written = written } }
        func interrupt() { value.withLock { $0.isInterrupted = true } }
    }

    /// What happens first.
    private enum Event: Sendable {
        case recorded(RecordingDocument)
        case ended
        case notEnded
    }

    /// Records to the end, or until the process is asked to stop; tells that before the recording ends.
    private static func record(
        _ request: RecordingRequest, by service: any ControlService,
        whenInterrupted tell: @escaping @Sendable () -> Void
    ) async throws -> RecordingDocument {
        try await withThrowingTaskGroup(of: Event.self) { group in
            group.addTask { .recorded(try await service.perform(Endpoints.record, request)) }
            group.addTask {
                guard await interruption() else { return .ended }
                tell()
                let selection = DeviceSelection(device: request.device)
                let ended = try? await service.perform(Endpoints.finishRecording, selection)
                return ended == nil ? .notEnded : .ended
            }
            defer { group.cancelAll() }
            while let event = try await group.next() {
                switch event {
                case .recorded(let recording): return recording
                // Without the daemon the recording has been cancelled, and is on its way.
                case .notEnded where !Task.isCancelled:
                    throw ControlError(
                        .busy, "The recording was interrupted before it began.", advice: "Try again.")
                case .ended, .notEnded: break
                }
            }
            throw CancellationError()
        }
    }

    private func write(_ recording: RecordingDocument, to newFile: NewFile, interrupted: Bool) throws -> Written {
        guard let bytes = Data(base64Encoded: recording.btsnoop) else {
            throw ControlError(.badData, "The recording cannot be read.", advice: "Update `lull` and `lulld` together.")
        }
        try newFile.write(bytes)
        return Written(
            file: file, packets: recording.packets, truncated: recording.truncated, interrupted: interrupted)
    }
}
