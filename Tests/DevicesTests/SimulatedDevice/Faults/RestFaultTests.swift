// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SimulatedDevice
import SleepModel
import Testing

/// What each fault does, on demand.
@Suite(.timeLimit(.minutes(1)))
struct RestFaultTests {
    @Test
    func connectFailure_turnsOneConnectionAway() async throws {
        let unit = try SimulatedUnit()
        await unit.peripheral.inject(.connectFailure)
        let error = await #expect(throws: GATTError.self) { try await unit.transport.connect(to: unit.address) }
        #expect(error?.code == .connectionFailed)
        try await unit.transport.connect(to: unit.address).disconnect()
        #expect(unit.story == ["! connect-failure"])
        #expect(unit.journal.entries().map(\.connection) == [nil, 1, 1])
    }

    @Test
    func secondCentral_isRefused() async throws {
        let unit = try SimulatedUnit()
        let first = try await unit.transport.connect(to: unit.address)
        let error = await #expect(throws: GATTError.self) { try await unit.transport.connect(to: unit.address) }
        #expect(error?.code == .connectionFailed)
        #expect(unit.story == ["! second-central-refused"])
        #expect(try await first.read(SimulatedUnit.feedback).count == 20)
        await first.disconnect()
    }

    @Test
    func secondCentral_isRefusedByFaultAlone_underManyCentrals() async throws {
        let unit = try SimulatedUnit(profile: RestProfile(.manyCentrals))
        let first = try await Visit(unit.transport, unit.address)
        await unit.peripheral.inject(.secondCentralRefused)
        await #expect(throws: GATTError.self) { try await unit.transport.connect(to: unit.address) }
        let second = try await Visit(unit.transport, unit.address)
        try await second.write("SI01")
        #expect(await second.reply() == "OK")
        #expect(await first.report() == "43FDD12D7F530554501F6500")
        #expect(await second.report() == "43FDD12D7F530554501F6500")
        try await first.write("GD")
        #expect(await first.reply() == "0000")
        #expect(await unit.peripheral.advertisingContent() != nil)
        await first.connection.disconnect()
        try await second.write("SV10")
        #expect(await second.reply() == "OK")
        await second.connection.disconnect()
        #expect(unit.story == ["! second-central-refused", "SI01 OK", "GD OK", "SV10 OK"])
        #expect(await !unit.peripheral.isConnected)
    }

    @Test
    func battery_isLowFromAConnectionOn() async throws {
        let unit = try SimulatedUnit()
        await unit.peripheral.inject(.battery)
        let connection = try await unit.transport.connect(to: unit.address)
        #expect(try await connection.read(BluetoothUUID(0x2A19)) == [5])
        await connection.disconnect()
        #expect(await unit.peripheral.advertisingContent()?.serviceData == [BluetoothUUID(0x180F): [5]])
        await unit.peripheral.setBattery(percent: 200)
        #expect(await unit.peripheral.advertisingContent()?.serviceData == [BluetoothUUID(0x180F): [100]])
        #expect(unit.story == ["! battery"])
    }

    @Test(arguments: [RestFault.disconnectMidWrite, .powerCycle])
    func connection_endsBeforeTheCommandIsCarriedOut(fault: RestFault) async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        await unit.peripheral.inject(fault)
        try await visit.write("SI01")
        #expect(await visit.reply() == nil)
        #expect(await !unit.peripheral.state.isOn)
        #expect(
            unit.journal.entries().map(\.event) == [
                .connect, .command(Array("SI01".utf8), reply: nil), .fault(fault.rawValue), .disconnect,
            ])
        let isSet = await unit.peripheral.state.clock == CivilDateTime(iso8601: "2026-05-24T20:28:32")
        #expect(isSet == (fault == .disconnectMidWrite))
        try await unit.transport.connect(to: unit.address).disconnect()
    }

    @Test
    func silence_swallowsACommand() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        await unit.peripheral.inject(.silence, count: 2)
        for command in ["SI01", "GD", "GI"] { try await visit.write(command) }
        #expect(await visit.reply() == "FF")
        #expect(await !unit.peripheral.state.isOn)
        #expect(unit.story == ["SI01 -", "! silence", "GD -", "! silence", "GI OK"])
        await visit.connection.disconnect()
    }

    @Test
    func lostReply_isOfACommandThatWasCarriedOut() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        await unit.peripheral.inject(.lostReply)
        try await visit.write("SI01")
        try await visit.write("SX")
        #expect(await visit.reply() == "E01")
        #expect(await visit.report() == "43FDD12D7F530554501F6500")
        #expect(unit.story == ["SI01 -", "! lost-reply", "SX E01"])
        await visit.connection.disconnect()
    }

    @Test
    func lateReply_comesSecondsLater_afterThatOfTheNextCommand() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        await unit.peripheral.inject(.lateReply)
        try await visit.write("GF")
        unit.clock.advance(by: .milliseconds(3999))
        try await visit.write("SX")
        unit.clock.advance(by: .milliseconds(1))
        try await visit.write("SY")
        var replies: [String?] = []
        for _ in 0..<4 { replies.append(await visit.reply()) }
        #expect(replies == ["E01", "00", "OK", "E01"])
        #expect(unit.story == ["GF OK", "! late-reply", "SX E01", "SY E01"])
        await visit.connection.disconnect()
    }

    @Test
    func lateReply_comesByItself_whileTheDeviceRuns() async throws {
        let unit = try SimulatedUnit(profile: RestProfile(.noPush))
        try await unit.inProcess { transport in
            let visit = try await Visit(transport, unit.address)
            await unit.peripheral.inject(.lateReply)
            try await visit.write("SI01")
            await unit.clock.waitForSleeper(within: .seconds(4))
            unit.clock.advance(by: .seconds(4))
            #expect(await visit.reply() == "OK")
            await visit.connection.disconnect()
        }
    }

    @Test
    func lateReply_isForgotten_withItsConnection() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        await unit.peripheral.inject(.lateReply)
        try await visit.write("GF")
        await visit.connection.disconnect()
        let next = try await Visit(unit.transport, unit.address)
        unit.clock.advance(by: .seconds(4))
        try await next.write("SX")
        #expect(await next.reply() == "E01")
        await next.connection.disconnect()
    }

    @Test
    func clockReset_followsACommand() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        await unit.peripheral.inject(.clockReset)
        try await visit.write("ST20260929181202U")
        #expect(await visit.reply() == "OK")
        #expect(try await visit.read().prefix(5) == [0x54, 0xF8, 0, 0, 0])
        #expect(unit.story == ["ST20260929181202U OK", "! clock-reset"])
        await visit.connection.disconnect()
    }

    @Test
    func droppedConnection_endsAfterTheReply() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        await unit.peripheral.inject(.droppedConnection)
        try await visit.write("SI01")
        #expect(await visit.reply() == "OK")
        #expect(await visit.reply() == nil)
        #expect(await unit.peripheral.state.isOn)
        #expect(unit.story == ["SI01 OK", "! dropped-connection"])
    }

    @Test
    func truncatedRead_leavesTooLittle() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        await unit.peripheral.inject(.truncatedRead)
        #expect(try await visit.connection.read(BluetoothUUID(0x2A19)) == [100])
        let (short, whole) = (try await visit.read(), try await visit.read())
        #expect(short.count == 12 && short == Array(whole.prefix(12)))
        #expect(whole.count == 20)
        #expect(unit.story == ["! truncated-read"])
        await visit.connection.disconnect()
    }

    @Test
    func everyFault_isTestedHere() {
        // A new fault needs a test of its own above.
        #expect(
            RestFault.allCases.map(\.rawValue) == [
                "connect-failure", "second-central-refused", "battery", "disconnect-mid-write", "power-cycle",
                "silence", "lost-reply", "late-reply", "clock-reset", "dropped-connection", "truncated-read",
            ])
    }
}
