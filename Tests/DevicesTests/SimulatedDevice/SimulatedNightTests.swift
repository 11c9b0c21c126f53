// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceDocuments
import GATT
import SimulatedDevice
import SleepModel
import SystemClock
import Testing

/// What a device does by itself while it runs.
@Suite(.timeLimit(.minutes(1)))
struct SimulatedNightTests {
    /// Writes a program for 21:00 on every day, an hour long, as a central would.
    private static func write(_ start: String, to unit: SimulatedUnit, _ transport: SimulatedTransport) async throws {
        let connection = try await transport.connect(to: unit.address)
        for command in [
            "ESB01", "EST20200118\(start)00", "ESD0E10", "ESW7F", "ESI01", "ESCFF0000FF", "ESN07", "ESV80", "ESXRed",
            "ESM00000000", "ESLC5", "ESF",
        ] {
            try await connection.write(Array(command.utf8), to: SimulatedUnit.command, acknowledged: true)
        }
        await connection.disconnect()
    }

    private static func states(in journal: SimulationJournal) -> [String] {
        journal.entries().compactMap { entry in
            guard case .state(let document) = entry.event else { return nil }
            return "\(entry.at.iso8601) \(document.power)"
        }
    }

    @Test
    func run_sleepsUntilTheNextEvent_whileNobodyIsConnected() async throws {
        let unit = try SimulatedUnit()
        try await unit.inProcess { transport in
            try await Self.write("2100", to: unit, transport)
            // 20:28:32 to 21:00, and the end an hour later.
            for seconds in [1888, 3600] {
                await unit.clock.waitForSleeper(within: .seconds(seconds) + .nanoseconds(1))
                unit.clock.advance(by: .seconds(seconds) + .nanoseconds(1))
            }
            await unit.clock.waitForSleeper(within: .seconds(86_400))
        }
        #expect(
            Self.states(in: unit.journal) == [
                "2026-05-24T21:00:00Z on", "2026-05-24T22:00:00Z off",
            ])
    }

    @Test
    func night_passesInAMoment_onAnAcceleratedClock() async throws {
        let host = HostClock()
        let clock = AcceleratedClock(
            base: host,
            settings: AcceleratedClock.Settings(start: SimulatedUnit.start, speed: 100_000, epoch: host.now().wall))
        let journal = SimulationJournal()
        let unit = try SimulatedUnit()
        let peripheral = SimulatedPeripheral(name: "Sophie", lag: .milliseconds(300), clock: clock, journal: journal)
        let transport = SimulatedTransport(devices: [unit.address: peripheral], clock: host)
        try await alongside {
            try await peripheral.run()
        } body: {
            let visit = try await Visit(transport, unit.address)
            for command in ["ESB01", "EST20200118233000", "ESD0E10", "ESW7F", "ESLC5", "ESF"] {
                try await visit.write(command)
            }
            await visit.connection.disconnect()
            // Whenever that was, the program has started once and ended within a day and its hour.
            try await clock.sleep(for: .seconds(25 * 3600 + 60))
        }
        let powers = journal.entries().compactMap { entry in
            if case .state(let document) = entry.event { document.power } else { nil }
        }
        #expect(powers.prefix(2) == ["on", "off"])
    }

    @Test
    func report_isNotifiedOnceTheLagIsOver() async throws {
        let unit = try SimulatedUnit(lag: .milliseconds(300))
        try await unit.inProcess { transport in
            let visit = try await Visit(transport, unit.address)
            try await visit.write("SI01")
            #expect(await visit.reply() == "OK")
            #expect(try await visit.read()[14] == 0xDF)
            #expect(await !unit.peripheral.state.isOn)
            #expect(await unit.peripheral.settledState.isOn)
            await unit.clock.waitForSleeper(within: .milliseconds(301))
            unit.clock.advance(by: .milliseconds(301))
            #expect(await visit.report() == "43FDD12D7F530554501F6500")
            await visit.connection.disconnect()
        }
        #expect(Self.states(in: unit.journal) == ["2026-05-24T20:28:32Z on"])
    }

    @Test
    func timer_endsByItself_andIsReported() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        for command in ["SI01", "SD003C"] { try await visit.write(command) }
        #expect(await unit.peripheral.sleepTimer == 60)
        unit.clock.advance(by: .seconds(61))
        #expect(try await visit.read()[14] == 0xDF)
        await visit.connection.disconnect()
        #expect(await unit.peripheral.sleepTimer == nil)
    }

    @Test
    func ring_isReportedAndJournalled() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        await unit.peripheral.touchRing()
        #expect(await visit.report() == "43FEFEFE53530E4950016500")
        await unit.peripheral.holdRing()
        #expect(await visit.report() == "43FEFEFE53530E4950C16500")
        await visit.connection.disconnect()
        #expect(Self.states(in: unit.journal).map { $0.split(separator: " ").last } == ["on", "off"])
    }

    @Test
    func powerCycle_endsTheConnection_andForgetsTheTime() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        try await visit.write("SI01")
        await unit.peripheral.cyclePower()
        await visit.connection.waitUntilDisconnected()
        #expect(await !unit.peripheral.isConnected)
        let next = try await Visit(unit.transport, unit.address)
        #expect(Hexadecimal.text(try await next.read()) == "54F800000043FDD12D7F53055450DF6500000000")
        await next.connection.disconnect()
        #expect(unit.story == ["SI01 OK", "! power-cycle"])
        #expect(Self.states(in: unit.journal) == ["2026-05-24T20:28:32Z on", "2026-05-24T20:28:32Z off"])
    }

    @Test
    func clockReset_isJournalled() async throws {
        let unit = try SimulatedUnit()
        await unit.peripheral.resetClock()
        #expect(await unit.peripheral.state.clock == CivilDateTime(iso8601: "2101-11-06T19:46:08"))
        #expect(unit.story == ["! clock-reset"])
    }

    @Test
    func journal_hasTheDataOfAReply_andItsEnd() async throws {
        let unit = try SimulatedUnit()
        let visit = try await Visit(unit.transport, unit.address)
        try await visit.write("EGB0A")
        await visit.connection.disconnect()
        let json = unit.journal.entries()[1].json
        let zeros = (count: 17, text: String(repeating: #"\\x00"#, count: 17))
        #expect(
            json.hasSuffix(
                #""event":"command","bytes":"EGB0A","reply":"OK","data":["\\x01"#
                    + String(repeating: #"\\x00"#, count: 19) + #"",""# + zeros.text + #""]}"#))
    }
}
