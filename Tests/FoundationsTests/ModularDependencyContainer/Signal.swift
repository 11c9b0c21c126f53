// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Something that happens once and is waited for; the wait ignores cancellation, as stubborn code does.
final class Signal: Sendable {
    private struct State {
        var isGiven = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func give() {
        let waiting = state.withLock { state in
            state.isGiven = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isGiven = state.withLock { state in
                if !state.isGiven { state.waiting.append(continuation) }
                return state.isGiven
            }
            if isGiven { continuation.resume() }
        }
    }

    /// Suspends until the task is cancelled.
    static func cancellation() async {
        let signal = Signal()
        await withTaskCancellationHandler {
            await signal.wait()
        } onCancel: {
            signal.give()
        }
    }
}
