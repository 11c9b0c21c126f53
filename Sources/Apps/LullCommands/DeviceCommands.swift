// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import SleepModel

struct PairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Registers a device after checking over the air what it is.")

    @Argument(help: "The device's address.") var address: String
    @Option(name: .customLong("as"), help: "A nickname; else the name it advertises.") var name: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let device = try await options.daemon.pair(PairRequest(address: address, name: name))
        try options.show(device) { "Paired \($0.name ?? "") (\($0.address), \($0.product))." }
    }
}

struct UnpairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair", abstract: "Forgets a device and its schedules.")

    @Argument(help: "A nickname, an address, or a unique prefix of either.") var device: String
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let device = try await options.daemon.unpair(DeviceSelection(device: device))
        try options.show(device) {
            "Unpaired \($0.name ?? "") (\($0.address))" + ($0.reason.map { "; \($0)." } ?? ".")
        }
    }
}

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "devices", abstract: "Lists paired devices.")

    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try options.show(try await options.daemon.devices()) { devices in
            guard !devices.isEmpty else { return "No device is paired. Pair one: `lull pair ADDRESS --as NAME`." }
            var table = TextTable(["name", "address", "product", "signal"])
            for device in devices {
                table.add([device.name, device.address.rawValue, device.product, device.rssi.map { "\($0) dBm" }])
            }
            return table.text
        }
    }
}

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows what devices do, who decides it, and what is next.")

    @Argument(help: "One device; else all.") var device: String?
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        try options.show(try await options.daemon.status(StatusQuery(device: device))) { devices in
            guard !devices.isEmpty else { return "No device is paired. Pair one: `lull pair ADDRESS --as NAME`." }
            return devices.map(Self.text).joined(separator: "\n\n")
        }
    }

    private static func text(_ device: StatusDocument) -> String {
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
        return lines.joined(separator: "\n")
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
        let result = try await options.daemon.power(PowerRequest(device: device, on: position == .on))
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
        try options.show(try await options.daemon.light(request), as: Describe.result)
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
        try options.show(try await options.daemon.sound(request), as: Describe.result)
    }
}

struct VolumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "volume", abstract: "Changes the volume.")

    @Argument(help: "A nickname, an address, or a unique prefix of either.") var device: String
    @Argument(help: "Percent, 0 to 100.") var volume: Percent
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let request = VolumeRequest(device: device, volume: volume.value)
        try options.show(try await options.daemon.volume(request), as: Describe.result)
    }
}
