// SPDX-License-Identifier: Apache-2.0

import Clocks
import FoundationEssentials
import GATT
import SleepModel
import Testing

@testable import SimulatedDevice

/// What a simulated Rest keeps in a file, and what it forgets without power.
@Suite(.timeLimit(.minutes(1)))
struct PresetsFileTests {
    private let path = temporaryPath()

    private func unit(presets: PresetsFile) throws -> (SimulatedUnit, SimulatedPeripheral) {
        let unit = try SimulatedUnit()
        let peripheral = SimulatedPeripheral(
            name: "Sophie", state: SimulatedRest.stateAtPowerOn, presets: presets, clock: unit.clock,
            journal: unit.journal)
        return (unit, peripheral)
    }

    private static func stateAtPowerOn(_ unit: SimulatedUnit) -> DeviceState {
        let now = unit.clock.now()
        return SimulatedRest(state: SimulatedRest.stateAtPowerOn, at: now).state(at: now)
    }

    private func send(_ commands: [String], to unit: SimulatedUnit, _ peripheral: SimulatedPeripheral) async throws {
        let transport = SimulatedTransport(devices: [unit.address: peripheral], clock: unit.clock)
        let connection = try await transport.connect(to: unit.address)
        for command in commands {
            try await connection.write(Array(command.utf8), to: SimulatedUnit.command, acknowledged: true)
        }
        await connection.disconnect()
    }

    @Test
    func presets_areThereAfterARestart_andTheTimeIsNot() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (unit, peripheral) = try unit(presets: try PresetsFile(path: path))
        #expect(!FileManager.default.fileExists(atPath: path))
        try await send(
            [
                "SI01", "ST20260524202832U", "PSB02", "PSC01020340", "PSN03", "PSV50", "PSLC0", "PSF", "ESB04",
                "EST20260524070000", "ESD0384", "ESW7F", "ESC0A0B0C0D", "ESN04", "ESV20", "ESXMorning", "ESLC5", "ESF",
            ], to: unit, peripheral)
        let (_, restarted) = try self.unit(presets: try PresetsFile(path: path))
        #expect(await restarted.favouriteBlock(2) == peripheral.favouriteBlock(2))
        #expect(await restarted.favouriteBlock(2) != SimulatedRest(at: unit.clock.now()).favouriteBlock(2))
        #expect(await restarted.programBlocks(4) == peripheral.programBlocks(4))
        #expect(await restarted.programBlocks(4)?.last?.contains(UInt8(ascii: "M")) == true)
        #expect(await restarted.state == Self.stateAtPowerOn(unit))
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }

    @Test(arguments: ["", "{}", "[1]", "{\"favourites\":[],\"programs\":[]}"])
    func damagedFile_isRefused_andLeftAsItIs(text: String) throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(filePath: path))
        let error = #expect(throws: SimulationError.self) { try PresetsFile(path: path) }
        #expect(error?.code == .presetsDamaged)
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == text)
    }

    @Test
    func failedWrite_endsTheDevice() async throws {
        let (unit, peripheral) = try unit(presets: try PresetsFile(path: path + "/none/presets.json"))
        try await send(["PSB02", "PSC01020340", "PSN03", "PSV50", "PSLC0", "PSF"], to: unit, peripheral)
        let error = await #expect(throws: SimulationError.self) { try await peripheral.run() }
        #expect(error?.code == .presetsFailed)
    }

    @Test
    func unpluggedDevice_isNotFound_untilItHasPowerAgain() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        try await visit.write("SI01")
        await unit.peripheral.unplug(for: .seconds(10))
        await visit.connection.waitUntilDisconnected()
        unit.clock.advance(by: .seconds(9))
        #expect(await unit.peripheral.advertisingContent() == nil)
        await unit.peripheral.touchRing()
        #expect(await unit.peripheral.settledState.isOn == false)
        unit.clock.advance(by: .seconds(1))
        #expect(await unit.peripheral.advertisingContent() != nil)
        #expect(await unit.peripheral.state == Self.stateAtPowerOn(unit))
        let next = try await Visit(unit.transport, unit.address)
        await next.connection.disconnect()
    }
}
