// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import DeviceDocuments
import SleepModel

struct ScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Lists devices nearby.",
        discussion: "A device cannot be heard while it has no power or the Hatch app is connected to it.")

    @Option(help: "How long to listen, in seconds, 1 to 60.") var seconds = WholeNumber(5)
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try options.show(try await options.ask(Endpoints.scan, ScanRequest(seconds: seconds.value))) { devices in
            guard !devices.isEmpty else {
                return [
                    "No device was heard. Plug it in, close the Hatch app, move closer, or listen longer with --seconds.",
                    "`lull doctor` checks the adapter.",
                ]
            }
            var table = TextTable(["name", "address", "product", "signal", "can be controlled"])
            for device in devices {
                let answer = device.supported ? device.paired ? "yes, paired" : "yes" : "no"
                table.add([
                    device.name, device.address.rawValue, device.product, device.rssi.map { "\($0) dBm" },
                    answer + (device.reason.map { ": \($0)" } ?? ""),
                ])
            }
            return table.lines
        }
    }
}

struct IdentifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify", abstract: "Makes a device blink, then restores its light and sound.")

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try await options.show(Endpoints.Each.identify, DeviceSelection(device: device)) {
            $0.outcome == .confirmed
                ? "\($0.name) blinked and is as it was before."
                : "\($0.name) blinked but does not report its former state. See `lull status`."
        }
    }
}

struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Adds a device, after a check that it can be controlled.")

    @Argument(help: "The device's address, as `lull scan` shows it.") var address: String
    @Option(name: .customLong("as"), help: "A nickname. Default: the name that the device advertises.") var name:
        String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let request = PairRequest(address: address, name: name)
        let (before, paired) = try await options.ask {
            try await ($0.perform(Endpoints.devices), $0.perform(Endpoints.pair, request))
        }
        let wasThere = before.contains { $0.address == paired.address }
        try options.show(paired) {
            let device = "\($0.name ?? "") (\($0.address), \($0.product))"
            return wasThere ? "\(device) is paired already." : "Paired \(device)."
        }
    }
}

struct RenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Gives a device another nickname.")

    @Argument(help: "A nickname, an address, or the beginning of one.", completion: .device) var device: String
    @Argument(help: "The new nickname.") var name: String
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let request = RenameRequest(device: device, name: name)
        let (before, renamed) = try await options.ask {
            try await ($0.perform(Endpoints.devices), $0.perform(Endpoints.rename, request))
        }
        let old = before.first { $0.address == renamed.address }?.name ?? "\(renamed.address)"
        try options.show(renamed) { "\(old) is called \($0.name ?? "") now." }
    }
}

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "devices", abstract: "Lists paired devices.")

    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let (answer, damaged) = try await options.askWithDamage(Endpoints.devices, Empty())
        try options.showList(answer, damaged.affecting(tables: .devices)) { devices in
            guard !devices.isEmpty else { return [Self.nothing] }
            var table = TextTable(["name", "address", "product", "signal"])
            for device in devices {
                table.add([device.name, device.address.rawValue, device.product, device.rssi.map { "\($0) dBm" }])
            }
            return table.lines
        }
    }

    static let nothing = "No device is paired. Pair one: `lull pair ADDRESS --as NAME`."
}

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows what devices do, why, and what comes next.")

    @Argument(help: "One device or group. Default: all.", completion: .device) var device: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let query = DeviceChoice(device: device)
        let (devices, notices, damaged) = try await options.ask { [options] service in
            let devices = try await service.perform(Endpoints.status, query)
            let notices = options.json ? [] : try await service.perform(Endpoints.notices, NoticesQuery())
            // No device is shown, so nothing else would say that one is missing.
            guard devices.isEmpty else { return (devices, notices, Self.damaged(in: devices)) }
            return (devices, notices, try await service.perform(Endpoints.damaged))
        }
        try options.show(
            devices,
            asStyledLines: { devices in
                let warnings = Describe.noticeCount(notices) + Describe.damage(damaged)
                guard !devices.isEmpty else {
                    return warnings + (damaged.isEmpty ? [StyledLine(DevicesCommand.nothing)] : [])
                }
                let times = LocalTimes()
                return warnings
                    + Array(devices.map { Self.lines($0, times) }.joined(separator: [StyledLine("")]))
            })
        if devices.isEmpty { try damaged.requireNone(shown: !options.json) }
    }

    /// What cannot be read about some devices, each once: what concerns no single device stands in all of them.
    private static func damaged(in devices: [StatusDocument]) -> [DamagedRowDocument] {
        devices.flatMap(\.damaged).reduce(into: []) { rows, row in
            if !rows.contains(row) { rows.append(row) }
        }
    }

    /// What there is to say of a device.
    static func lines(_ device: StatusDocument, _ times: LocalTimes) -> [StyledLine] {
        let isAway = [.absent, .unavailable, .coolingDown].contains(device.link)
        var lines = [
            StyledLine(
                "\(device.name) (\(device.address), \(device.product)), \(device.link)", isAway ? .warning : .good)
        ]
        var table = TextTable()
        // What it shows cannot be known while nobody hears it.
        let isGone = isAway || device.unreachableSince != nil
        table.add(
            [isGone && device.state != nil ? "  last seen" : "  shows"]
                + [device.state.map({ Describe.state($0) }) ?? "nothing known yet"])
        if let since = times.text(device.unreachableSince) {
            let ringing = device.running.filter { $0.phase == AlarmPhase.ringing.rawValue }
            let isHeard = ringing.contains(where: \.delivered)
            let what =
                ringing.isEmpty
                ? "Lull tries again when it hears it"
                : isHeard ? "the alarm may not be heard" : "the alarm is not heard"
            table.add(["  reach", "out of reach since \(since); \(what)"], .warning)
        } else if device.link == .absent, let since = times.text(device.lastHeard) {
            table.add(["  reach", "not heard since \(since); it may have no power"], .warning)
        }
        if let listening = device.listening { table.add(["  listens", Describe.listening(listening)]) }
        if device.stopPending {
            table.add(["  pending", "may not have stopped yet; Lull keeps trying"], .warning)
        }
        for run in device.running { table.add(["  runs", Describe.running(run, times)]) }
        if let timer = device.timer { table.add(["  timer", Describe.timer(timer, of: device.name, times)]) }
        for (channel, owner) in device.owners.sorted(by: { $0.key < $1.key }) {
            table.add(["  \(channel)", Describe.owner(owner, times)])
        }
        if let nap = device.nap { table.add(["  nap", Describe.nap(nap, times)]) }
        if let limit = device.limit { table.add(["  limit", Describe.limit(limit)]) }
        if let mirror = device.mirror {
            table.add(["  mirror", Describe.mirror(mirror, times)], mirror.problem == nil ? nil : .warning)
        }
        if let clock = Self.clock(device) { table.add(["  clock", clock], .warning) }
        if let battery = device.battery { table.add(["  battery", "\(battery)%"]) }
        let next = device.next.map { Describe.next($0, times) }
        table.add(["  next", next ?? (device.paused == nil ? "nothing" : "nothing while it is paused")])
        for skip in device.skipped {
            table.add(["  skips", "\(skip.kind) “\(skip.name)” on \(Describe.day(skip.date))"])
        }
        for move in device.moved {
            table.add(["  moved", "\(move.kind) “\(move.name)” is at \(move.at) on \(Describe.day(move.date))"])
        }
        for morning in device.mornings {
            table.add([
                "  wakes", "\(morning.kind) “\(morning.name)” at \(morning.at) on \(Describe.day(morning.date))",
            ])
        }
        for pause in device.pauses { table.add(["  pause", Describe.paused(pause, times)], .warning) }
        lines += table.styledLines
        return lines
    }

    /// What is wrong with the device's clock; nil when it is right, or not known.
    private static func clock(_ device: StatusDocument) -> String? {
        let command = "`lull clock \(device.name) set`"
        guard let drift = device.clockDriftSeconds else {
            guard device.state?.clock != nil else { return nil }
            let rings = device.running.contains { $0.phase == AlarmPhase.ringing.rawValue }
            return rings ? "not set; Lull sets it when the alarm ends" : "not set; Lull sets it soon, or \(command)"
        }
        return abs(drift) < 60 ? nil : "\(Describe.drift(drift)); set it: \(command)"
    }
}

struct PowerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "power", abstract: "Turns a device on or off, light and sound together.")

    enum Position: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(help: ArgumentHelp("on or off.", valueName: "on|off")) var position: Position
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try options.show(try await options.ask(Endpoints.Each.power, PowerRequest(device: device, on: position == .on)))
    }
}

struct VolumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "volume", abstract: "Changes the volume.")

    @Argument(help: "A device or a group: its name, its address, or the beginning of one.", completion: .device)
    var device: String
    @Argument(help: "Volume in percent, 0 to 100.") var volume: Percent
    @OptionGroup var options: DaemonOptions

    func validate() throws {
        try Percent.check(volume, "Volume")
    }

    func run() async throws {
        let request = VolumeRequest(device: device, volume: volume.value)
        try options.show(try await options.ask(Endpoints.Each.volume, request), saysVolume: true)
    }
}
