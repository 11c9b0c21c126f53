// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import DeviceModules
import HatchRest
import SleepModel

struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Explains bytes that a device sent.")

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case advertisement
        case feedback
    }

    @Argument(help: "advertisement (manufacturer payload after the company id, or a whole packet) or feedback.")
    var kind: Kind
    @Argument(help: "The bytes; spaces are allowed.") var hex: [String]
    @Flag(help: "Print one JSON document instead of text.") var json = false

    func run() throws {
        let codec = HatchRestCodec()
        let state = try decode(try bytes())
        let document = DeviceStateDocument(state, product: codec.product, soundName: codec.name(of: state.sound))
        if json {
            try Output.write(json: document)
        } else {
            try Output.write(lines: Self.lines(document))
        }
    }

    private func bytes() throws(ControlError) -> [UInt8] {
        do {
            return try Hexadecimal.bytes(hex.joined(separator: " "))
        } catch {
            throw ControlError(
                .badData, "This is not hexadecimal: \(error).", advice: "Give pairs of digits 0-9 and A-F.")
        }
    }

    private func decode(_ bytes: [UInt8]) throws(ControlError) -> DeviceState {
        do {
            switch kind {
            case .feedback: return try HatchRestReport.feedback(bytes)
            case .advertisement: return try HatchRestReport.advertisement(packetOrPayload: bytes)
            }
        } catch {
            throw ControlError(
                .badData,
                "These bytes are not \(kind == .feedback ? "a feedback report" : "an advertisement"). \(error)",
                advice: "Check that they are complete and of a Hatch Rest.")
        }
    }

    private static func lines(_ state: DeviceStateDocument) -> [String] {
        var lines = [
            "product    \(state.product)",
            "power      \(state.power)",
            "favourite  \(state.favourite.map(String.init) ?? "none")",
            "light      \(Describe.light(state.light))",
            "sound      \(state.sound.name ?? "unknown") (\(state.sound.id))",
            "volume     \(Level(rawValue: state.volume).percent)% (\(state.volume))",
        ]
        lines.append("clock      \(state.clock?.description ?? "not set")")
        lines.append("timer      \(state.timerRunning == true ? "running" : "not running")")
        return lines
    }
}
