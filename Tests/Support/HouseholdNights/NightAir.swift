// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SimulatedDevice
import SleepModel
import Synchronization

/// The radio between the household and its devices, in which things go wrong.
///
/// A device that is as it was before is heard every ten minutes, and one with which something is going on often.
final class NightAir: CentralTransport {
    private struct State {
        var silent: Set<MacAddress> = []
        var forged: Set<MacAddress> = []
        var away: Set<MacAddress> = []
        /// Until when a device is heard often, on the boot clock.
        var lively: [MacAddress: Duration] = [:]
        /// When each device is heard next.
        var due: [MacAddress: Duration] = [:]
        var transport: SimulatedTransport
    }

    /// How often a device is heard with which something is going on, in seconds.
    static let lively = 10.0
    /// And how often any other device.
    static let quiet = 600.0

    private let devices: [MacAddress: SimulatedPeripheral]
    private let clock: any NightClock
    private let state: Mutex<State>
    private let change = WakeSignal()

    init(_ devices: [MacAddress: SimulatedPeripheral], clock: any NightClock) {
        (self.devices, self.clock) = (devices, clock)
        state = Mutex(State(transport: SimulatedTransport(devices: devices, clock: clock)))
    }

    /// Goes on with a daemon that was just started.
    func reopen() {
        state.withLock {
            $0.due = [:]
            $0.transport = SimulatedTransport(devices: devices, clock: clock)
        }
    }

    /// Whether notifications of a device are lost.
    func isSilent(_ address: MacAddress) -> Bool { state.withLock { $0.silent.contains(address) } }

    func setSilent(_ address: MacAddress, _ isSilent: Bool) {
        state.withLock { state in
            if isSilent { state.silent.insert(address) } else { state.silent.remove(address) }
        }
    }

    /// Takes a device out of reach, so that nobody hears it, or brings it back.
    func setAway(_ address: MacAddress, _ isAway: Bool) {
        state.withLock { state in
            if isAway { state.away.insert(address) } else { state.away.remove(address) }
        }
    }

    /// Lets somebody say twice a minute in the name of a device that it is off.
    func setForged(_ address: MacAddress, _ isForged: Bool) {
        state.withLock { state in
            if isForged { state.forged.insert(address) } else { state.forged.remove(address) }
        }
        change.raise()
    }

    /// A device is heard often for a while, as what it says changes.
    func enliven(_ address: MacAddress, for duration: Duration) {
        let now = clock.now().boot
        state.withLock { state in
            state.lively[address] = max(state.lively[address] ?? .zero, now + duration)
            state.due[address] = min(state.due[address] ?? .zero, now + .seconds(5))
        }
        change.raise()
    }

    func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        AsyncStream { [self] in
            while !Task.isCancelled {
                let now = clock.now().boot
                guard let (address, due) = next(at: now) else { return nil }
                if due <= now {
                    if let advertisement = await hear(address, at: now) { return advertisement }
                } else {
                    await sleep(until: due)
                }
            }
            return nil
        }
    }

    func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        try await occasionalAdvertisements()
    }

    private func next(at now: Duration) -> (MacAddress, Duration)? {
        state.withLock { state in
            devices.keys.map { ($0, state.due[$0] ?? .zero) }.min {
                ($0.1, $0.0.rawValue) < ($1.1, $1.0.rawValue)
            }
        }
    }

    private func hear(_ address: MacAddress, at now: Duration) async -> Advertisement? {
        let isForged = state.withLock { state in
            let isForged = state.forged.contains(address)
            let isLively = (state.lively[address] ?? .zero) > now
            state.due[address] = now + .seconds(isForged ? 30 : isLively ? Self.lively : Self.quiet)
            return isForged
        }
        if isForged { return forgery(of: address) }
        guard !state.withLock({ $0.away.contains(address) }) else { return nil }
        guard let content = await devices[address]?.advertisingContent() else { return nil }
        return Advertisement(address: address, manufacturerData: content.manufacturerData)
    }

    private func sleep(until boot: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in _ = try? await clock.sleep(until: WakeRequest(boot: boot)) }
            group.addTask { [change] in await change.wait() }
            await group.next()
            group.cancelAll()
        }
    }

    private func forgery(of address: MacAddress) -> Advertisement {
        let now = clock.now()
        let payload = SimulatedRest(state: SimulatedRest.initialState, at: now).advertisement(at: now)
        return Advertisement(address: address, manufacturerData: [0x0434: payload])
    }

    func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection {
        let transport = state.withLock { $0.transport }
        return NightLink(base: try await transport.connect(to: address), address: address, air: self)
    }

    func forgetCharacteristics(of address: MacAddress) async -> Bool { false }

    func release(_ address: MacAddress) async {}

    func close() async { await state.withLock { $0.transport }.close() }
}

/// A connection whose notifications the air may swallow.
private struct NightLink: PeripheralConnection {
    let base: any PeripheralConnection
    let address: MacAddress
    let air: NightAir

    func read(_ characteristic: BluetoothUUID) async throws(GATTError) -> [UInt8] {
        try await base.read(characteristic)
    }

    func write(
        _ value: [UInt8], to characteristic: BluetoothUUID, acknowledged: Bool
    ) async throws(GATTError) {
        try await base.write(value, to: characteristic, acknowledged: acknowledged)
    }

    func notifications(
        of characteristic: BluetoothUUID
    ) async throws(GATTError) -> AsyncStream<
        [UInt8]
    > {
        let values = try await base.notifications(of: characteristic)
        return AsyncStream { [air, address] in
            for await value in values where !air.isSilent(address) { return value }
            return nil
        }
    }

    func disconnect() async { await base.disconnect() }

    func waitUntilDisconnected() async { await base.waitUntilDisconnected() }
}
