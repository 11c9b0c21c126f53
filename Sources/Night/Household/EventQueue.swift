// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Synchronization

/// The events that one reader has not taken yet: the newest ones, and how many it missed.
public final class EventQueue: Sendable {
    /// How many events are kept for a reader that falls behind.
    static let capacity = 256
    /// After how much silence a heartbeat comes; idle connections are cut after twice as long.
    static let heartbeat = Duration.seconds(15)

    private struct State {
        var events: [(event: HouseholdEvent, identifier: String?)] = []
        var last: String?
        var dropped = 0
        var isFinished = false
    }

    private let devices: Set<MacAddress>?
    private let clock: any NightClock
    private let radioClock: any NightClock
    private let signal = WakeSignal()
    private let state = Mutex(State())

    /// Keeps events of `devices` alone, if some are given; dates by `clock`, and is silent by `radioClock`.
    init(devices: Set<MacAddress>?, clock: any NightClock, radioClock: any NightClock) {
        self.devices = devices
        self.clock = clock
        self.radioClock = radioClock
    }

    /// What identifies the last event that the reader took, for going on after it; nil before there is one.
    public var position: String? { state.withLock(\.last) }

    /// Takes an event; a full queue drops its oldest one.
    func add(_ event: HouseholdEvent, as identifier: String? = nil) {
        if let devices, event.content != .snapshot {
            guard event.device.map(devices.contains) == true else { return }
        }
        state.withLock { state in
            if state.events.count >= Self.capacity {
                state.events.removeFirst()
                state.dropped += 1
            }
            state.events.append((event, identifier))
        }
        signal.raise()
    }

    /// Ends the queue after the events it already holds.
    func finish() {
        state.withLock { $0.isFinished = true }
        signal.raise()
    }

    /// The next message, a heartbeat after a while without one; nil at the end and when cancelled.
    ///
    /// For one reader.
    public func next() async -> HouseholdMessage? {
        while !Task.isCancelled {
            if let event = take() { return .event(event) }
            if state.withLock({ $0.isFinished }) { return nil }
            guard await waits() else { return Task.isCancelled ? nil : .heartbeat }
        }
        return nil
    }

    private func take() -> HouseholdEvent? {
        state.withLock { state in
            guard state.dropped == 0 else {
                defer { state.dropped = 0 }
                return HouseholdEvent(at: clock.now().wall, content: .dropped(state.dropped))
            }
            guard !state.events.isEmpty else { return nil }
            let (event, identifier) = state.events.removeFirst()
            state.last = identifier ?? state.last
            return event
        }
    }

    /// Waits for something to take; false when nothing came.
    private func waits() async -> Bool {
        await withTaskGroup(of: Bool.self) { [signal, radioClock] group in
            group.addTask {
                await signal.wait()
                return true
            }
            group.addTask {
                try? await radioClock.sleep(for: Self.heartbeat)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
