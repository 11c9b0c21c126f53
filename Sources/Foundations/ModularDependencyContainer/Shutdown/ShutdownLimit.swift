// SPDX-License-Identifier: Apache-2.0

/// The time that a shutdown may take, measured from its start on the caller's clock.
struct ShutdownLimit: Sendable {
    /// Longer than any process runs, and far from where adding to an instant overflows.
    private static let longest = Duration.seconds(1_000_000_000)

    private let deadline: Duration?
    private let read: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Starts now; `nil` never ends.
    init<Reference: Clock>(_ deadline: Duration?, on clock: Reference) where Reference.Duration == Duration {
        let start = clock.now
        self.deadline = deadline.map { min(max($0, .zero), Self.longest) }
        read = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    /// The time since the start.
    var elapsed: Duration { read() }

    /// When a step that begins now must end, and whether the deadline passed before it began.
    private var step: (end: Duration, isLate: Bool)? {
        guard let deadline else { return nil }
        let now = elapsed
        return now < deadline ? (deadline, false) : (now + deadline / 10, true)
    }

    /// What `operation` returns; `nil` if time is up first: it is then cancelled and abandoned.
    ///
    /// If the deadline has passed, the operation starts cancelled. Cancelling the caller cancels the operation, but the
    /// wait goes on.
    func run<Value: Sendable>(_ operation: @escaping @Sendable () async -> Value) async -> Value? {
        guard let step else { return await operation() }
        let answer = FirstAnswer<Value?>()
        let work = OwnedTask.start(isCancelled: step.isLate || Task.isCancelled) {
            answer.give(await operation())
        }
        let value: Value? = await withTaskCancellationHandler {
            await self.value(of: answer, until: step.end)
        } onCancel: {
            work.cancel()
        }
        if value == nil { work.cancel() }
        return value
    }

    /// The value, if it comes before time is up; otherwise `nil`.
    func value<Value: Sendable>(of answer: FirstAnswer<Value?>) async -> Value? {
        guard let step else { return await answer.value }
        return await self.value(of: answer, until: step.end)
    }

    private func value<Value: Sendable>(of answer: FirstAnswer<Value?>, until end: Duration) async -> Value? {
        // A clock that fails has nothing more to wait for.
        let timer = OwnedTask.start {
            try? await sleep(end)
            answer.give(nil)
        }
        defer { timer.cancel() }
        return await answer.value
    }
}
