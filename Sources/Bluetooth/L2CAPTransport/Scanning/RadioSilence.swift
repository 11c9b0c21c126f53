// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel
import Synchronization

/// What is known of an adapter that hears nobody; one for all listeners and connections of a process.
final class RadioSilence: Sendable {
    private struct State {
        var machine = SilenceMachine()
        var standIn: MacAddress?
        var reset: AdapterReset?
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

    /// Notes that the adapter is switched off and on.
    func isReset(by reset: AdapterReset) { state.withLock { $0.reset = reset } }

    /// Waits until an adapter that is switched off and on is on, for as long as the kernel may take to answer.
    func leaveOn(_ clock: any NightClock) async {
        guard let reset = state.withLock({ $0.reset }) else { return }
        reset.switchOn()
        try? await withDeadline(ManagementClient.answerLimit, on: clock) { await reset.end() }
    }

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
