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
        let server = SimulatedDeviceServer(peripheral: rest.peripheral, socketPath: path, clock: HostClock())
        return await #expect(throws: SimulationError.self) { try await server.run() }
    }

    @Test
    func run_makesSocketsForTheUserAlone_andRemovesThem() async throws {
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
    func run_throwsSocketInUse_whereAnotherDeviceListens() async throws {
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
    func run_throwsSocketInUse_whereAFileIsInTheWay() async throws {
        let path = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("precious".utf8).write(to: URL(filePath: path))
        #expect(try await failure(at: path)?.code == .socketInUse)
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "precious")
    }

    @Test(arguments: [(93, SimulationError.Code.socketPathTooLong), (200, .socketPathTooLong), (92, .socketFailed)])
    func run_throwsSocketPathTooLong_whenTheLongerOfBothPathsDoesNotFit(
        length: Int, code: SimulationError.Code
    ) async throws {
        let path = "/tmp/absent/" + String(repeating: "x", count: length - 12)
        #expect(try await failure(at: path)?.code == code)
    }

    @Test
    func run_replacesSocketsThatNobodyListensAt() async throws {
        let rest = try SimulatedUnit()
        let path = temporaryPath()
        try StaleSocket.leave(at: path)
        try StaleSocket.leave(at: path + ".advertisements")
        let server = SimulatedDeviceServer(peripheral: rest.peripheral, socketPath: path, clock: HostClock())
        try await alongside {
            try await server.run()
        } body: {
            let transport = SimulatedTransport(socketPaths: [path], clock: HostClock())
            try await transport.connect(to: rest.address).disconnect()
        }
    }

    @Test(arguments: [[0, 0], [0x06, 0x02, 1], [0xFF, 0xFF]])
    func run_closesACentralThatSendsAnImpossibleLength_andTakesTheNext(bytes: [UInt8]) async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, path in
            try await transport.connect(to: rest.address).disconnect()
            #expect(try await exchangeRaw(bytes, at: path) == [])
            try await transport.connect(to: rest.address).disconnect()
        }
    }

    @Test
    func run_answersARawPDU() async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, path in
            try await transport.connect(to: rest.address).disconnect()
            // An exchange of the MTU, then a frame that ends the connection.
            #expect(try await exchangeRaw([3, 0, 2, 247, 0, 0, 0], at: path) == [3, 0, 3, 23, 0])
        }
    }

    @Test
    func run_closesACentralThatReadsNothing_andTakesTheNext() async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, path in
            try await transport.connect(to: rest.address).disconnect()
            let flood = Array(repeatElement([3, 0, 0x0A, 3, 0] as [UInt8], count: 50_000).joined())
            _ = try? await exchangeRaw(flood, at: path, reads: false)
            try await transport.connect(to: rest.address).disconnect()
        }
    }

    @Test
    func run_turnsASecondCentralAway() async throws {
        let rest = try SimulatedUnit()
        try await rest.overSockets { transport, path in
            let connection = try await transport.connect(to: rest.address)
            #expect(try await exchangeRaw([], at: path) == [])
            #expect(try await connection.read(BluetoothUUID(0x2A19)) == [100])
            await connection.disconnect()
        }
    }
}
