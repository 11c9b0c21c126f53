// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SleepModel
import Synchronization

/// The events one reader has not taken yet: the newest, and how many it missed.
final class EventQueue: Sendable {
    /// How many events are kept for a reader that falls behind.
    static let capacity = 256
    /// After how much silence a heartbeat comes; idle connections are cut after twice as long.
    static let heartbeat = Duration.seconds(15)

    private struct State {
        var events: [EventDocument] = []
        var dropped = 0
        var isFinished = false
    }

    private let device: MacAddress?
    private let clock: any NightClock
    private let radioClock: any NightClock
    private let signal = WakeSignal()
    private let state = Mutex(State())

    /// Keeps events of `device` alone, if one is given; dates by `clock`, and is silent by `radioClock`.
    init(device: MacAddress?, clock: any NightClock, radioClock: any NightClock) {
        self.device = device
        self.clock = clock
        self.radioClock = radioClock
    }

    /// Takes an event in place of the oldest one if there are too many.
    func add(_ event: EventDocument) {
        guard device == nil || event.address == device else { return }
        state.withLock { state in
            if state.events.count >= Self.capacity {
                state.events.removeFirst()
                state.dropped += 1
            }
            state.events.append(event)
        }
        signal.raise()
    }

    /// Nothing comes after what is already there.
    func finish() {
        state.withLock { $0.isFinished = true }
        signal.raise()
    }

    /// The next message, a heartbeat if there is none for a while; nil at the end and when cancelled.
    ///
    /// For one reader.
    func next() async -> EventMessage? {
        while !Task.isCancelled {
            if let event = take() { return .event(event) }
            if state.withLock({ $0.isFinished }) { return nil }
            guard await waits() else { return Task.isCancelled ? nil : .heartbeat }
        }
        return nil
    }

    private func take() -> EventDocument? {
        state.withLock { state in
            guard state.dropped == 0 else {
                defer { state.dropped = 0 }
                return EventDocument(at: clock.now().wall, event: "dropped", dropped: state.dropped)
            }
            return state.events.isEmpty ? nil : state.events.removeFirst()
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
