// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import FoundationEssentials
import GATT
import SleepModel
import Testing

@testable import SimulatedDevice

@Suite(.timeLimit(.minutes(1)))
struct SimulationJournalTests {
    private func entry(_ event: JournalEntry.Event) -> JournalEntry {
        JournalEntry(at: SimulatedUnit.start, boot: .milliseconds(1005), connection: 2, event: event)
    }

    @Test
    func json_writesTheSignOnce_beforeTheEpochOfAnAcceleratedClock() {
        let entry = JournalEntry(
            at: Instant(secondsSince1970: 0), boot: .milliseconds(-810_123), connection: nil, event: .connect)
        #expect(entry.json.contains("\"monotonic\":-810.123,"))
    }

    @Test
    func file_holdsOneLinePerEvent() async throws {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let rest = try SimulatedUnit()
        let peripheral = SimulatedPeripheral(
            name: "Sophie", clock: rest.clock, journal: try SimulationJournal(path: path))
        let transport = SimulatedTransport(devices: [rest.address: peripheral], clock: rest.clock)
        let connection = try await transport.connect(to: rest.address)
        rest.clock.advance(by: .milliseconds(250))
        try await connection.write(Array("SI01".utf8), to: SimulatedUnit.command, acknowledged: true)
        try await connection.write(Array("SI01".utf8), to: SimulatedUnit.command, acknowledged: true)
        try await connection.write([0x50, 0x22, 0x5C, 0x0A, 0xFF], to: SimulatedUnit.command, acknowledged: true)
        await peripheral.setSilent(true)
        try await connection.write(Array("SI00".utf8), to: SimulatedUnit.command, acknowledged: true)
        await peripheral.dropConnection()
        await peripheral.setRefusesConnections(true)
        await #expect(throws: (any Error).self) { try await transport.connect(to: rest.address) }

        #expect(
            try String(contentsOf: URL(filePath: path), encoding: .utf8) == #"""
                {"at":"2026-05-24T20:28:32Z","monotonic":12.345,"connection":1,"event":"connect"}
                {"at":"2026-05-24T20:28:32.250Z","monotonic":12.595,"connection":1,"event":"command","bytes":"SI01","reply":"OK"}
                {"at":"2026-05-24T20:28:32.250Z","monotonic":12.595,"connection":1,"event":"state","state":{"clock":"2026-05-24T20:28:32","favourite":null,"light":{"blue":45,"brightness":127,"gradient":false,"green":209,"red":253},"power":"on","product":"hatch-rest","sound":{"id":5,"name":"ocean"},"timerRunning":false,"volume":84}}
                {"at":"2026-05-24T20:28:32.250Z","monotonic":12.595,"connection":1,"event":"command","bytes":"SI01","reply":"OK"}
                {"at":"2026-05-24T20:28:32.250Z","monotonic":12.595,"connection":1,"event":"command","bytes":"P\"\\x5C\\x0A\\xFF","reply":"E01"}
                {"at":"2026-05-24T20:28:32.250Z","monotonic":12.595,"connection":1,"event":"command","bytes":"SI00","reply":null}
                {"at":"2026-05-24T20:28:32.250Z","monotonic":12.595,"connection":1,"event":"fault","fault":"silence"}
                {"at":"2026-05-24T20:28:32.250Z","monotonic":12.595,"connection":1,"event":"fault","fault":"dropped-connection"}
                {"at":"2026-05-24T20:28:32.250Z","monotonic":12.595,"connection":1,"event":"disconnect"}
                {"at":"2026-05-24T20:28:32.250Z","monotonic":12.595,"connection":null,"event":"fault","fault":"connect-failure"}

                """#)
    }

    @Test
    func file_isAppendedTo() async throws {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        for _ in 0..<2 {
            let rest = try SimulatedUnit()
            let peripheral = SimulatedPeripheral(
                name: "Sophie", clock: rest.clock, journal: try SimulationJournal(path: path))
            await peripheral.setRefusesConnections(true)
            let transport = SimulatedTransport(devices: [rest.address: peripheral], clock: rest.clock)
            await transport.connectAndDisconnect(rest.address)
        }
        let line = """
            {"at":"2026-05-24T20:28:32Z","monotonic":12.345,"connection":null,"event":"fault","fault":"connect-failure"}

            """
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == line + line)
    }

    @Test
    func json_isAnObjectForEveryByte() throws {
        let bytes = Array(UInt8.min...UInt8.max)
        let json = entry(.command(bytes, reply: bytes)).json
        struct Line: Decodable, Equatable {
            var monotonic: Double
            var bytes: String
            var reply: String
        }
        let text = bytes.map { byte in
            byte >= 0x20 && byte < 0x7F && byte != 0x5C ? String(UnicodeScalar(byte)) : "\\x" + byte.hexadecimal
        }.joined()
        #expect(
            try JSONDecoder().decode(Line.self, from: Data(json.utf8))
                == Line(monotonic: 1.005, bytes: text, reply: text))
    }

    @Test
    func init_throwsJournalFailed_whenTheFileCannotBeOpened() {
        let error = #expect(throws: SimulationError.self) { try SimulationJournal(path: "/tmp/absent/journal") }
        #expect(error?.code == .journalFailed)
    }

    @Test
    func run_throwsJournalFailed_onceTheFileCannotBeWritten() async throws {
        let rest = try SimulatedUnit()
        let journal = try SimulationJournal(path: "/dev/full")
        let peripheral = SimulatedPeripheral(
            name: "Sophie", clock: rest.clock, journal: journal)
        let transport = SimulatedTransport(devices: [rest.address: peripheral], clock: rest.clock)
        let error = await #expect(throws: SimulationError.self) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await peripheral.run() }
                await rest.clock.waitForSleepers(1)
                await transport.connectAndDisconnect(rest.address)
                try await group.next()
            }
        }
        #expect(error?.code == .journalFailed)
    }
}

extension SimulatedTransport {
    fileprivate func connectAndDisconnect(_ address: MacAddress) async {
        await (try? connect(to: address))?.disconnect()
    }
}
