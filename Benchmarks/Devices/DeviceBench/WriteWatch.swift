// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How long commands take from the call that asks for them to the device.
public final class WriteWatch: Sendable {
    /// How long one took, in nanoseconds and at most four seconds; small, so as not to be taken for memory of a device.
    public struct Delay: Sendable {
        /// Since the call.
        public var sinceAsked: UInt32
        /// Since it was due, which is when the call should have been made.
        public var sinceDue: UInt32

        init(sinceAsked: Duration, sinceDue: Duration) {
            self.sinceAsked = UInt32(clamping: Int(sinceAsked / .nanoseconds(1)))
            self.sinceDue = UInt32(clamping: Int(sinceDue / .nanoseconds(1)))
        }
    }

    private struct State {
        var expected: [[UInt8]: (asked: Duration, due: Duration)] = [:]
        var delays: [Delay] = []
    }

    private let state = Mutex(State())

    init() {}

    func expect(_ command: [UInt8], asked: Duration, due: Duration) {
        state.withLock { $0.expected[command] = (asked, due) }
    }

    func withdraw(_ command: [UInt8]) {
        state.withLock { _ = $0.expected.removeValue(forKey: command) }
    }

    /// The first time counts; the same again is a repetition.
    func written(_ command: [UInt8], at now: Duration) {
        state.withLock { state in
            guard let moment = state.expected.removeValue(forKey: command) else { return }
            state.delays.append(Delay(sinceAsked: now - moment.asked, sinceDue: now - moment.due))
        }
    }

    /// The delays since this was last asked for.
    public func take() -> [Delay] {
        state.withLock { state in
            defer { state.delays = [] }
            return state.delays
        }
    }
}
