// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Clocks
import Composition
import ControlAPI
import SleepModel

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Runs a simulated Rest as a process of its own, until it is interrupted.",
        discussion: """
            It starts like a Rest that had no power: it is off, and its clock is not set. Favourites and programs are \
            those of a new Rest, unless --presets keeps them.
            """)

    @Option(help: "The socket to listen on. Each ATT PDU follows its length as 16 bits, low byte first.")
    var listen: String?
    @Option(help: "A Bluetooth adapter such as hci1 to advertise on, instead of a socket.")
    var adapter: String?
    @Option(
        help: """
            With --adapter: how to be on the air. bluetoothd: as the Bluetooth service lets it be. raw: exact to the byte, \
            over the kernel, by an adapter that bluetoothd does not use; needs CAP_NET_ADMIN. Default: bluetoothd.
            """)
    var advertise: Advertising?
    @Option(help: "The address it advertises on a socket. On the air it has the adapter's address.")
    var address: String?
    @Option(help: "The name it advertises.") var name: String = "Simulated Rest"
    @Option(help: "A file that gets a JSON line for everything that reaches the device.") var journal: String?
    @Option(
        help: "START,SPEED,EPOCH: at the real time EPOCH the clock shows START, then runs SPEED times as fast.")
    var clock: String?
    @Option(
        help: ArgumentHelp(
            "A variant of the Rest's behaviour. Separate several with commas, or repeat the option.",
            discussion: "One of: \(SimulationProcess.Unit.profileNames.joined(separator: ", ")).", valueName: "name"))
    var profile: [String] = []
    @Option(
        help: ArgumentHelp(
            "A fault, always or in this percentage of cases. Repeat it for more faults.",
            discussion: "One of: \(SimulationProcess.Unit.faultNames.joined(separator: ", ")).",
            valueName: "name[:percent]"))
    var fault: [String] = []
    @Option(help: "The seed of chance. The same seed and requests give the same faults.")
    var seed: UInt64 = 0
    @Option(
        help: ArgumentHelp("How fast the device's clock is, in parts per million. Negative: slow.", valueName: "ppm"))
    var drift = WholeNumber(0)
    @Option(help: "The delay until reports show a command, as 300ms or 1s. Default: 300ms.")
    var lag: String?
    @Option(
        help: ArgumentHelp(
            "A file that keeps favourites and programs, so that they are still there after a restart.",
            valueName: "file"))
    var presets: String?
    @Flag(
        help: ArgumentHelp(
            "Read from standard input what happens to the device, one line each.",
            discussion: """
                touch: touch the ring for a moment. hold: touch it for four seconds. unplug 10s: take away its power for \
                that time. The device goes on when the input ends.
                """))
    var interactive = false
    @Flag(help: "Print errors as JSON.") var json = false

    /// The ways to be on the air.
    enum Advertising: String, ExpressibleByArgument, CaseIterable {
        case bluetoothd, raw
    }

    func validate() throws {
        guard adapter != nil || advertise == nil else {
            throw ValidationError("--advertise is about an adapter. Give one, as in --adapter hci1.")
        }
        do {
            _ = try unit()
        } catch {
            throw ValidationError(error.description)
        }
        guard adapter == nil || (listen == nil && address == nil) else {
            throw ValidationError(
                "A device on the air has the adapter's address and no socket. Leave out --listen and --address.")
        }
    }

    func run() async throws {
        let place = try place()
        let acceleration = try clock.map { text in
            guard let settings = AcceleratedClock.Settings(parsing: text) else {
                throw ValidationError(
                    "“\(text)” is not START,SPEED,EPOCH. Write it like 2027-03-14T19:00:00Z,720,1803063600.")
            }
            return settings
        }
        let process = SimulationProcess(
            place: place, name: name, journalPath: journal, acceleration: acceleration, unit: try unit(),
            presetsPath: presets, isInteractive: interactive)
        try await process.run { [json] message in
            switch (message, place) {
            case (.unknownLine(let sentence), _): Output.complain(Output.harmless([sentence]))
            case (.ready, _) where json: break
            case (.ready, .socket(let path, let address)):
                Output.complain("A simulated Rest, \(address), listens on \(path). Stop it with Ctrl-C.")
            case (.ready, .adapter(let name)), (.ready, .rawAdapter(let name)):
                Output.complain("A simulated Rest is on the air by \(name). Stop it with Ctrl-C.")
            }
        }
    }

    private func unit() throws(ControlError) -> SimulationProcess.Unit {
        try SimulationProcess.Unit(profiles: profile, faults: fault, seed: seed, driftPPM: drift.value, lag: lag)
    }

    private func place() throws -> SimulationProcess.Place {
        if let adapter { return advertise == .raw ? .rawAdapter(adapter) : .adapter(adapter) }
        let text = address ?? SimulationProcess.defaultAddress
        guard let address = MacAddress(rawValue: text) else {
            throw ValidationError("“\(text)” is not a device address. Write it like DC:06:41:DC:1A:B4.")
        }
        return .socket(path: listen ?? DefaultPaths.deviceSocket, address)
    }
}
