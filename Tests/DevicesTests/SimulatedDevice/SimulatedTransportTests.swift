// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SimulatedDevice
import SleepModel
import SystemClock
import Testing
import TransportConformance

@Suite(.timeLimit(.minutes(1)))
struct SimulatedTransportTests {
    @Test(arguments: TransportConformance.allCases)
    func inProcess_conforms(to requirement: TransportConformance) async throws {
        let rest = try SimulatedUnit()
        try await rest.inProcess { try await requirement.run(on: rest.fixture($0)) }
    }

    /// Units that do not take one of the two kinds of write cannot conform where it is written.
    @Test(
        arguments: RestProfile.allSwitches.filter {
            !$0.has(.writeWithResponseOnly) && !$0.has(.writeWithoutResponseOnly)
        })
    func inProcess_conforms(under profile: RestProfile) async throws {
        for requirement in TransportConformance.allCases {
            let rest = try SimulatedUnit(profile: profile)
            try await rest.inProcess { try await requirement.run(on: rest.fixture($0)) }
        }
    }

    @Test(arguments: TransportConformance.allCases)
    func overSockets_conforms(to requirement: TransportConformance) async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, _ in try await requirement.run(on: rest.fixture(transport)) }
    }

    @Test(arguments: PeripheralConformance.allCases)
    func server_conforms(to requirement: PeripheralConformance) async throws {
        let rest = try SimulatedUnit()
        let path = temporaryPath()
        let host = HostClock()
        let start = host.now().wall
        let fast = AcceleratedClock(
            base: host, settings: AcceleratedClock.Settings(start: start, speed: 20, epoch: start))
        try await requirement.run(
            on: PeripheralFixture(
                peripheral: SimulatedDeviceServer(address: rest.address, socketPath: path, clock: fast),
                central: SimulatedTransport(socketPaths: [path], clock: host), address: rest.address))
    }

    /// What a central sees of a connection to a peer with that script: the code of its read's error, nil for none.
    private func code(reading peer: ScriptedPeer) async throws -> GATTError.Code? {
        let path = temporaryPath()
        return try await peer.listening(at: path) {
            let transport = SimulatedTransport(socketPaths: [path], clock: HostClock())
            do {
                let connection = try await transport.connect(to: peer.address)
                #expect(try await connection.read(ScriptedPeer.readable) == [1, 2, 3])
                await connection.disconnect()
                return nil
            } catch {
                return (error as? GATTError)?.code
            }
        }
    }

    private func peer() throws -> ScriptedPeer {
        ScriptedPeer(address: try #require(MacAddress(rawValue: "F3:53:11:00:00:01")))
    }

    @Test
    func read_succeeds_onAPeerThatBehaves() async throws {
        #expect(try await code(reading: peer()) == nil)
    }

    @Test
    func read_throwsDisconnected_whenThePeerDiesMeanwhile() async throws {
        var peer = try peer()
        peer.onRequest = .close
        #expect(try await code(reading: peer) == .disconnected)
    }

    @Test(arguments: [
        [0, 0], [0x06, 0x02], [0xFF, 0xFF, 1, 2], [1, 0, 0x09], [1, 0, 0x13], [5, 0, 0x01, 0x0A, 0, 0, 1, 1, 0, 0x0B],
        [24, 0, 0x0B] + Array(repeating: 0, count: 23),
    ])
    func read_throwsProtocolViolation_whenThePeerAnswersNonsense(bytes: [UInt8]) async throws {
        var peer = try peer()
        peer.onRequest = .bytes(bytes)
        let expected: GATTError.Code = bytes.starts(with: [5, 0, 0x01]) ? .attributeError : .protocolViolation
        #expect(try await code(reading: peer) == expected)
    }

    @Test
    func connect_throwsConnectionFailed_whenThePeerClosesAtOnce() async throws {
        var peer = try peer()
        peer.onConnect = .close
        #expect(try await code(reading: peer) == .connectionFailed)
    }

    @Test
    func connect_throwsProtocolViolation_whenThePeerSpeaksFirst() async throws {
        var peer = try peer()
        peer.onConnect = .bytes([1, 0, 0x0B, 1, 0, 0x0B])
        #expect(try await code(reading: peer) == .protocolViolation)
    }

    @Test(arguments: [
        [7, 0, 1, 2, 3, 4, 5, 6, 7], [9, 0, 1, 2, 3, 4, 5, 6, 7, 0xFF, 0xFF], [8, 0, 1, 2, 3, 4, 5, 6, 7, 5],
    ])
    func connect_findsThePeer_amongOddAdvertisements(noise: [UInt8]) async throws {
        var peer = try peer()
        peer.noise = noise
        #expect(try await code(reading: peer) == nil)
    }

    @Test
    func read_throwsCancelledAndEndsTheConnection_whenCancelledWhileUnderWay() async throws {
        var peer = try peer()
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        peer.onRequest = .signal(arrival)
        let path = temporaryPath()
        let script = peer
        try await script.listening(at: path) {
            let transport = SimulatedTransport(socketPaths: [path], clock: HostClock())
            let connection = try await transport.connect(to: script.address)
            let code = await withTaskGroup(of: GATTError.Code?.self) { group in
                group.addTask {
                    do throws(GATTError) {
                        _ = try await connection.read(ScriptedPeer.readable)
                        return nil
                    } catch {
                        return error.code
                    }
                }
                for await _ in arrivals { break }
                group.cancelAll()
                return await group.next() ?? nil
            }
            #expect(code == .cancelled)
            await connection.disconnect()
            await connection.waitUntilDisconnected()
        }
    }

    @Test
    func connect_throwsCancelled_whenCancelledDuringDiscovery() async throws {
        var peer = try peer()
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        peer.onRequest = .signal(arrival)
        peer.opcode = 0x10
        let path = temporaryPath()
        let script = peer
        try await script.listening(at: path) {
            let transport = SimulatedTransport(socketPaths: [path], clock: HostClock())
            let code = await withTaskGroup(of: GATTError.Code?.self) { group in
                group.addTask {
                    do throws(GATTError) {
                        _ = try await transport.connect(to: script.address)
                        return nil
                    } catch {
                        return error.code
                    }
                }
                for await _ in arrivals { break }
                group.cancelAll()
                return await group.next() ?? nil
            }
            #expect(code == .cancelled)
        }
    }

    @Test
    func connect_waitsForADeviceThatIsNotThereYet() async throws {
        let rest = try SimulatedUnit()
        let path = temporaryPath()
        let transport = SimulatedTransport(socketPaths: [path], clock: HostClock())
        let address = rest.address
        let server = SimulatedDeviceServer(address: address, socketPath: path, clock: HostClock())
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask {
                let connection = try await transport.connect(to: address)
                let value = try await connection.read(BluetoothUUID(0x2A19))
                await connection.disconnect()
                return value
            }
            group.addTask {
                try await server.serve(rest.peripheral)
                return []
            }
            let value = try await group.next()
            #expect(value == [100])
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test
    func connection_ends_whenTheServerIsCancelled() async throws {
        let rest = try SimulatedUnit()
        let connection = try await rest.overSockets { transport, _ in
            try await transport.connect(to: rest.address)
        }
        await connection.waitUntilDisconnected()
        let error = await #expect(throws: GATTError.self) { try await connection.read(SimulatedUnit.feedback) }
        #expect(error?.code == .disconnected)
    }

    @Test
    func device_hearsOnceOfTheEndItAskedFor_inProcess() async throws {
        let address = try #require(MacAddress(rawValue: "F3:53:11:00:00:01"))
        let device = PlainDevice()
        let transport = SimulatedTransport(devices: [address: device], clock: HostClock())
        for _ in 0..<2 {
            let connection = try await transport.connect(to: address)
            await device.disconnectAll()
            await device.disconnectAll()
            await connection.waitUntilDisconnected()
            await connection.disconnect()
        }
        _ = try await transport.connect(to: address)
        #expect(await device.ended == 2)
        await transport.close()
        #expect(await device.ended == 3)
    }

    private static let service = BluetoothUUID(0x0224_0001, 0x5EFD, 0x47EB, 0x9C1A, 0xDE53_F7A2_B232)

    @Test(
        arguments: [
            (AdvertisingContent(localName: "Nightlight"), "Nightlight", [:], [:]),
            (
                AdvertisingContent(localName: "Nightlight", services: [service, BluetoothUUID(0x180A)]), "Nigh", [:],
                [:]
            ),
            (
                AdvertisingContent(localName: "Nightlight", services: Array(repeating: service, count: 20)),
                "Nightlight",
                [:], [:]
            ),
            (
                AdvertisingContent(
                    localName: "Nightlight", serviceData: [service: [1, 2], BluetoothUUID(0x180F): [9]],
                    manufacturerData: [2: [3], 1: []]),
                "N", [service: [1, 2], BluetoothUUID(0x180F): [9]], [2: [3], 1: []]
            ),
            (
                AdvertisingContent(
                    localName: "Nightlight", serviceData: [service: Array(repeating: 0, count: 300)],
                    manufacturerData: [1: Array(repeating: 0, count: 28), 2: Array(repeating: 0, count: 27)]),
                "Nightlight", [:], [2: Array(repeating: 0, count: 27)]
            ),
        ] as [(AdvertisingContent, String, [BluetoothUUID: [UInt8]], [UInt16: [UInt8]])])
    func advertisement_carriesWhatFitsOnTheAir(
        content: AdvertisingContent, name: String, services: [BluetoothUUID: [UInt8]], manufacturers: [UInt16: [UInt8]]
    ) async throws {
        let address = try #require(MacAddress(rawValue: "F3:53:11:00:00:01"))
        let transport = SimulatedTransport(devices: [address: PlainDevice(advertising: content)], clock: HostClock())
        let expected = Advertisement(
            address: address, localName: name, manufacturerData: manufacturers, serviceData: services, rssi: -58)
        #expect(try await transport.advertisements(.occasional).first { _ in true } == expected)
    }

    @Test
    func notifications_ofTheSameCharacteristic_endTheStreamBefore() async throws {
        let rest = try SimulatedUnit()
        try await rest.inProcess { transport in
            let connection = try await transport.connect(to: rest.address)
            let first = try await connection.notifications(of: SimulatedUnit.reply)
            let second = try await connection.notifications(of: SimulatedUnit.reply)
            for await _ in first { Issue.record("The first stream goes on.") }
            try await connection.write(Array("SV10".utf8), to: SimulatedUnit.command, acknowledged: true)
            var replies = second.makeAsyncIterator()
            #expect(await replies.next() == Array("OK".utf8))
            await connection.disconnect()
        }
    }
}
