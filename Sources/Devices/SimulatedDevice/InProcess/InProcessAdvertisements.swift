// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import Synchronization

/// What devices in the same process advertise: each at once, then each once a second of the clock.
final class InProcessAdvertisements: AdvertisementSource {
    private struct State {
        var isFirst = true
        var pending: [Advertisement] = []
    }

    private let peripherals: [InProcessPeripheral]
    private let clock: any NightClock
    private let state = Mutex(State())

    init(_ peripherals: [InProcessPeripheral], clock: any NightClock) {
        self.peripherals = peripherals
        self.clock = clock
    }

    func next() async -> Advertisement? {
        while !Task.isCancelled {
            let (advertisement, isFirst) = state.withLock { state -> (Advertisement?, Bool) in
                defer { state.isFirst = false }
                return (state.pending.isEmpty ? nil : state.pending.removeFirst(), state.isFirst)
            }
            if let advertisement { return advertisement }
            if !isFirst {
                do { try await clock.sleep(for: .seconds(1)) } catch { return nil }
            }
            var heard: [Advertisement] = []
            for peripheral in peripherals {
                if let advertisement = await peripheral.advertisement() { heard.append(advertisement) }
            }
            state.withLock { $0.pending = heard }
        }
        return nil
    }
}
