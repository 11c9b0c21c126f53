// SPDX-License-Identifier: Apache-2.0

import Captures
import Clocks
import DeviceModules
import FoundationEssentials
import HatchRest
import SimulatedDevice
import SleepModel
import Testing
import Waiting

/// What is done with the simulated device to make the captures that stand beside the published ones.
struct CaptureScenario: Sendable, CustomTestStringConvertible {
    /// The name of the file.
    let file: String
    let play: @Sendable (CapturedHousehold) async throws -> Void

    var testDescription: String { file }

    static let all = [evening, lostLink]

    /// Two advertisements, a connection with everything a person does in an evening, and an advertisement after it.
    static let evening = CaptureScenario(file: "simulated-evening.btsnoop") { household in
        try await household.hear(2)
        for command in ["SCFF890E66", "SV4D", "SN07", "SI01"] {
            _ = try await household.send(command)
            await household.takeReports(1)
            household.clock.advance(by: .milliseconds(100))
        }
        household.clock.advance(by: .seconds(2))
        let desired = DesiredState(sequence: 1, actions: [.volume(Level(rawValue: 51))])
        #expect(await household.sender.perform(desired).outcome.isConfirmed)
        await household.takeReports(1)
        household.clock.advance(by: .seconds(2))
        let answer = try await household.send("PGB01")
        #expect(answer.map(\.count) == [15])
        household.clock.advance(by: .seconds(1))
        _ = try await household.send("SD0384")
        await household.takeReports(1)
        household.clock.advance(by: .seconds(3))
        _ = try await household.send("SI00")
        await household.takeReports(1)
        household.clock.advance(by: .seconds(2))
        await household.connection.close()
        household.clock.advance(by: .seconds(1))
        try await household.hear(1)
    }

    /// The device ends the connection while it is idle, advertises, and is connected to once more.
    static let lostLink = CaptureScenario(file: "simulated-lost-link.btsnoop") { household in
        try await household.hear(1)
        _ = try await household.send("SI01")
        await household.takeReports(1)
        household.clock.advance(by: .seconds(5))
        await household.peripheral.dropConnection()
        await eventually { await household.connection.state != .held }
        household.clock.advance(by: .seconds(2))
        try await household.hear(2)
        _ = try await household.send("SI00")
        await household.takeReports(1)
        #expect(try await household.sender.readState().isOn == false)
        household.clock.advance(by: .seconds(1))
        await household.connection.close()
    }

    /// The capture that the scenario makes now.
    func capture() async throws -> [UInt8] {
        try await CapturedHousehold().record(play)
    }

    /// Where it stands.
    var path: String { FixtureFolder.url.appending(path: file).path }

    /// The capture that stands there.
    func committed() throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }
}
