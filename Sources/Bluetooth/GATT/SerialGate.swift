// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Lets one caller in at a time, in the order they came: an actor alone interleaves at every suspension.
public final class SerialGate: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [(identifier: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var nextIdentifier = 0
    }

    private let state = Mutex(State())

    /// Makes a gate that nobody has entered.
    public init() {}

    /// Runs `body` alone; throws `CancellationError` when cancelled while waiting.
    public func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async throws {
        let ticket = state.withLock { state -> Int? in
            guard state.isTaken else {
                state.isTaken = true
                return nil
            }
            state.nextIdentifier += 1
            return state.nextIdentifier
        }
        guard let ticket else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait(ticket, continuation)
            }
        } onCancel: {
            withdraw(ticket)
        }
    }

    private func wait(_ ticket: Int, _ continuation: CheckedContinuation<Void, any Error>) {
        enum Outcome { case entered, cancelled, waiting }
        let outcome = state.withLock { state -> Outcome in
            // The cancellation handler may have run already and found nobody waiting.
            if Task.isCancelled { return .cancelled }
            guard state.isTaken else {
                state.isTaken = true
                return .entered
            }
            state.waiting.append((ticket, continuation))
            return .waiting
        }
        switch outcome {
        case .entered: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        case .waiting: break
        }
    }

    private func withdraw(_ ticket: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            state.waiting.firstIndex { $0.identifier == ticket }.map { state.waiting.remove(at: $0).continuation }
        }
        continuation?.resume(throwing: CancellationError())
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
