// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import GATT
import SimulatedDevice
import SleepModel
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SimulatedPeripheralTests {
    @Test
    func run_notifiesTheStateOnceASecond() async throws {
        let rest = try SimulatedUnit()
        try await rest.inProcess { transport in
            let connection = try await transport.connect(to: rest.address)
            var reports = try await connection.notifications(of: SimulatedUnit.feedback).makeAsyncIterator()
            var clocks: [String] = []
            for _ in 0..<3 {
                await rest.clock.waitForSleepers(1)
                rest.clock.advance(by: .seconds(1))
                clocks.append(Hexadecimal.text((await reports.next() ?? []).prefix(5)))
            }
            #expect(clocks == ["546A135F71", "546A135F72", "546A135F73"])
            await connection.disconnect()
        }
    }

    @Test
    func command_isAnsweredAndReported() async throws {
        let rest = try SimulatedUnit()
        try await rest.inProcess { transport in
            let connection = try await transport.connect(to: rest.address)
            var replies = try await connection.notifications(of: SimulatedUnit.reply).makeAsyncIterator()
            var reports = try await connection.notifications(of: SimulatedUnit.feedback).makeAsyncIterator()
            try await connection.write(Array("SI01".utf8), to: SimulatedUnit.command, acknowledged: true)
            #expect(await replies.next() == Array("OK".utf8))
            let report = Hexadecimal.text(await reports.next() ?? [])
            #expect(report == "546A135F7043FDD12D7F530554501F6500000000")
            #expect(Hexadecimal.text(try await connection.read(SimulatedUnit.feedback)) == report)
            await connection.disconnect()
        }
        #expect(await rest.peripheral.state.isOn)
        #expect(await !rest.peripheral.isConnected)
    }

    @Test
    func silence_leavesCommandsUndoneAndUnanswered() async throws {
        let rest = try SimulatedUnit()
        try await rest.inProcess { transport in
            let connection = try await transport.connect(to: rest.address)
            var replies = try await connection.notifications(of: SimulatedUnit.reply).makeAsyncIterator()
            await rest.peripheral.setSilent(true)
            try await connection.write(Array("SI01".utf8), to: SimulatedUnit.command, acknowledged: true)
            #expect(await !rest.peripheral.state.isOn)
            await rest.peripheral.setSilent(false)
            try await connection.write(Array("SX".utf8), to: SimulatedUnit.command, acknowledged: true)
            #expect(await replies.next() == Array("E01".utf8))
            await connection.disconnect()
        }
    }

    @Test
    func refusal_failsConnections_untilItIsLifted() async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, _ in
            await rest.peripheral.setRefusesConnections(true)
            let error = await #expect(throws: GATTError.self) { try await transport.connect(to: rest.address) }
            #expect(error?.code == .connectionFailed)
            await rest.peripheral.setRefusesConnections(false)
            try await transport.connect(to: rest.address).disconnect()
        }
    }

    @Test
    func advertisement_isWhatUnitsAdvertise_andStopsWhileConnected() async throws {
        let rest = try SimulatedUnit(
            state: DeviceState(
                isOn: true, light: Light(.color(RGBColor(red: 0xFD, green: 0xD1, blue: 0x2D)), brightness: .full),
                sound: SoundID(rawValue: 4), volume: .full))
        let transport = SimulatedTransport(devices: [rest.address: rest.peripheral], clock: rest.clock)
        let advertisement = Advertisement(
            address: rest.address, localName: "Sophie",
            manufacturerData: [0x0434: try Hexadecimal.bytes("52546A135F7043FDD12DFF5304FF450000000000501F6500")],
            serviceData: [BluetoothUUID(0x180F): [0x64]], rssi: -58)
        var advertisements = try await transport.advertisements(.attentive).makeAsyncIterator()
        #expect(await advertisements.next() == advertisement)

        let connection = try await transport.connect(to: rest.address)
        async let next = transport.advertisements(.attentive).first { _ in true }
        await rest.clock.waitForSleepers(1)
        await connection.disconnect()
        rest.clock.advance(by: .seconds(1))
        var later = advertisement
        later.manufacturerData = [
            0x0434: try Hexadecimal.bytes("52546A135F7143FDD12DFF5304FF450000000000501F6500")
        ]
        #expect(try await next == later)
    }

    @Test(arguments: [
        ("Sophie", "Sophie"), ("", ""), ("A name of 17 byte", "A name of 17 byte"),
        ("A name of 18 bytes", "A name of 18 byte"), ("äöüäöüäöüäöü", "äöüäöüäö"),
    ])
    func advertisement_shortensALongName(name: String, advertised: String) async throws {
        let rest = try SimulatedUnit()
        let peripheral = SimulatedPeripheral(name: name, clock: rest.clock, journal: rest.journal)
        let transport = SimulatedTransport(devices: [rest.address: peripheral], clock: rest.clock)
        var advertisements = try await transport.advertisements(.attentive).makeAsyncIterator()
        #expect(await advertisements.next()?.localName == advertised)
    }

    @Test
    func journal_tellsWhatHappened() async throws {
        let rest = try SimulatedUnit()
        try await rest.inProcess { transport in
            let connection = try await transport.connect(to: rest.address)
            try await connection.write(Array("SV54".utf8), to: SimulatedUnit.command, acknowledged: true)
            try await connection.write(Array("SV55".utf8), to: SimulatedUnit.command, acknowledged: false)
            await connection.disconnect()
            try await transport.connect(to: rest.address).disconnect()
        }
        var state = SimulatedRest(at: rest.clock.now())
        _ = state.receive(Array("SV55".utf8), at: rest.clock.now())
        let ok = Array("OK".utf8)
        #expect(
            rest.journal.entries().map(\.event) == [
                .connect, .command(Array("SV54".utf8), reply: ok), .command(Array("SV55".utf8), reply: ok),
                .state(state.document(at: rest.clock.now())), .disconnect, .connect, .disconnect,
            ])
        #expect(rest.journal.entries().map(\.connection) == [1, 1, 1, 1, 1, 2, 2])
    }
}
