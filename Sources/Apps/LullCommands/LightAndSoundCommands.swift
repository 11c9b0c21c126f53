// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

struct LightCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "light", abstract: "Changes the light.",
        discussion: """
            A number alone is the brightness: `lull light nursery 50`. `lull light nursery on` shows the last light again, \
            or a warm one if none is known.
            """)

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(help: "A colour by name, #rrggbb or 2000K; gradient; on; off; or a brightness in percent.")
    var color: String
    @Argument(help: "Brightness in percent.") var level: Percent?
    @Option(help: "Brightness in percent.") var brightness: Percent?
    @OptionGroup var options: DaemonOptions

    /// What is given in place of a colour.
    private var number: Percent? { Percent(argument: color) }
    /// A colour and a brightness in one argument, as other commands take a light.
    private var words: LevelledWord { LevelledWord(color) }

    private var given: [Percent] { [number, words.level, level, brightness].compactMap(\.self) }

    func validate() throws {
        guard given.count < 2 else { throw ValidationError("The brightness is given twice. Give it once.") }
        try Percent.check(given.first, "Brightness")
    }

    /// What is asked of the daemon.
    var request: LightRequest {
        LightRequest(device: device, color: number == nil ? words.word : "on", brightness: given.first?.value)
    }

    func run() async throws {
        try options.show(try await options.ask(Endpoints.Each.light, request))
    }
}

struct SoundCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sound", abstract: "Changes the sound.")

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(help: "A sound by name or number, or off.") var sound: String
    @Argument(help: "Volume in percent.") var level: Percent?
    @Option(help: "Volume in percent.") var volume: Percent?
    @OptionGroup var options: DaemonOptions

    /// A sound and a volume in one argument.
    private var words: LevelledWord { LevelledWord(sound) }

    private var given: [Percent] { [words.level, level, volume].compactMap(\.self) }

    func validate() throws {
        guard given.count < 2 else { throw ValidationError("The volume is given twice. Give it once.") }
        try Percent.check(given.first, "Volume")
    }

    /// What is asked of the daemon.
    var request: SoundRequest { SoundRequest(device: device, sound: words.word, volume: given.first?.value) }

    func run() async throws {
        try options.show(try await options.ask(Endpoints.Each.sound, request))
    }
}
