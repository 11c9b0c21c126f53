// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import SleepModel

/// Lets one device blink, in a task of its own: a caller who goes away leaves no device half-way.
@MainActor
final class Identification {
    private let sender: IoTActionSender
    private let requests: AsyncStream<Blink>
    private let request: AsyncStream<Blink>.Continuation
    private var waiter: CheckedContinuation<DeliveryOutcome, any Error>?

    /// Whether the device blinks, or does not show again yet what it showed before.
    private(set) var isActive = false

    init(sender: IoTActionSender) {
        self.sender = sender
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Lets the device blink, and returns what it reports once it shows again what it showed before.
    ///
    /// A cancelled caller waits for that, too. Throws `identificationUnderWay` while it blinks already,
    /// a `GATTError` when the device does not follow, and `CancellationError` when `run` has ended.
    func show(_ blink: Blink) async throws -> DeliveryOutcome {
        guard !isActive else { throw HouseholdError.identificationUnderWay }
        isActive = true
        return try await withCheckedThrowingContinuation { continuation in
            waiter = continuation
            if case .terminated = request.yield(blink) { answer(.failure(CancellationError())) }
        }
    }

    /// Lets the device blink if it does not blink already; nobody waits for it.
    func begin(_ blink: Blink) {
        guard !isActive else { return }
        isActive = true
        if case .terminated = request.yield(blink) { isActive = false }
    }

    /// Serves `show` and `begin` until it is cancelled.
    func run() async {
        for await blink in requests {
            do {
                answer(.success(try await sender.show(blink)))
            } catch {
                answer(.failure(error))
                await sender.restore()
            }
            isActive = false
        }
    }

    /// Ends every call of `show`, the one that waits and those to come.
    func finish() {
        request.finish()
        answer(.failure(CancellationError()))
    }

    private func answer(_ result: Result<DeliveryOutcome, any Error>) {
        waiter?.resume(with: result)
        waiter = nil
    }
}
