// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import SleepModel

struct AlarmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alarm", abstract: "Alarms, with or without a sunrise.",
        subcommands: [
            List.self, Show.self, Add.self, Edit.self, Enable.self, Disable.self, Remove.self, Skip.self, Unskip.self,
            Move.self,
            Snooze.self, Dismiss.self,
        ])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists alarms.")
        @OptionGroup var place: DeviceOrAll
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let query = DeviceChoice(device: place.value)
            let (answer, all) = try await options.askWithDamage(Endpoints.alarms, query)
            let groups = try await options.groups(of: answer)
            try options.showList(answer, all.affecting(.alarm)) { alarms in
                guard !alarms.isEmpty else {
                    return [
                        "There is no alarm\(Describe.place(place.value)). Add one: "
                            + "`lull alarm add NAME --device \(Describe.word(of: place.value)) --at 07:00`."
                    ]
                }
                return AlarmCommand.lines(alarms, groups)
            }
        }
    }

    /// A table of alarms.
    private static func lines(_ alarms: [AlarmDocument], _ groups: [GroupDocument]) -> [String] {
        let times = LocalTimes()
        var table = TextTable(["name", "device", "when", "sunrise", "sound", "volume", "state", "next"])
        let rows = Describe.rows(alarms, groups) { alarm in
            [
                alarm.name, alarm.device, Describe.when(alarm.rule),
                alarm.sunriseSeconds.map(Describe.length), alarm.sound, "\(alarm.volume)%",
                alarm.phase?.rawValue ?? alarm.standing,
                alarm.nextTime(times),
            ]
        }
        for row in rows { table.add(row) }
        return table.lines
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows an alarm.")
        @Argument(help: "Its name, or the beginning of it.", completion: .alarm) var name: String
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try options.show(
                try await options.ask(Endpoints.Each.alarm, ScheduleSelection(name: name, device: device)),
                asBlocks: { $0.details(LocalTimes()) })
        }
    }

    struct Edit: CompleteCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit", abstract: "Changes an alarm. What you do not give stays as it is.",
            discussion:
                "An alarm that shows its sunrise or rings goes on as it began, unless you give --now. A sunrise moves to a new time."
        )
        @Argument(help: "Its name, or the beginning of it.", completion: .alarm) var name: String
        @Option(help: "The device or group that it is on. On one device of a group it becomes that device's own.")
        var device: String?
        @Option(name: [.customLong("name"), .customLong("new-name")], help: "Its new name.") var newName: String?
        @OptionGroup(title: "When it rings") var rule: RuleOptions
        @OptionGroup(title: "How it rings") var ring: RingOptions
        @Option(help: "A fixed time zone, as Europe/Berlin, or host for this computer's zone.") var zone: String?
        @Flag(help: "Also change the light, sound and volume of today's sunrise or ring.") var now = false
        @OptionGroup var options: DaemonOptions

        func requireComplete() throws {
            let given: [Any?] = [newName, rule.request.isEmpty ? nil : rule, zone, now ? true : nil]
            guard !ring.isEmpty || given.contains(where: { $0 != nil }) else {
                throw ValidationError("Nothing is given to change. Give an option, such as --at 07:00.")
            }
        }

        func run() async throws {
            var request = AlarmEditRequest(name: name, device: device, now: now)
            (request.newName, request.rule) = (newName, rule.request)
            request.zone = zone
            (request.sunrise, request.color, request.sound) = (ring.sunrise, ring.color, ring.sound)
            (request.volume, request.crescendo, request.ringFor) = (ring.volume?.value, ring.crescendo, ring.ringFor)
            (request.snooze, request.snoozeLimit) = (ring.snooze, ring.snoozeLimit?.value)
            (request.touch, request.lightAfter, request.backup) = (ring.touch, ring.lightAfter, ring.backup)
            try options.show(
                try await options.ask(Endpoints.Each.editAlarm, request),
                asStyledLines: {
                    [StyledLine("Changed “\($0.name)” on \($0.device); \($0.ringing(LocalTimes())).")]
                        + Describe.warning($0.warning)
                })
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "enable", abstract: "Lets an alarm ring again.")
        @Argument(help: "Its name, or the beginning of it.", completion: .alarm) var name: String
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = ScheduleSwitchRequest(name: name, device: device, enabled: true)
            try await options.show(Endpoints.Each.switchAlarm, request) {
                "“\($0.name)” on \($0.device) is enabled; \($0.ringing)."
            }
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable", abstract: "Keeps an alarm from ringing until it is enabled; ends it if it rings.")
        @Argument(help: "Its name, or the beginning of it.", completion: .alarm) var name: String
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = ScheduleSwitchRequest(name: name, device: device, enabled: false)
            try await options.show(Endpoints.Each.switchAlarm, request, warning: \.warning) {
                "“\($0.name)” on \($0.device) is disabled."
            }
        }
    }

    struct Add: CompleteCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Adds an alarm. Without --days or --date it rings once.",
            discussion: "`--at 20m` lets it ring once, in 20 minutes.")
        @Argument(help: "A name, unique per device.") var name: String
        @Option(help: "Its device or group.", completion: .device) var device: String
        @OptionGroup(title: "When it rings") var rule: RuleOptions
        @OptionGroup(title: "How it rings") var ring: RingOptions
        @Option(help: "A fixed time zone, as Europe/Berlin. Default: this computer's zone.") var zone: String?
        @OptionGroup var options: DaemonOptions

        func requireComplete() throws {
            guard rule.request.at != nil else { throw ValidationError("An alarm needs a time. Give --at 07:00.") }
        }

        func run() async throws {
            var request = AlarmRequest(
                name: name, device: device, rule: rule.request, sunrise: ring.sunrise, color: ring.color,
                sound: ring.sound, volume: ring.volume?.value, snooze: ring.snooze, zone: zone)
            (request.crescendo, request.ringFor) = (ring.crescendo, ring.ringFor)
            request.snoozeLimit = ring.snoozeLimit?.value
            (request.touch, request.lightAfter, request.backup) = (ring.touch, ring.lightAfter, ring.backup)
            try options.show(
                try await options.ask(Endpoints.Each.addAlarm, request),
                asStyledLines: {
                    let times = LocalTimes()
                    let cure = rule.request.asksForOneDate ? nil : "with --days it repeats"
                    let ringing = $0.ringing(times, repeats: cure)
                    return [StyledLine("Added “\($0.name)” on \($0.device); \(ringing).")]
                        + Describe.warning($0.warning)
                })
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes an alarm, also one that rings.")
        @Argument(help: "Its whole name.", completion: .alarm) var name: String
        @Option(help: "The whole name of its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try options.show(
                try await options.ask(Endpoints.Each.removeAlarm, ScheduleSelection(name: name, device: device)),
                asStyledLines: {
                    [StyledLine("Removed “\($0.name)” from \($0.device).")] + Describe.warning($0.warning)
                })
        }
    }

    struct Skip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "skip", abstract: "Skips an alarm on one date.",
            discussion: "Without a date it is the next one.")
        @Argument(help: "Its name, or the beginning of it.", completion: .alarm) var name: String
        @OptionGroup var when: DateOptions
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try options.show(
                try await options.ask(
                    Endpoints.Each.skipAlarm, SkipRequest(name: name, device: device, date: when.value)),
                asStyledLines: { $0.skipLines(LocalTimes()) })
        }
    }

    struct Unskip: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unskip", abstract: "Cancels the skip of one date, or all skips, so the alarm rings again.")
        @Argument(help: "Its name, or the beginning of it.", completion: .alarm) var name: String
        @OptionGroup var when: DateOptions
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            try await options.show(
                Endpoints.Each.unskipAlarm, SkipRequest(name: name, device: device, date: when.value)
            ) {
                "“\($0.name)” rings again" + (LocalTimes().text($0.next, zone: $0.zone).map { ", next \($0)." } ?? ".")
            }
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Gives an alarm another time on one date. Give its usual time to undo this.",
            discussion: "Without a date it is the next one.")
        @Argument(help: "Its name, or the beginning of it.", completion: .alarm) var name: String
        @Argument(help: "The time on that date, as HH:MM, or 20m for in 20 minutes.") var time: String
        @OptionGroup var when: DateOptions
        @Option(help: "Its device or group.", completion: .device) var device: String?
        @OptionGroup var options: DaemonOptions

        func run() async throws {
            let request = MoveRequest(name: name, device: device, at: time, date: when.value)
            try await options.show(Endpoints.Each.moveAlarm, request, warning: \.warning) {
                "\(Describe.moved($0.name, $0.moved)); \($0.ringing) next."
            }
        }
    }
}

extension RuleRequest {
    /// Whether somebody names the date, or a length of time from now.
    fileprivate var asksForOneDate: Bool { date != nil || at.flatMap(DurationText.parse) != nil }
}

extension AlarmDocument {
    /// All of it, a line each.
    fileprivate func details(_ times: LocalTimes) -> [String] {
        Describe.details(
            [
                ("name", name), ("device", device), ("group", group),
            ] + Describe.details(of: rule) + [
                ("sunrise", sunriseSeconds.map(Describe.length)), ("light", lightText),
                ("sound", sound ?? "off"),
                ("volume", "\(volume)%"), ("crescendo", crescendoSeconds.map(Describe.length)),
                ("rings for", Describe.length(ringForSeconds)), ("snooze", Describe.length(snoozeSeconds)),
                ("snoozes", snoozeLimit == 0 ? "none" : "at most \(snoozeLimit)"),
                ("touch", touch == .dismiss ? "dismisses it" : "snoozes it"),
                ("light after", lightAfterSeconds.map(Describe.length)),
                (
                    "rings again",
                    backupSeconds.map {
                        "\(Describe.length($0)) after a ring that nobody answered"
                            + (sound == nil ? "" : ", at full volume")
                    }
                ),
                ("zone", zone),
                ("state", phase?.rawValue ?? standing), ("next", nextTime(times)), ("route", route.description),
            ])
    }

    /// Its light as it rings, for example `amber 100%`; nil for none.
    private var lightText: String? {
        color.map { Describe.color($0) + (brightness.map { " \($0)%" } ?? "") }
    }

    /// When it rings and when next, as the end of a sentence; of one for a single date how it would repeat.
    func ringing(_ times: LocalTimes, repeats: String? = nil) -> String {
        guard let time = times.text(next, zone: zone) else { return ringing }
        guard date != nil else { return "it rings \(Describe.how(rule)), next \(time)" }
        return "it rings once, \(time)" + (repeats.map { "; \($0)" } ?? "")
    }

    /// When it rings next, as the end of a sentence.
    fileprivate var ringing: String {
        LocalTimes().text(next, zone: zone).map { "it rings \($0)" }
            ?? (paused
                ? "a pause keeps it from ringing"
                : phase == .ringing
                    ? "it rings now"
                    : standing == "over" ? "its time is over; give it another with --at" : "it does not ring")
    }

    /// Its name, and those of the alarms that were answered with it.
    var names: String {
        let others = together.map { "“\($0)”" }
        return (["“\(name)”"] + others).listed
    }

    /// When it rings next, and the first date on which it is skipped, for example
    /// `Sat 2027-01-16 07:00, skips Fri 2027-01-15`.
    func nextTime(_ times: LocalTimes) -> String? {
        Describe.next(times.text(next, zone: zone) ?? nextWhilePaused, skipped: skipped, moved: moved)
    }

    /// What is said after one of its dates was skipped.
    func skipLines(_ times: LocalTimes) -> [StyledLine] {
        let next = times.text(next, zone: zone).map { "next \($0)" }
        let dates = skipped.map(Describe.day).listed
        let rest = next ?? (paused ? "a pause keeps it from ringing" : "after that never")
        return [StyledLine("“\(name)” is skipped on \(dates); \(rest).")] + Describe.warning(warning)
    }

    /// When it rings next, if only a pause keeps that from being known; one for a single date does not wait for its end.
    private var nextWhilePaused: String? {
        guard paused else { return nil }
        return date == nil ? "when resumed" : "if resumed before its time"
    }

    /// What it does while it does not run.
    fileprivate var standing: String {
        if paused { return "paused" }
        if enabled { return "waiting" }
        if disabled { return "disabled" }
        return skipped.isEmpty ? "over" : "skipped"
    }
}
