// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel
import Testing
import Waiting

@testable import DeviceModules

/// What a connection does when something between it and the device is not as it was.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionRecoveryTests {
    typealias House = ScriptedHousehold

    // MARK: - A host that sleeps

    @Test
    func session_isMadeAnew_afterTheHostHasSlept() async throws {
        let house = try House()
        try await house.connection.withSession { _ in }
        house.clock.advance(by: .seconds(5))
        try await house.connection.withSession { _ in }
        house.clock.suspend(for: .seconds(5))
        try await house.connection.withSession { _ in }
        #expect(
            house.transport.events
                == [.connect, .connected, .disconnecting, .disconnected, .connect, .connected])
    }

    @Test
    func keptLink_isLost_whenTheHostHasSlept() async throws {
        let house = try House()
        try await house.whileRunning {
            await house.connection.keep(for: .seconds(3600))
            try await house.connection.withSession { _ in }
            await house.clock.waitForSleeper(within: .seconds(10))
            house.clock.suspend(for: .seconds(20))
            await house.transport.wait(for: .disconnected)
            for await _ in house.connection.losses { break }
            await eventually { await house.connection.state == .absent }
        }
    }

    // MARK: - Characteristics

    /// What the system remembers of a device may be that of another firmware.
    @Test
    func session_isMade_onceWhatIsRememberedOfTheDeviceIsForgotten() async throws {
        let house = try House()
        house.transport.change { $0.characteristics = .stale }
        try await house.connection.withSession { _ in }
        #expect(
            house.transport.events
                == [.connect, .connected, .disconnecting, .disconnected, .forgotten, .connect, .connected])
    }

    @Test
    func characteristics_areForgottenOnce_whenTheyAreReallyMissing() async throws {
        let house = try House()
        house.transport.change { $0.characteristics = .missing }
        for _ in 0..<3 {
            let error = await #expect(throws: GATTError.self) { try await house.connection.withSession { _ in } }
            #expect(error?.code == .noSuchCharacteristic)
        }
        #expect(house.transport.count(of: .forgotten) == 1)
        #expect(house.transport.count(of: .connected) == 4)
        house.transport.change { $0.characteristics = .complete }
        try await house.connection.withSession { _ in }
        await house.connection.close()
        house.transport.change { $0.characteristics = .stale }
        try await house.connection.withSession { _ in }
        #expect(house.transport.count(of: .forgotten) == 2)
    }
}
