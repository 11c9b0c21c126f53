// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import DeviceDocuments
import SleepModel

struct ProgramCommand: CompleteCommand {
    static let configuration = CommandConfiguration(
        commandName: "program", abstract: "A device's own programs, which it runs by itself.",
        discussion: """
            A program follows the device's own clock and runs even while this computer is off. For everything else use
            routines, alarms and bedtimes.

            `set` changes only what you give. A new program is enabled.

            lull program nursery list
            lull program nursery set 1 --at 19:30 --for 45m --days daily --color amber --brightness 20 --sound rain
            lull program nursery disable 1
            lull program nursery delete 1
            """)

    enum Verb: String, ExpressibleByArgument, CaseIterable {
        case list, show, set, enable, disable, delete
    }

    @Argument(help: "A nickname, an address, or the beginning of one; for delete a whole one.", completion: .device)
    var device: String
    @Argument(help: "list, show, set, enable, disable or delete.") var verb: Verb = .list
    @Argument(help: "The program's number, from 1.") var number: WholeNumber?
    @Option(help: "With set: its name.") var name: String?
    @Option(help: "With set: the time it starts, as HH:MM.") var at: String?
    @Option(name: .customLong("for"), help: "With set: its length, as 1h30m.") var duration: String?
    @Option(help: "With set: the days of the week, as mon,tue or daily.") var days: String?
    @Option(help: "With set: a colour by name, #rrggbb or 2000K; gradient; or off.") var color: String?
    @Option(help: "With set: brightness in percent.") var brightness: Percent?
    @Option(help: "With set: a sound by name or number, or off.") var sound: String?
    @Option(help: "With set: volume in percent.") var volume: Percent?
    @Option(help: "With set: on to disable the touch ring while it runs, or off.") var lock: OnOff?
    @OptionGroup var options: DaemonOptions

    func requireComplete() throws {
        guard verb == .list || number != nil else {
            throw ValidationError("`program \(device) \(verb.rawValue)` needs a number. Give one from 1.")
        }
        let hasText = name != nil || at != nil || duration != nil || days != nil || color != nil || sound != nil
        let hasValues = hasText || brightness != nil || volume != nil || lock != nil
        guard verb == .set || !hasValues else {
            throw ValidationError("The values of a program need `set`. Write `program \(device) set N …`.")
        }
        guard verb != .set || hasValues else {
            throw ValidationError("`set` needs something to change. Give --at, --for, --days or another value.")
        }
        try Percent.check(brightness, "Brightness")
        try Percent.check(volume, "Volume")
    }

    func run() async throws {
        let (device, slot) = (device, SlotRequest(device: device, number: number?.value ?? 0))
        switch verb {
        case .list:
            try options.show(try await options.ask(Endpoints.programs, SlotQuery(device: device)), asLines: Self.table)
        case .show:
            let query = SlotQuery(device: device, number: number?.value)
            let programs = try await options.ask(Endpoints.programs, query)
            for program in programs { try options.show(program, asLines: Describe.program) }
        case .set:
            let request = request
            try show(try await options.ask(Endpoints.setProgram, request))
        case .enable, .disable:
            let request = ProgramSwitchRequest(device: device, number: slot.number, enabled: verb == .enable)
            try show(try await options.ask(Endpoints.switchProgram, request))
        case .delete:
            let program = try await options.ask(Endpoints.deleteProgram, slot)
            try options.show(program) { _ in "Program \(slot.number) is empty now." }
        }
    }

    private var request: ProgramRequest {
        var request = ProgramRequest(device: device, number: number?.value ?? 0)
        (request.name, request.at, request.duration, request.days) = (name, at, duration, days)
        (request.color, request.brightness) = (color, brightness?.value)
        (request.sound, request.volume) = (sound, volume?.value)
        request.toddlerLock = lock.map { $0 == .on }
        return request
    }

    private func show(_ change: ProgramChangeDocument) throws {
        try options.show(
            change,
            asStyledLines: { change in
                let program = change.program
                let number = program.program.map { " \($0)" } ?? ""
                let start = program.start.map { " at \($0)" } ?? ""
                let state = program.enabled == true ? "starts\(start)" : "is disabled"
                return [StyledLine("Program\(number), “\(program.name ?? "")”, \(state).")]
                    + Describe.warning(change.warning)
            })
    }

    private static func table(_ programs: [DeviceProgramDocument]) -> [String] {
        var table = TextTable(["program", "name", "start", "lasts", "days", "light", "sound", "enabled"])
        for program in programs {
            guard let light = program.light, let sound = program.sound else {
                table.add([program.program.map(String.init), "empty", nil, nil, nil, nil, nil, nil])
                continue
            }
            table.add([
                program.program.map(String.init), program.name, program.start?.description,
                program.durationSeconds.map(Describe.length), program.days.map(Describe.days),
                Describe.light(light), Describe.sound(sound, program.volume ?? 0),
                Self.state(program),
            ])
        }
        return table.lines
    }

    /// Whether a program is enabled, and whether it is one of the mirror.
    private static func state(_ program: DeviceProgramDocument) -> String? {
        let isMirror = program.name.map { MirrorRole(programName: $0) != nil } ?? false
        return program.enabled.map { ($0 ? "yes" : "no") + (isMirror ? ", mirror" : "") }
    }
}
