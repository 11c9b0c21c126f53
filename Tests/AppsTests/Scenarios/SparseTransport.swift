// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel
import Synchronization

/// The devices that are out of reach.
final class AwayDevices: Sendable {
    private let devices = Mutex<Set<MacAddress>>([])

    func contains(_ device: MacAddress) -> Bool { devices.withLock { $0.contains(device) } }

    func set(_ device: MacAddress, _ isAway: Bool) {
        devices.withLock { devices in
            if isAway { devices.insert(device) } else { devices.remove(device) }
        }
    }
}

/// A transport that hears devices twice a minute, so that a long night passes fast.
struct SparseTransport: CentralTransport {
    let base: any CentralTransport
    let clock: any NightClock
    var away = AwayDevices()

    func advertisements(_ effort: ScanEffort) async throws(GATTError) -> AsyncStream<Advertisement> {
        AsyncStream { [base, clock, away] in
            guard let heard = try? await base.advertisements(effort) else { return nil }
            for await advertisement in heard {
                do { try await clock.sleep(for: .seconds(30)) } catch { return nil }
                guard !away.contains(advertisement.address) else { continue }
                return advertisement
            }
            return nil
        }
    }

    func listen() async throws(GATTError) -> any AsyncSequence<ListeningEvent, Never> & Sendable {
        try await occasionalAdvertisements()
    }

    func connect(to address: MacAddress, kind: AddressKind?) async throws(GATTError) -> any PeripheralConnection {
        try await base.connect(to: address, kind: kind)
    }

    func forgetCharacteristics(of address: MacAddress) async -> Bool { await base.forgetCharacteristics(of: address) }

    func release(_ address: MacAddress) async { await base.release(address) }

    func close() async { await base.close() }
}
