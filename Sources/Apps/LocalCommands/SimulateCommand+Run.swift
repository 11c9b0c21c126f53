// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Clocks
import Composition
import ControlAPI
import LullCommands
import Programs
import SleepModel

extension SimulateCommand: RunnableLocally {
    func runLocally() async throws {
        let (place, unit) = (try place(), try validUnit())
        let acceleration = try clock.map { text in
            guard let settings = AcceleratedClock.Settings(parsing: text) else {
                throw ValidationError(
                    "“\(text)” is not START,SPEED,EPOCH. Write it like 2027-03-14T19:00:00Z,720,1803063600.")
            }
            return settings
        }
        let process = SimulationProcess(
            place: place, name: name, journalPath: journal, acceleration: acceleration, unit: unit,
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

    /// Throws a `ValidationError` for a profile, a fault or a number that there is not.
    private func validUnit() throws -> SimulationProcess.Unit {
        do {
            return try SimulationProcess.Unit(
                profiles: profile, faults: fault, seed: seed, driftPPM: drift.value, lag: lag)
        } catch {
            throw ValidationError(error.description)
        }
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
