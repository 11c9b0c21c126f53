// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import DeviceDocuments
import SleepModel

struct FavouriteCommand: CompleteCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourite", abstract: "A device's own favourites, which its touch ring plays too.",
        discussion: """
            lull favourite nursery list
            lull favourite nursery play 2
            lull favourite nursery save 2          keeps what the device shows and plays now
            lull favourite nursery edit 2 --color amber --brightness 20 --sound rain --ring on
            """)

    enum Verb: String, ExpressibleByArgument, CaseIterable {
        case list, play, save, edit
    }

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(help: "list, play, save or edit.") var verb: Verb = .list
    @Argument(help: "The favourite's number, from 1.") var number: WholeNumber?
    @Option(help: "With edit: a colour by name, #rrggbb or 2000K; gradient; or off.") var color: String?
    @Option(help: "With edit: brightness in percent.") var brightness: Percent?
    @Option(help: "With edit: a sound by name or number, or off.") var sound: String?
    @Option(help: "With edit: volume in percent.") var volume: Percent?
    @Option(help: "With edit: on to include it in the touch ring, or off.") var ring: OnOff?
    @OptionGroup var options: DaemonOptions

    func requireComplete() throws {
        let hasValues = color != nil || brightness != nil || sound != nil || volume != nil || ring != nil
        guard verb == .list || number != nil else {
            throw ValidationError("`favourite \(device) \(verb.rawValue)` needs a number. Give one from 1.")
        }
        guard verb == .edit || !hasValues else {
            throw ValidationError(
                "--color, --brightness, --sound, --volume and --ring need `edit`. Write `favourite \(device) edit N …`."
            )
        }
        guard verb != .edit || hasValues else {
            throw ValidationError(
                "`edit` needs something to change. Give --color, --brightness, --sound, --volume or --ring.")
        }
        try Percent.check(brightness, "Brightness")
        try Percent.check(volume, "Volume")
    }

    func run() async throws {
        let (device, number) = (device, number?.value ?? 0)
        let slot = SlotRequest(device: device, number: number)
        switch verb {
        case .list:
            let query = SlotQuery(device: device, number: self.number?.value)
            let favourites = try await options.ask(Endpoints.favourites, query)
            try options.show(favourites, asLines: Self.table)
        case .play:
            let result = try await options.ask(Endpoints.Each.playFavourite, slot)
            try options.show(result)
        case .save:
            let favourite = try await options.ask(Endpoints.saveFavourite, slot)
            try options.show(favourite) { "Saved \(Self.line($0))." }
        case .edit:
            let request = FavouriteRequest(
                device: device, number: number, color: color, brightness: brightness?.value, sound: sound,
                volume: volume?.value, enabled: ring.map { $0 == .on })
            try await options.show(Endpoints.editFavourite, request) { "Saved \(Self.line($0))." }
        }
    }

    private static func line(_ favourite: DeviceFavouriteDocument) -> String {
        let number = favourite.favourite.map { "favourite \($0)" } ?? "the favourite"
        return "\(number): \(Describe.light(favourite.light)), \(Describe.sound(favourite.sound, favourite.volume))"
    }

    private static func table(_ favourites: [DeviceFavouriteDocument]) -> [String] {
        var table = TextTable(["favourite", "light", "sound", "touch ring"])
        for favourite in favourites {
            table.add([
                favourite.favourite.map(String.init), Describe.light(favourite.light),
                Describe.sound(favourite.sound, favourite.volume), favourite.enabled ? "yes" : "no",
            ])
        }
        return table.lines
    }
}

/// A switch as people write it.
enum OnOff: String, ExpressibleByArgument, CaseIterable {
    case on, off
}
