// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import FoundationEssentials
import Glibc
import SleepModel

struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Records the traffic between Lull and a device as a btsnoop capture.",
        discussion: """
            Lull reconstructs the packets from its own traffic, not from the air. `lull decode FILE` explains the \
            capture, and `lull replay FILE` plays it.
            """)

    @Argument(help: "A nickname, an address, or the beginning of one.") var device: String
    @Argument(help: "A new file to write.") var file: String
    @Option(help: "How long to record, in seconds, 1 to 600.") var seconds = WholeNumber(30)
    @OptionGroup var options: DaemonOptions

    /// What was written, for programs.
    private struct Written: Encodable {
        let file: String
        let packets: Int
        let truncated: Bool
    }

    func run() async throws {
        // Said before, and not after minutes of recording.
        guard access(file, F_OK) != 0 else {
            throw ControlError(
                .alreadyExists, "“\(file.printable)” exists already.", advice: "Give another name, or remove it first.")
        }
        let request = RecordingRequest(device: device, seconds: seconds.value)
        let recording = try await options.ask(Endpoints.record, request)
        guard let bytes = Data(base64Encoded: recording.btsnoop) else {
            throw ControlError(.badData, "The recording cannot be read.", advice: "Update `lull` and `lulld` together.")
        }
        do {
            try bytes.write(to: URL(filePath: file), options: .withoutOverwriting)
        } catch {
            throw ControlError(
                .inputOutput, "“\(file.printable)” cannot be written.",
                advice: "Check that its directory exists and the disk has room.")
        }
        let written = Written(file: file, packets: recording.packets, truncated: recording.truncated)
        try options.show(written) { written in
            "Wrote \(written.packets) packets to \(written.file)"
                + (written.truncated ? "; the last ones had no room." : ".")
        }
    }
}
