// SPDX-License-Identifier: Apache-2.0

package import ControlAPI
import FoundationEssentials
import Glibc
import SleepModel

/// Where commands write: what was asked for on standard output, everything else on standard error.
package enum Output {
    /// How many characters of a text that somebody else wrote are shown.
    static let longestLine = 2000

    /// Writes a line; throws `input_output` when it cannot be written.
    package static func write(_ line: String) throws(ControlError) {
        try write(lines: [line])
    }

    /// Writes lines; throws `input_output` when they cannot be written.
    package static func write(lines: [String]) throws(ControlError) {
        _ = try writeOn(harmless(lines))
    }

    /// Writes lines, with colours if standard output is a terminal that shows them.
    package static func write(lines: [StyledLine]) throws(ControlError) {
        let isColoured = Terminal.shows(coloursOn: STDOUT_FILENO)
        _ = try writeOn(lines.map { $0.text(isColoured: isColoured) }.joined(separator: "\n"))
    }

    /// Writes one JSON document on a line.
    package static func write(json document: some Encodable) throws(ControlError) {
        _ = try writeOn(try text(of: document))
    }

    /// Writes text as it is, such as the help.
    package static func write(whole text: String) throws(ControlError) {
        _ = try writeOn(text)
    }

    /// Writes one line of many; false when nobody reads them any more.
    package static func write(next line: String) throws(ControlError) -> Bool {
        try writeOn(harmless([line]))
    }

    /// Writes one JSON document of many; false when nobody reads them any more.
    package static func write(nextJSON document: some Encodable) throws(ControlError) -> Bool {
        try writeOn(try text(of: document))
    }

    /// Writes an error for a person or a program.
    package static func fail(_ error: ControlError, asJSON: Bool) {
        guard asJSON, let document = try? text(of: ControlErrorDocument(error)) else {
            let isColoured = Terminal.shows(coloursOn: STDERR_FILENO)
            let lines = [StyledLine("lull: \(error.message)", .failure), StyledLine("      \(error.advice)")]
            complain(lines.map { $0.text(isColoured: isColoured) }.joined(separator: "\n"))
            return
        }
        complain(document)
    }

    /// Shows the daemon's warning that something cannot be saved.
    @Sendable package static func warnUnsaved(_ warning: String) {
        let isColoured = Terminal.shows(coloursOn: STDERR_FILENO)
        complain(StyledLine("Warning: \(warning)", .warning).text(isColoured: isColoured))
    }

    /// Writes text on standard error.
    package static func complain(_ text: String) {
        _ = emit(text, to: STDERR_FILENO)
    }

    /// Writes text on standard error that the answer of a person follows on the same line.
    package static func prompt(_ text: String) {
        _ = emit(bytes: Array(text.utf8), to: STDERR_FILENO)
    }

    /// Lines in which nothing can disturb a terminal or pass for another line.
    package static func harmless(_ lines: [String]) -> String {
        lines.map { $0.printable(upTo: longestLine) }.joined(separator: "\n")
    }

    /// A reader that has gone away wants no more of it; anything else is a loss.
    private static func writeOn(_ text: String) throws(ControlError) -> Bool {
        let number = emit(text, to: STDOUT_FILENO)
        guard number != 0, number != EPIPE else { return number == 0 }
        throw ControlError(
            .inputOutput, "The output could not be written: \(String(cString: strerror(number)).lowercased()).",
            advice: "Write it elsewhere. A change that you asked for is made: see `lull status`.")
    }

    private static func text(of document: some Encodable) throws(ControlError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return escaped(String(decoding: try encoder.encode(document), as: UTF8.self))
        } catch {
            throw ControlError(
                .internalError, "The output could not be written as JSON.", advice: "Please report this.")
        }
    }

    /// What JSON leaves as it is and a terminal would not show as itself, written as escapes that mean the same.
    package static func escaped(_ json: String) -> String {
        guard !json.unicodeScalars.allSatisfy(\.isPrintable) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            guard !scalar.isPrintable else {
                text.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text
    }

    /// Writes all of it; returns the number of the error that stopped it, or zero.
    private static func emit(_ text: String, to descriptor: Int32) -> Int32 {
        emit(bytes: Array((text + "\n").utf8), to: descriptor)
    }

    private static func emit(bytes all: [UInt8], to descriptor: Int32) -> Int32 {
        var bytes = all[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard written > 0 || errno == EINTR else { return errno }
            bytes = bytes.dropFirst(max(written, 0))
        }
        return 0
    }
}
