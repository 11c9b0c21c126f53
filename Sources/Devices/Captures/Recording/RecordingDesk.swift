// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import SleepModel
import Synchronization

/// Where recordings begin and end: the devices that are connected to or recorded, behind one lock.
///
/// Reads the clock outside the lock, and only while something is recorded.
public final class RecordingDesk: Sendable {
    private struct State {
        var devices: [MacAddress: RecordedDevice] = [:]
        var lastNumber = 0
    }

    private let clock: any NightClock
    private let state = Mutex(State())

    /// A desk without recordings; `clock` gives the time of packets, and runs in real time.
    public init(clock: any NightClock) {
        self.clock = clock
    }

    /// Begins to record a device, into at most `limit` bytes, of which the header takes 16 in any case.
    ///
    /// A connection that is open is recorded as if it had just been made, with the characteristics used so far and the
    /// subscriptions to them. Throws `busy` if the device is recorded already.
    public func startRecording(of address: MacAddress, limit: Int) throws(CaptureError) {
        let now = now
        guard update(address, { $0.start(limit: limit, at: now) }) else {
            throw CaptureError(
                .busy, "\(address) is being recorded already.", advice: "Wait until the other recording has ended.")
        }
    }

    /// Ends the recording of a device; nil when nothing was being recorded.
    ///
    /// The bytes are a whole btsnoop file.
    public func stopRecording(of address: MacAddress) -> Recording? {
        let now = now
        return update(address) { $0.stop(at: now) }
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
