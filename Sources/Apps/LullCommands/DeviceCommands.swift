// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

struct ScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Lists devices that are near.",
        discussion: "A device that is connected to the Hatch app, or switched off at the wall, cannot be heard.")

    @Option(help: "How long to listen, 1 to 60 seconds.") var seconds = 5
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let request = ScanRequest(seconds: seconds)
        let devices = try await options.ask(Endpoints.scan, request)
        try options.show(devices) { devices in
            guard !devices.isEmpty else {
                return [
                    "No device was heard. Plug it in, close the Hatch app, move closer, or listen longer with --seconds."
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
        commandName: "identify", abstract: "Lets a device blink, and leaves it as it was.")

    @Argument(help: "A nickname, an address, or a unique prefix of either.") var device: String
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let selection = DeviceSelection(device: device)
        let result = try await options.ask(Endpoints.identify, selection)
        try options.show(result) {
            $0.outcome == "confirmed"
                ? "\($0.name) blinked, and is as it was."
                : "\($0.name) blinked, and does not report that it is as it was. See `lull status`."
        }
    }
}

struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Registers a device after checking over the air what it is.")

    @Argument(help: "The device's address.") var address: String
    @Option(name: .customLong("as"), help: "A nickname; else the name it advertises.") var name: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let request = PairRequest(address: address, name: name)
        let device = try await options.ask(Endpoints.pair, request)
        try options.show(device) { "Paired \($0.name ?? "") (\($0.address), \($0.product))." }
    }
}

struct UnpairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair", abstract: "Forgets a device and its schedules.")

    @Argument(help: "A nickname, an address, or a unique prefix of either.") var device: String
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let selection = DeviceSelection(device: device)
        let device = try await options.ask(Endpoints.unpair, selection)
        try options.show(device) {
            "Unpaired \($0.name ?? "") (\($0.address))" + ($0.reason.map { "; \($0)." } ?? ".")
        }
    }
}

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "devices", abstract: "Lists paired devices.")

    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try options.show(try await options.ask(Endpoints.devices)) { devices in
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
        commandName: "status", abstract: "Shows what devices do, who decides it, and what is next.")

    @Argument(help: "One device; else all.") var device: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let query = StatusQuery(device: device)
        let devices = try await options.ask(Endpoints.status, query)
        try options.show(devices) { devices in
            guard !devices.isEmpty else { return [DevicesCommand.nothing] }
            return Array(devices.map(Self.lines).joined(separator: [""]))
        }
    }

    private static func lines(_ device: StatusDocument) -> [String] {
        let times = LocalTimes()
        var lines = ["\(device.name) (\(device.address), \(device.product)), \(device.link)"]
        lines.append("  shows  " + (device.state.map(Describe.state) ?? "nothing known yet"))
        for (channel, owner) in device.owners.sorted(by: { $0.key < $1.key }) {
            let until = times.text(owner.until).map { ", until \($0)" } ?? ""
            lines.append("  \(channel)  decided by \(owner.layer) (\(owner.by))\(until)")
        }
        if let drift = device.clockDriftSeconds, abs(drift) >= 60 {
            lines.append("  clock  \(abs(drift)) s \(drift > 0 ? "ahead of" : "behind") this host")
        }
        if let battery = device.battery { lines.append("  battery  \(battery)%") }
        lines.append("  next   " + (device.next.map { "\($0.kind) “\($0.name)” \($0.local)" } ?? "nothing"))
        return lines
    }
}

struct PowerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "power", abstract: "Switches light and sound on or off together.")

    enum Position: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    @Argument(help: "A nickname, an address, or a unique prefix of either.") var device: String
    @Argument(help: "on or off.") var position: Position
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let request = PowerRequest(device: device, on: position == .on)
        let result = try await options.ask(Endpoints.power, request)
        try options.show(result, as: Describe.result)
    }
}

struct LightCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "light", abstract: "Changes the light.")

    @Argument(help: "A nickname, an address, or a unique prefix of either.") var device: String
    @Argument(help: "A colour by name, #rrggbb or 2000K; gradient; or off.") var color: String
    @Argument(help: "Brightness in percent.") var level: Percent?
    @Option(help: "Brightness in percent.") var brightness: Percent?
    @OptionGroup var options: DaemonOptions

    func validate() throws {
        guard level == nil || brightness == nil else {
            throw ValidationError("The brightness was given twice. Give it once.")
        }
    }

    func run() async throws {
        let request = LightRequest(device: device, color: color, brightness: (brightness ?? level)?.value)
        let result = try await options.ask(Endpoints.light, request)
        try options.show(result, as: Describe.result)
    }
}

struct SoundCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "sound", abstract: "Changes the sound.")

    @Argument(help: "A nickname, an address, or a unique prefix of either.") var device: String
    @Argument(help: "A sound by name or number, or off.") var sound: String
    @Option(help: "Volume in percent.") var volume: Percent?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let request = SoundRequest(device: device, sound: sound, volume: volume?.value)
        let result = try await options.ask(Endpoints.sound, request)
        try options.show(result, as: Describe.result)
    }
}

struct VolumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "volume", abstract: "Changes the volume.")

    @Argument(help: "A nickname, an address, or a unique prefix of either.") var device: String
    @Argument(help: "Percent, 0 to 100.") var volume: Percent
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let request = VolumeRequest(device: device, volume: volume.value)
        let result = try await options.ask(Endpoints.volume, request)
        try options.show(result, as: Describe.result)
    }
}
