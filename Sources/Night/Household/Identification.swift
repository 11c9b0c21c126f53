// SPDX-License-Identifier: Apache-2.0

import DeviceModules
import GATT
import SleepModel

/// Lets one device blink, in a task of its own: a caller who goes away leaves no device half-way.
@MainActor
final class Identification {
    /// What is noted of a blink that a later process is to restore if this one does not.
    enum Note: Hashable, Sendable {
        /// It begins on a device that is so.
        case begins(DeviceState)
        /// The device is restored, or cannot be.
        case ends
    }

    private struct Request: Sendable {
        var blink: Blink
        var isNoted: Bool
        /// Whether it is still welcome once the device is reached.
        var isWelcome: @MainActor @Sendable () -> Bool = { true }
    }

    private let sender: IoTActionSender
    private let note: @MainActor @Sendable (Note) async -> Void
    private let requests: AsyncStream<Request>
    private let request: AsyncStream<Request>.Continuation
    private var waiter: CheckedContinuation<DeliveryOutcome, any Error>?
    private var left: (actions: [DeviceAction], blink: Blink)?

    /// Whether the device blinks, or does not show again yet what it showed before.
    private(set) var isActive = false

    init(sender: IoTActionSender, noting note: @escaping @MainActor @Sendable (Note) async -> Void) {
        self.sender = sender
        self.note = note
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Has the device restored by `actions` if it still shows a blink of a process before; before `run`.
    func inherit(_ actions: [DeviceAction], after blink: Blink) {
        left = (actions, blink)
        isActive = true
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
            if case .terminated = request.yield(Request(blink: blink, isNoted: false)) {
                answer(.failure(CancellationError()))
            }
        }
    }

    /// Lets the device blink if it does not blink already, and notes that; nobody waits for it.
    ///
    /// `isWelcome` is asked once more when the device is reached, as that may take its time.
    func begin(_ blink: Blink, if isWelcome: @escaping @MainActor @Sendable () -> Bool) {
        guard !isActive else { return }
        isActive = true
        if case .terminated = request.yield(Request(blink: blink, isNoted: true, isWelcome: isWelcome)) {
            isActive = false
        }
    }

    /// Serves `show` and `begin` until it is cancelled.
    func run() async {
        if let left {
            self.left = nil
            await sender.restore(left.actions, after: left.blink)
            isActive = false
            if !Task.isCancelled { await note(.ends) }
        }
        for await request in requests {
            do {
                answer(.success(try await show(request)))
            } catch {
                answer(.failure(error))
                await sender.restore()
            }
            isActive = false
            // What is not restored by now is left to the next process.
            if request.isNoted, !Task.isCancelled { await note(.ends) }
        }
    }

    /// Ends every call of `show`, the one that waits and those to come.
    func finish() {
        request.finish()
        answer(.failure(CancellationError()))
    }

    private func show(_ request: Request) async throws -> DeliveryOutcome {
        try await sender.show(request.blink) { [note] state in
            guard await request.isWelcome() else {
                throw GATTError(.cancelled, "The light comes too late.")
            }
            if request.isNoted { await note(.begins(state)) }
        }
    }

    private func answer(_ result: Result<DeliveryOutcome, any Error>) {
        waiter?.resume(with: result)
        waiter = nil
    }
}
