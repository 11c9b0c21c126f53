// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import SleepModel

struct BedtimeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bedtime", abstract: "Bedtimes: wind-down, sleep sound and wake light.",
        subcommands: [
            List.self, Show.self, Set.self, Enable.self, Disable.self, Remove.self, Skip.self, Unskip.self, Move.self,
            Wake.self, Start.self, Off.self,
        ])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists bedtimes.")
        @OptionGroup var place: DeviceOrAll
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try await BedtimeCommand.show(place.value, options)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Shows all of the bedtimes of a device, or lists those of all devices.")
        @Argument(help: "One device or group. Default: all.", completion: .device) var device: String?
        @Option(help: "One bedtime of the device. Default: all.", completion: .bedtime) var name: String?
        @OptionGroup var options: DaemonOptions

        func validate() throws {
            guard name == nil || device != nil else {
                throw ValidationError("--name needs a device. Write `lull bedtime show DEVICE --name NAME`.")
            }
        }

        func run() async throws {
            guard let name else {
                return try await BedtimeCommand.show(device, options, whole: device != nil)
            }
            try options.show(
                try await options.ask(Endpoints.Each.bedtime, ScheduleSelection(name: name, device: device)),
                asBlocks: { $0.details(LocalTimes()) })
        }
    }

    /// Lists the bedtimes of a device or of all, or shows the whole of each.
    private static func show(_ device: String?, _ options: DaemonOptions, whole: Bool = false) async throws {
        let query = DeviceChoice(device: device)
        let (bedtimes, all) = try await options.askWithDamage(Endpoints.bedtimes, query)
        let groups = try await options.groups(of: bedtimes)
        try options.showList(bedtimes, all.affecting(.bedtime)) { bedtimes in
            guard !bedtimes.isEmpty else {
                return [
                    "No bedtime is set\(Describe.place(device)). Set one: `lull bedtime set --device \(Describe.word(of: device)) --at 20:00`."
                ]
            }
            let times = LocalTimes()
            if whole {
                return Array(bedtimes.map { $0.details(times) }.joined(separator: [""]))
            }
            var table = TextTable([
                "device", "name", "lights out", "wind-down", "sound", "volume", "wake", "state", "next lights out",
            ])
            let rows = Describe.rows(bedtimes, groups) { bedtime in
                [
                    bedtime.device, bedtime.name, Describe.when(bedtime.rule),
                    Describe.length(bedtime.windDownSeconds), bedtime.sound, "\(bedtime.volume)%",
                    bedtime.wakeTexts,
                    bedtime.phase?.rawValue ?? (bedtime.enabled ? "waiting" : "disabled"),
                    Describe.next(
                        times.text(bedtime.lightsOut, zone: bedtime.zone), skipped: bedtime.skipped,
                        moved: bedtime.moved),
                ]
            }
            for row in rows { table.add(row) }
            return table.lines
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Sets a device's bedtime, or changes it. What you do not give stays as it is.",
            discussion: "The light fades out until bedtime. The sound plays through the night. A wake light ends it.")
        @Argument(
            help: ArgumentHelp(
                "The device or group. On one device of a group it becomes that device's own.", valueName: "device"),
            completion: .device)
        var place: String?
        @Option(help: "The same, as other commands take it.", completion: .device) var device: String?
        @Option(
            help: """
                Its name, if the device has several. A new name makes another one. It begins from the one that was changed \
                last.
                """, completion: .bedtime)
        var name: String?
        @Option(help: "Its new name.") var newName: String?
        @OptionGroup(title: "Lights out, daily by default") var rule: RuleOptions
        @Option(help: "The time from lights-out to the wake light, as 10h30m, in place of --at.")
        var sleep: String?
        @Option(help: "How long the light fades before that, and the sound to --night-volume, as 30m, or off.")
        var windDown: String?
        @Option(help: "How long before that a soft light and a notice announce it, as 15m, or off.")
        var reminder: String?
        @Option(help: "The light at the start, as amber or 'amber 40%'.") var color: String?
        @Option(help: "A sound by name or number, or off.") var sound: String?
        @Option(help: "Volume in percent.") var volume: Percent?
        @Option(help: "Volume in the night in percent. The wind-down fades to it.") var nightVolume: Percent?
        @Option(help: "How long the sound plays after lights out, as 45m, or off for the whole night.")
        var soundFor: String?
        @Option(help: "A light for the whole night, as 'red 5%', or off.") var nightLight: String?
        @Option(help: "How long before the wake light a light asks to stay in bed, as 30m, or off.")
        var stayInBed: String?
        @Option(help: "The light that asks to stay in bed, as 'red 10%'.") var stayInBedLight: String?
        @Option(help: "The wake light, as 'green 20%'.") var wakeLight: String?
        @Option(help: "How long the wake light stays, as 30m, or until when, as 08:30.") var wakeFor: String?
        @Option(
            name: .customLong("return"),
            help: "How long a light stays that you switch on in the night, as 10m, or off. A sound stays four hours.")
        var returnAfter: String?
        @Option(help: "The time of the wake light, as HH:MM or sat,sun=08:00, or off. You can repeat it.")
        var wake: [String] = []
        @Option(help: "A fixed time zone, as Europe/Berlin, or host for this computer's zone.") var zone: String?
        @Flag(help: "Also change the night that runs; its lights-out and its wind-down stay.") var now = false
        @OptionGroup var options: DaemonOptions

        func validate() throws {
            try Percent.check(volume, "Volume")
            try Percent.check(nightVolume, "Volume")
        }

        /// The device or group.
        ///
        /// `validate` is too early for it: the value of an unknown option lands in `place`, and the option is what is wrong.
        private func chosen() throws -> String {
            switch (place, device) {
            case (let name?, nil), (nil, let name?): return name
            case (let extra?, _?): throw ValidationError("Unexpected argument '\(extra)'.")
            case (nil, nil):
                throw ValidationError("Name the device or group, as in `lull bedtime set nursery --at 19:30`.")
            }
        }

        func run() async throws {
            var request = BedtimeRequest(
                device: try chosen(), name: name, at: nil, windDown: windDown, color: color, sound: sound,
                volume: volume?.value, wake: RuleOptions.joined(wake), zone: zone)
            (request.newName, request.rule, request.sleep) = (newName, rule.request, sleep)
            (request.nightVolume, request.soundFor, request.nightLight) = (nightVolume?.value, soundFor, nightLight)
            (request.stayInBed, request.stayInBedLight) = (stayInBed, stayInBedLight)
            (request.wakeLight, request.wakeFor) = (wakeLight, wakeFor)
            (request.reminder, request.returnAfter, request.now) = (reminder, returnAfter, now ? true : nil)
            try options.show(
                try await options.ask(Endpoints.Each.setBedtime, request),
                asStyledLines: {
                    $0.summary + [StyledLine(now ? $0.tonight : $0.beginning)] + Describe.warning($0.warning)
                })
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "enable", abstract: "Lets a bedtime begin again.")
        @Argument(help: "The device or group.", completion: .device) var device: String
        @Option(help: "Its name, if the device has several.", completion: .bedtime) var name: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = ScheduleSwitchRequest(name: name, device: device, enabled: true)
            try await options.show(Endpoints.Each.switchBedtime, request) {
                "\($0.title) is enabled. \($0.beginning)"
            }
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable",
            abstract: "Keeps a bedtime from beginning until it is enabled; a night under way goes on.")
        @Argument(help: "The device or group.", completion: .device) var device: String
        @Option(help: "Its name, if the device has several.", completion: .bedtime) var name: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = ScheduleSwitchRequest(name: name, device: device, enabled: false)
            try options.show(
                try await options.ask(Endpoints.Each.switchBedtime, request),
                asStyledLines: {
                    [StyledLine("\($0.title) is disabled.")] + Describe.warning($0.warning)
                })
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes a bedtime, and ends its night.")
        @Argument(help: "The whole name of the device or group.", completion: .device) var device: String
        @Option(help: "Its whole name, if the device has several.", completion: .bedtime) var name: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try await options.show(
                Endpoints.Each.removeBedtime, ScheduleSelection(name: name, device: device), warning: \.warning
            ) {
                "\($0.title) is removed."
            }
        }
    }
}

extension BedtimeCommand {
    struct Skip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "skip", abstract: "Skips a bedtime on one date.",
            discussion: "Without a date it is the next one.")
        @Argument(help: "The device or group.", completion: .device) var device: String
        @Option(help: "Its name, if the device has several.", completion: .bedtime) var name: String?
        @OptionGroup var when: DateOptions
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try await options.show(
                Endpoints.Each.skipBedtime, SkipRequest(name: name, device: device, date: when.value),
                warning: \.warning
            ) {
                let dates = $0.skipped.map(Describe.day).listed
                return "\($0.title) is skipped on \(dates). \($0.beginning)"
            }
        }
    }

    struct Unskip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unskip", abstract: "Cancels the skip of one date, or all skips, so the bedtime begins again.")
        @Argument(help: "The device or group.", completion: .device) var device: String
        @Option(help: "Its name, if the device has several.", completion: .bedtime) var name: String?
        @OptionGroup var when: DateOptions
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try await options.show(
                Endpoints.Each.unskipBedtime, SkipRequest(name: name, device: device, date: when.value)
            ) {
                "\($0.title) is not skipped any more. \($0.beginning)"
            }
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Gives a bedtime another time on one date. Give its usual time to undo this.",
            discussion: "Without a date it is the next one, or tonight's during its wind-down.")
        @Argument(help: "The device or group.", completion: .device) var device: String
        @Option(help: "Its name, if the device has several.", completion: .bedtime) var name: String?
        @Argument(help: "The time of lights out on that date, as HH:MM.") var time: String
        @OptionGroup var when: DateOptions
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = MoveRequest(name: name, device: device, at: time, date: when.value)
            try await options.show(Endpoints.Each.moveBedtime, request, warning: \.warning) {
                "\($0.lightsOutMoved(LocalTimes(), on: when.value)) on \($0.device). \($0.goingOn)"
            }
        }
    }
}

extension BedtimeCommand {
    struct Wake: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wake",
            abstract: "Gives one morning another wake time. Give its usual time to undo this.",
            discussion: "Without a date it is the next morning. A night that runs goes on until then.")
        @Argument(help: "The device or group.", completion: .device) var device: String
        @Option(help: "Its name, if the device has several.", completion: .bedtime) var name: String?
        @Argument(help: "The time of the wake light on that morning, as HH:MM.") var time: String
        @OptionGroup var when: DateOptions
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = MoveRequest(name: name, device: device, at: time, date: when.value)
            try await options.show(Endpoints.Each.moveWakeTime, request, warning: \.warning) {
                let mornings = $0.mornings.map(Describe.moment).listed
                let isMoved = $0.mornings.contains { $0.at == TimeOfDay(parsing: time) }
                let usual = isMoved ? "" : " wakes as usual on that morning"
                return "\($0.title)\(usual)\(mornings.isEmpty ? "" : "\(isMoved ? "" : ", and") wakes at \(mornings)")."
            }
        }
    }

    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "start", abstract: "Begins a bedtime now, in place of tonight's.",
            discussion: "A night that you have ended goes on where it would be now.")
        @Argument(help: "The device or group.", completion: .device) var device: String
        @Option(help: "Its name, if the device has several.", completion: .bedtime) var name: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = ScheduleSelection(name: name, device: device)
            try options.show(
                try await options.ask(Endpoints.Each.startBedtime, request),
                asStyledLines: {
                    [StyledLine("\($0.title) runs\($0.phase.map { ": \($0)" } ?? "").")] + Describe.warning($0.warning)
                })
        }
    }

    struct Off: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "off", abstract: "Ends the night that runs. The next one begins at its time.")
        @Argument(help: "The device or group.", completion: .device) var device: String
        @Option(help: "Its name, if the device has several.", completion: .bedtime) var name: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = ScheduleSelection(name: name, device: device)
            try options.show(
                try await options.ask(Endpoints.Each.endBedtime, request),
                asStyledLines: {
                    [StyledLine("\($0.title) is over for tonight. \($0.beginning)")] + Describe.warning($0.warning)
                })
        }
    }
}
