// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel
import Testing

@testable import BlueZTransport
@testable import DBus

/// Connections that bluetoothd still holds for a process that was killed.
@Suite(.timeLimit(.minutes(1)))
struct LeftoverTests {
    @Test
    func release_endsAConnectionThatNobodyHereMade() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.daemon.set(.device(.rest), BlueZName.device, ["Connected": .boolean(true)])
        await stage.central.release(.rest)
        #expect(try await stage.daemon.call("Disconnect").path == .device(.rest))
    }

    @Test
    func release_leavesAConnectionOfItsOwn() async throws {
        let stage = try await Stage(knows: .rest)
        let connection = try await stage.connect()
        await stage.central.release(.rest)
        _ = try await connection.read(ScriptedBluetoothd.read)
        #expect(await stage.daemon.calls.filter { $0.member == "Disconnect" } == [])
    }

    @Test
    func release_doesNothing_withoutABus() async throws {
        let stage = try await Stage(knows: .rest)
        await stage.bus.kill()
        await stage.central.release(.rest)
        #expect(await stage.daemon.calls.filter { $0.member == "Disconnect" } == [])
    }
}
