// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import DeviceDocuments
import DeviceModules
import HatchRest
import LullCommands
import SleepModel

extension DecodeCommand: RunnableLocally {
    private func check() throws {
        if let packet { return try checkBytes(of: packet) }
        guard !CaptureDecoding.exists(kind) else {
            guard hex.isEmpty else {
                throw ValidationError("“\(kind)” is a file, and bytes were given as well. Give one of them.")
            }
            return
        }
        let known = HatchRestPacketKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("“\(kind)” is neither a kind of bytes nor a file. Give a capture, or one of: \(known).")
    }

    private func checkBytes(of packet: HatchRestPacketKind) throws {
        guard hex.isEmpty else { return }
        throw ValidationError("No bytes were given. Write `lull decode \(packet.rawValue) HEX`.")
    }

    /// What the bytes are; nil for a capture.
    private var packet: HatchRestPacketKind? { HatchRestPacketKind(rawValue: kind) }

    func runLocally() async throws {
        try check()
        guard let packet else { return try CaptureDecoding.run(kind, json: json) }
        let document = try document(of: try bytes(), as: packet)
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

    private func document(of bytes: [UInt8], as kind: HatchRestPacketKind) throws(ControlError) -> HatchRestDocument {
        do {
            return try HatchRestCodec().document(of: bytes, as: kind)
        } catch {
            throw ControlError(
                .badData, "These bytes are not \(Self.phrase(kind)). \(error)",
                advice: "Check that they are complete and of a Hatch Rest.")
        }
    }

    private static func phrase(_ kind: HatchRestPacketKind) -> String {
        switch kind {
        case .advertisement: "an advertisement"
        case .feedback: "a feedback report"
        case .favourite: "a favourite"
        case .program: "a program"
        case .reply: "a reply"
        case .command: "a command"
        }
    }

    private static func lines(_ document: HatchRestDocument) -> [String] {
        switch document {
        case .state(let state): lines(state)
        case .favourite(let favourite): lines(favourite)
        case .program(let program): ["product    \(program.product)"] + Describe.program(program)
        case .reply(let reply):
            ["product    \(reply.product)", "reply      \(reply.text ?? "not text")", "meaning    \(reply.meaning)"]
        case .command(let command):
            [
                "product    \(command.product)", "command    \(command.text ?? "not text")",
                "meaning    \(command.meaning)",
            ]
        }
    }

    private static func lines(_ state: DeviceStateDocument) -> [String] {
        [
            "product    \(state.product)",
            "power      \(state.power)",
            "favourite  \(state.favourite.map(String.init) ?? "none")",
        ] + lines(state.light, state.sound, state.volume) + [
            "clock      \(state.clock.map(DeviceStateDocument.text) ?? "not set")",
            "timer      \(state.timerRunning == true ? "running" : "not running")",
        ]
    }

    private static func lines(_ favourite: DeviceFavouriteDocument) -> [String] {
        ["product    \(favourite.product)"] + lines(favourite.light, favourite.sound, favourite.volume)
            + ["touch ring \(favourite.enabled ? "offered" : "not offered")"]
    }

    private static func lines(
        _ light: DeviceStateDocument.LightDocument, _ sound: DeviceStateDocument.SoundDocument, _ volume: UInt8
    ) -> [String] {
        [
            "light      \(Describe.light(light))",
            "sound      \(sound.name ?? "unknown") (\(sound.id))",
            "volume     \(Level(rawValue: volume).percent)% (\(volume))",
        ]
    }
}
