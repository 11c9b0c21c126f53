// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Clocks
import Composition
import ControlAPI
import SleepModel

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Runs a simulated Rest as a process of its own, until it is interrupted.")

    @Option(help: "The socket to be reached by; each ATT PDU is preceded by its length as 16 bits, low byte first.")
    var listen: String = DefaultPaths.deviceSocket
    @Option(help: "The address it advertises.") var address: String = SimulationProcess.defaultAddress
    @Option(help: "The name it advertises.") var name: String = "Simulated Rest"
    @Option(help: "A file that gets one JSON line per thing that reaches the device.") var journal: String?
    @Option(
        help: "START,SPEED,EPOCH: at the real instant EPOCH the clock reads START and then runs SPEED times as fast.")
    var clock: String?
    @Flag(help: "Print errors as JSON.") var json = false

    func run() async throws {
        guard let parsed = MacAddress(rawValue: address) else {
            throw ValidationError("“\(address)” is not a device address. Write it like DC:06:41:DC:1A:B4.")
        }
        let acceleration = try clock.map { text in
            guard let settings = AcceleratedClock.Settings(parsing: text) else {
                throw ValidationError(
                    "“\(text)” is not START,SPEED,EPOCH. Write it like 2027-03-14T19:00:00Z,720,1803063600.")
            }
            return settings
        }
        let process = SimulationProcess(
            socketPath: listen, address: parsed, name: name, journalPath: journal, acceleration: acceleration)
        if !json { Output.complain("A simulated Rest, \(parsed), listens on \(listen). Stop it with Ctrl-C.") }
        try await process.run()
    }
}
