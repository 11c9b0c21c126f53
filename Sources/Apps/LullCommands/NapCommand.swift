// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import SleepModel

struct NapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nap", abstract: "Sound and darkness for a time, then a gentle light, over whatever runs.",
        discussion: """
            lull nap nursery 45m
            lull nap nursery 1h --sound ocean --volume 25 --wake-light amber
            lull nap nursery off

            The light grows in the last five minutes, shines for a quarter of an hour after the end, and goes out. What you
            set by hand before ends; what you set during the nap counts until the nap does something else.
            """)

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(help: ArgumentHelp("A length of time, as 45m or 45 min; or off.", valueName: "45m|off"))
    var words: [String]
    @Option(help: "What plays, or off. Default: rain.") var sound: String?
    @Option(help: "How loud, in percent. Default: 30.") var volume: Percent?
    @Option(help: "The light at its end, as amber or 'amber 10%', or off. Default: green.") var wakeLight: String?
    @OptionGroup var options: DaemonOptions

    var length: String { words.joined(separator: " ") }

    func validate() throws {
        try Percent.check(volume, "--volume")
        if length != "off", DurationText.parse(length) == nil, let first = words.first {
            // What follows a length is what shall play.
            let isLength = words.count > 1 && DurationText.parse(first) != nil
            throw ValidationError(
                isLength
                    ? "“\(words.dropFirst().joined(separator: " ").printable)” is no part of a length. "
                        + "Give a sound as --sound, as `lull nap \(device.shellWord) \(first) --sound rain`."
                    : "“\(length.printable)” is not a length of time. Write it as 45m or 1h30m, or off.")
        }
        guard length != "off" || sound == nil && volume == nil && wakeLight == nil else {
            throw ValidationError("off takes no options. Leave them out.")
        }
    }

    func run() async throws {
        if length == "off" {
            let answer = try await options.ask(Endpoints.Each.endNap, DeviceSelection(device: device))
            return try options.show(
                answer,
                asStyledLines: { [StyledLine("The nap on \($0.name) has ended.")] + Describe.warning($0.warning) })
        }
        let request = NapRequest(
            device: device, length: length, sound: sound, volume: volume?.value, wakeLight: wakeLight)
        try options.show(
            try await options.ask(Endpoints.Each.startNap, request),
            asStyledLines: {
                [StyledLine("Nap on \($0.name) \(Describe.nap($0, LocalTimes())).")] + Describe.warning($0.warning)
            })
    }
}

extension Describe {
    /// A nap, for example `until Sun 2027-03-14 13:45: rain at 30%, then green 20%`.
    static func nap(_ nap: NapDocument, _ times: LocalTimes) -> String {
        let sound = nap.sound.map { "\($0) at \(nap.volume)%" } ?? "no sound"
        let light = nap.wakeLight.map { ", then \($0)" } ?? ""
        guard nap.phase != .light else { return "is over; its light goes out \(times.text(nap.lightUntil) ?? "")" }
        return "until \(times.text(nap.endsAt) ?? ""): \(sound)\(light)"
    }
}
