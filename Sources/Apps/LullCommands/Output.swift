// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import FoundationEssentials
import Glibc

/// Where commands write: what was asked for on standard output, everything else on standard error.
enum Output {
    /// Writes a line, or several; throws `input_output` when they cannot be written.
    static func write(_ text: String) throws(ControlError) {
        let number = emit(text, to: STDOUT_FILENO)
        // A reader that has gone away wants no more of it; anything else is a loss.
        guard number != 0, number != EPIPE else { return }
        throw ControlError(
            .inputOutput, "The answer cannot be written: \(String(cString: strerror(number)).lowercased()).",
            advice: "What was asked for is done; see it again with `lull status` or `lull log`.")
    }

    /// Writes one JSON document on a line.
    static func write(json document: some Encodable) throws(ControlError) {
        try write(try text(of: document))
    }

    /// Writes an error for a person or a program.
    static func fail(_ error: ControlError, asJSON: Bool) {
        guard asJSON, let document = try? text(of: ControlErrorDocument(error)) else {
            complain("lull: \(error.message)\n      \(error.advice)")
            return
        }
        complain(document)
    }

    /// Writes a line on standard error.
    static func complain(_ text: String) {
        _ = emit(text, to: STDERR_FILENO)
    }

    private static func text(of document: some Encodable) throws(ControlError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(document), as: UTF8.self)
        } catch {
            throw ControlError(.internalError, "The answer cannot be written as JSON.", advice: "Please report this.")
        }
    }

    /// Writes all of it; returns the number of the error that stopped it, or zero.
    private static func emit(_ text: String, to descriptor: Int32) -> Int32 {
        var bytes = Array((text + "\n").utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard written > 0 || errno == EINTR else { return errno }
            bytes = bytes.dropFirst(max(written, 0))
        }
        return 0
    }
}
