// SPDX-License-Identifier: Apache-2.0

import GATT
import SleepModel
import Synchronization

/// What is known of an adapter that hears nobody; one for all listeners and connections of a process.
final class RadioSilence: Sendable {
    private struct State {
        var machine = SilenceMachine()
        var standIn: MacAddress?
    }

    /// Whether an adapter that hears nobody may be switched off and on.
    private let mayReset: Bool
    private let state = Mutex(State())

    init(mayReset: Bool) {
        self.mayReset = mayReset
    }

    /// Whether the silence is reported.
    var isReported: Bool { state.withLock { $0.machine.isReported } }

    /// Whether the adapter was switched off and on since something was heard last.
    var wasReset: Bool { state.withLock { $0.machine.wasReset } }

    /// The address of the adapter that replaces one that hears nobody; nil for the usual one.
    var standIn: MacAddress? { state.withLock { $0.standIn } }

    /// Notes that the adapter has heard a device, or holds a link of this process.
    func heard() { state.withLock { $0.machine.heard() } }

    /// Notes a window in which the adapter heard nothing, and returns what to do; `other` may be used in its place.
    func windowEnded(other: MacAddress?, hasForeignLink: Bool, at now: Duration) -> SilenceMachine.Step {
        state.withLock { state in
            let means = SilenceMachine.Means(
                hasOtherAdapter: other != nil, mayReset: mayReset, hasForeignLink: hasForeignLink)
            let step = state.machine.silent(means, at: now)
            if step == .replaceAdapter { state.standIn = other }
            return step
        }
    }
}
