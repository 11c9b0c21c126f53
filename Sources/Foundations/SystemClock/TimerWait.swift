// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// One wait for the first of several timers, ended once: by one of them, by a call, or by cancellation.
final class TimerWait: Sendable {
    private enum Ending {
        case woken
        case cancelled
    }

    private struct State {
        var continuation: CheckedContinuation<Void, any Error>?
        var ending: Ending?
        var sources: [any DispatchSourceRead] = []
        var held: [Int32]
    }

    private let state: Mutex<State>

    /// Takes descriptors of armed timers over: it waits for `timers`, and keeps `held` armed meanwhile.
    init(for timers: [Int32], holding held: [Int32] = []) {
        state = Mutex(State(held: held))
        state.withLock { state in
            // Made, and later cancelled, under the lock: a source is not Sendable.
            for timer in timers {
                let source = DispatchSource.makeReadSource(
                    fileDescriptor: timer, queue: .global(qos: .userInitiated))
                source.setEventHandler { [weak self] in self?.fired(timer) }
                source.setCancelHandler { close(timer) }
                source.resume()
                state.sources.append(source)
            }
        }
    }

    /// Suspends until the wait has ended, and throws `CancellationError` when the task is cancelled; called once.
    func value() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ending = state.withLock { state -> Ending? in
                    if state.ending == nil { state.continuation = continuation }
                    return state.ending
                }
                if let ending { Self.resume(continuation, ending) }
            }
        } onCancel: {
            end(.cancelled)
        }
    }

    /// Ends the wait and releases the timers.
    func wake() {
        end(.woken)
    }

    private func fired(_ descriptor: Int32) {
        var expirations: UInt64 = 0
        let count = read(descriptor, &expirations, MemoryLayout<UInt64>.size)
        if count > 0 || (count < 0 && errno == ECANCELED) { end(.woken) }
    }

    private func end(_ ending: Ending) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            for source in state.sources { source.cancel() }
            for descriptor in state.held { close(descriptor) }
            state.sources = []
            state.held = []
            defer { state.continuation = nil }
            return state.continuation
        }
        if let continuation { Self.resume(continuation, ending) }
    }

    private static func resume(_ continuation: CheckedContinuation<Void, any Error>, _ ending: Ending) {
        switch ending {
        case .woken: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
    }
}
