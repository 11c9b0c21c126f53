// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Synchronization

/// The devices that are connected to or recorded, behind one lock.
///
/// Reads the clock outside the lock, and only while something is recorded.
final class RecordingDesk: Sendable {
    private struct State {
        var devices: [MacAddress: RecordedDevice] = [:]
        var lastNumber = 0
    }

    private let clock: any NightClock
    private let state = Mutex(State())

    init(clock: any NightClock) {
        self.clock = clock
    }

    /// The time of packets.
    var now: Instant { clock.now().wall }

    /// A unique number.
    func nextNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    func isRecording(_ address: MacAddress) -> Bool {
        state.withLock { $0.devices[address]?.isRecording ?? false }
    }

    /// Changes what is known about a device; removes the device if nothing is left.
    @discardableResult
    func update<Value>(_ address: MacAddress, _ change: (inout RecordedDevice) -> Value) -> Value {
        state.withLock { state in
            defer { if state.devices[address]?.isIdle ?? false { state.devices[address] = nil } }
            return change(&state.devices[address, default: RecordedDevice(address)])
        }
    }

    /// Changes a device that is recorded, at the present time.
    func record(_ address: MacAddress, _ change: (inout RecordedDevice, Instant) -> Void) {
        guard isRecording(address) else { return }
        let now = now
        update(address) { change(&$0, now) }
    }

    /// Changes all devices.
    func updateAll(_ change: (inout RecordedDevice) -> Void) {
        state.withLock { state in
            for address in Array(state.devices.keys) {
                change(&state.devices[address, default: RecordedDevice(address)])
                if state.devices[address]?.isIdle ?? false { state.devices[address] = nil }
            }
        }
    }
}
