// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GATT
import SimulatedDevice
import SleepModel
import SystemClock
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SimulatedDeviceServerTests {
    private func failure(at path: String) async throws -> SimulationError? {
        let rest = try SimulatedUnit()
        let server = SimulatedDeviceServer(address: rest.address, socketPath: path, clock: HostClock())
        return await #expect(throws: SimulationError.self) { try await server.serve(rest.peripheral) }
    }

    @Test
    func serve_makesSocketsForTheUserAlone_andRemovesThem() async throws {
        let rest = try SimulatedUnit()
        let (path, modes) = try await rest.overSockets { transport, path in
            try await transport.connect(to: rest.address).disconnect()
            let modes = try [path, path + ".advertisements"].map {
                try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
            }
            return (path, modes)
        }
        #expect(modes == [0o600, 0o600])
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(!FileManager.default.fileExists(atPath: path + ".advertisements"))
    }

    @Test
    func serve_throwsSocketInUse_whereAnotherDeviceListens() async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, path in
            let connection = try await transport.connect(to: rest.address)
            #expect(try await failure(at: path)?.code == .socketInUse)
            #expect(try await connection.read(BluetoothUUID(0x2A19)) == [100])
            await connection.disconnect()
        }
        // Asking whether somebody listens has not reached the device.
        #expect(rest.journal.entries().map(\.event) == [.connect, .disconnect])
    }

    @Test
    func serve_throwsSocketInUse_whereAFileIsInTheWay() async throws {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("precious".utf8).write(to: URL(filePath: path))
        #expect(try await failure(at: path)?.code == .socketInUse)
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "precious")
    }

    @Test(arguments: [(93, SimulationError.Code.socketPathTooLong), (200, .socketPathTooLong), (92, .socketFailed)])
    func serve_throwsSocketPathTooLong_whenTheLongerOfBothPathsDoesNotFit(
        length: Int, code: SimulationError.Code
    ) async throws {
        let path = "/tmp/absent/" + String(repeating: "x", count: length - 12)
        #expect(try await failure(at: path)?.code == code)
    }

    @Test
    func serve_replacesSocketsThatNobodyListensAt() async throws {
        let rest = try SimulatedUnit()
        let path = temporaryPath()
        try StaleSocket.leave(at: path)
        try StaleSocket.leave(at: path + ".advertisements")
        #expect(FileManager.default.fileExists(atPath: path))
        let server = SimulatedDeviceServer(address: rest.address, socketPath: path, clock: HostClock())
        try await alongside {
            try await server.serve(rest.peripheral)
        } body: {
            let transport = SimulatedTransport(socketPaths: [path], clock: HostClock())
            try await transport.connect(to: rest.address).disconnect()
        }
    }

    @Test(arguments: [[0, 0], [0x06, 0x02, 1], [0xFF, 0xFF]])
    func serve_closesACentralThatSendsAnImpossibleLength_andTakesTheNext(bytes: [UInt8]) async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, path in
            try await transport.connect(to: rest.address).disconnect()
            #expect(try await exchangeRaw(bytes, at: path) == [])
            try await transport.connect(to: rest.address).disconnect()
        }
    }

    @Test
    func serve_answersARawPDU() async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, path in
            try await transport.connect(to: rest.address).disconnect()
            // An exchange of the MTU, then a frame that ends the connection.
            #expect(try await exchangeRaw([3, 0, 2, 247, 0, 0, 0], at: path) == [3, 0, 3, 23, 0])
        }
    }

    @Test
    func serve_acknowledgesAWrite_beforeWhatTheDeviceNotifiesBecauseOfIt() async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, path in
            try await transport.connect(to: rest.address).disconnect()
            // A subscription to replies, a command, then a frame that ends the connection.
            let sent = [5, 0, 0x12, 14, 0, 1, 0, 7, 0, 0x12, 11, 0] + Array("SV10".utf8) + [0, 0]
            let answers = [1, 0, 0x13, 1, 0, 0x13, 5, 0, 0x1B, 13, 0] + Array("OK".utf8)
            #expect(try await exchangeRaw(sent, at: path) == answers)
        }
    }

    @Test
    func serve_closesACentralThatReadsNothing_andTakesTheNext() async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, path in
            try await transport.connect(to: rest.address).disconnect()
            let flood = Array(repeatElement([3, 0, 0x0A, 3, 0] as [UInt8], count: 50_000).joined())
            _ = try? await exchangeRaw(flood, at: path, reads: false)
            try await transport.connect(to: rest.address).disconnect()
        }
    }

    @Test
    func serve_turnsASecondCentralAway() async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, path in
            let connection = try await transport.connect(to: rest.address)
            #expect(try await exchangeRaw([], at: path) == [])
            #expect(try await connection.read(BluetoothUUID(0x2A19)) == [100])
            await connection.disconnect()
        }
    }
}
