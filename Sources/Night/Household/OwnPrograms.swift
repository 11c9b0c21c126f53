// SPDX-License-Identifier: Apache-2.0

import Clocks
import DeviceModules
import SleepModel

/// Knows the programs of one device, so that what they do at their time is told from a touch at once.
@MainActor
final class OwnPrograms {
    private let sender: IoTActionSender
    /// Raised when they have been read.
    private let signal: WakeSignal
    private let requests: AsyncStream<Void>
    private let request: AsyncStream<Void>.Continuation
    /// Whether they are to be read with the next report over a connection.
    private var isDue = true

    init(sender: IoTActionSender, signal: WakeSignal) {
        self.sender = sender
        self.signal = signal
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Reads the programs when that is due, and not while `isBusy`, until cancelled.
    func run(unless isBusy: @escaping @MainActor @Sendable () -> Bool) async {
        for await _ in requests {
            switch await sender.readProgramsInPassing(unless: isBusy) {
            case .done: signal.raise()
            case .later: isDue = true
            case .failed: break
            }
        }
    }

    /// Has the programs read again, as somebody may have changed them since.
    func readAgain() { isDue = true }

    /// Takes a report; after a change by somebody else the programs are read again, but not while an alarm rings or the
    /// device blinks.
    func observe(_ observed: ObservedState, since known: ObservedState, isBusy: Bool) {
        if observed.foreignChanges > known.foreignChanges { isDue = true }
        guard isDue, !isBusy, observed.source != .advertisement else { return }
        isDue = false
        request.yield()
    }

    /// What one of the programs did, if that is what changed these channels; asks the device only if they are not known,
    /// and takes `assumed` if it does not answer.
    func event(
        behind channels: Set<DeviceChannel>, _ observed: ObservedState, since known: ObservedState,
        assuming assumed: [DeviceProgram]
    ) async -> ProgramEvent? {
        await sender.programEvent(
            behind: channels, in: observed, within: observed.boot - known.boot, assuming: assumed)
    }
}
