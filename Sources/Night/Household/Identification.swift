// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import SleepModel

/// Lets one device blink, in a task of its own: a caller who goes away leaves no device half-way.
@MainActor
final class Identification {
    private let sender: IoTActionSender
    private let requests: AsyncStream<Level>
    private let request: AsyncStream<Level>.Continuation
    private var waiter: CheckedContinuation<DeliveryOutcome, any Error>?

    /// Whether the device blinks, or does not show again yet what it showed before.
    private(set) var isActive = false

    init(sender: IoTActionSender) {
        self.sender = sender
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Lets the device blink, no brighter than `most`, and returns what it reports once it shows again what it showed before.
    ///
    /// A cancelled caller waits for that, too. Throws `identificationUnderWay` while it blinks already,
    /// a `GATTError` when the device does not follow, and `CancellationError` when `run` has ended.
    func identify(upTo most: Level) async throws -> DeliveryOutcome {
        guard !isActive else { throw HouseholdError.identificationUnderWay }
        isActive = true
        return try await withCheckedThrowingContinuation { continuation in
            waiter = continuation
            if case .terminated = request.yield(most) { answer(.failure(CancellationError())) }
        }
    }

    /// Serves `identify` until it is cancelled.
    func run() async {
        for await most in requests {
            do {
                answer(.success(try await sender.identify(upTo: most)))
            } catch {
                answer(.failure(error))
                await sender.restore()
            }
            isActive = false
        }
    }

    /// Ends every call of `identify`, the one that waits and those to come.
    func finish() {
        request.finish()
        answer(.failure(CancellationError()))
    }

    private func answer(_ result: Result<DeliveryOutcome, any Error>) {
        waiter?.resume(with: result)
        waiter = nil
    }
}
