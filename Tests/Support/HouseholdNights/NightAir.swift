// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SimulatedDevice
import SleepModel
import Synchronization

/// The radio between the household and its device, in which things go wrong.
final class NightAir: CentralTransport {
    private struct State {
        var isSilent = false
        var isForged = false
    }

    private let base: any CentralTransport
    private let clock: any NightClock
    private let address: MacAddress
    private let state = Mutex(State())

    init(_ base: any CentralTransport, of address: MacAddress, clock: any NightClock) {
        (self.base, self.address, self.clock) = (base, address, clock)
    }

    /// Whether notifications are lost.
    var isSilent: Bool {
        get { state.withLock { $0.isSilent } }
        set { state.withLock { $0.isSilent = newValue } }
    }

    /// Whether somebody says twice a minute in the name of the device that it is off.
    var isForged: Bool {
        get { state.withLock { $0.isForged } }
        set { state.withLock { $0.isForged = newValue } }
    }

    func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        AsyncStream { [self] in
            do { try await clock.sleep(for: .seconds(30)) } catch { return nil }
            if isForged { return forgery }
            guard let heard = try? await base.advertisements(effort) else { return nil }
            for await advertisement in heard { return advertisement }
            return nil
        }
    }

    private var forgery: Advertisement {
        let now = clock.now()
        let payload = SimulatedRest(state: SimulatedRest.initialState, at: now).advertisement(at: now)
        return Advertisement(address: address, manufacturerData: [0x0434: payload])
    }

    func connect(to address: MacAddress) async throws(GATTError) -> any PeripheralConnection {
        NightLink(base: try await base.connect(to: address), air: self)
    }

    func release(_ address: MacAddress) async { await base.release(address) }

    func close() async { await base.close() }
}

/// A connection whose notifications the air may swallow.
private struct NightLink: PeripheralConnection {
    let base: any PeripheralConnection
    let air: NightAir

    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] {
        try await base.read(characteristic)
    }

    func write(
        _ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool
    ) async throws(GATTError) {
        try await base.write(value, to: characteristic, acknowledged: acknowledged)
    }

    func notifications(of characteristic: BluetoothUUID) async throws(GATTError) -> AsyncStream<[UInt8]> {
        let values = try await base.notifications(of: characteristic)
        return AsyncStream { [air] in
            for await value in values where !air.isSilent { return value }
            return nil
        }
    }

    func disconnect() async { await base.disconnect() }

    func waitUntilDisconnected() async { await base.waitUntilDisconnected() }
}
