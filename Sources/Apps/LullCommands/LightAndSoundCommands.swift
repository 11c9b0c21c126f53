// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

struct LightCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "light", abstract: "Changes the light.",
        discussion: """
            A number is the brightness: `lull light nursery amber 20%`, or `lull light nursery 50` for the light that it \
            has. `lull light nursery on` shows the last light again, or a warm one if none is known.
            """)

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(
        help: ArgumentHelp(
            "A colour by name, #rrggbb or 2000K; gradient; on; off; a brightness in percent, alone or beside a colour.",
            valueName: "color"))
    var light: [String]
    @Option(help: "Brightness in percent.") var brightness: Percent?
    @OptionGroup var options: DaemonOptions

    private var words: LevelledWords { LevelledWords(light) { _, _ in true } }

    private var given: [Percent] { words.levels + [brightness].compactMap(\.self) }

    func validate() throws {
        guard given.count < 2 else { throw ValidationError("The brightness is given twice. Give it once.") }
        try Percent.check(given.first, "Brightness")
    }

    /// What is asked of the daemon.
    var request: LightRequest {
        LightRequest(device: device, color: words.words.isEmpty ? "on" : words.text, brightness: given.first?.value)
    }

    func run() async throws {
        try options.show(try await options.ask(Endpoints.Each.light, request))
    }
}

struct SoundCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sound", abstract: "Changes the sound.")

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(
        help: ArgumentHelp(
            "A sound by name or number, or off; a volume in percent beside it.", valueName: "sound"))
    var sound: [String]
    @Option(help: "Volume in percent.") var volume: Percent?
    @OptionGroup var options: DaemonOptions

    /// Sounds have numbers too, so that one is the volume only if it ends what is written.
    private var words: LevelledWords { LevelledWords(sound) { $0 > 0 && $0 == $1 - 1 } }

    private var given: [Percent] { words.levels + [volume].compactMap(\.self) }

    func validate() throws {
        guard given.count < 2 else { throw ValidationError("The volume is given twice. Give it once.") }
        guard !words.words.isEmpty else {
            throw ValidationError(
                "No sound is given. For the volume alone use `lull volume`, or give a sound such as rain.")
        }
        try Percent.check(given.first, "Volume")
    }

    /// What is asked of the daemon.
    var request: SoundRequest { SoundRequest(device: device, sound: words.text, volume: given.first?.value) }

    func run() async throws {
        try options.show(try await options.ask(Endpoints.Each.sound, request))
    }
}
