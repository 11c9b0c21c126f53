// SPDX-License-Identifier: Apache-2.0

import Captures
import Clocks
import ControlAPI
import DeviceModules
import FoundationEssentials
import Household
import ServiceLifecycle
import SleepModel

/// Records what passes between Lull and devices.
@MainActor
struct DeviceRecordings {
    let finder: DeviceFinder
    /// Begins to record a device; throws `busy` while it is recorded already.
    let record: @Sendable (MacAddress) throws -> RunningRecording
    /// The time that schedules run by.
    let nightClock: any NightClock
    /// Real time.
    let radioClock: any NightClock
    /// How those that run are ended early.
    let ends = RecordingEnds()

    /// Records what passes between Lull and a device, and answers when the time is over or somebody ends it: `finish`,
    /// whoever cancels it, or a process that is to stop.
    ///
    /// The device is connected to, if it can be, as it reports its state only then. Throws `busy` while it is recorded
    /// already, and `device_unreachable` when nothing was heard of it.
    func record(_ request: RecordingRequest) async throws -> RecordingDocument {
        let range = RequestRange.recording
        guard range.contains(request.seconds) else {
            throw RequestReader.invalid(
                "--seconds \(request.seconds) is out of range.",
                "Give \(range.lowerBound) to \(range.upperBound).")
        }
        let target = try await finder.target(request.device)
        let running: RunningRecording
        do {
            running = try record(target.device.address)
        } catch let error as CaptureError where error.code == .busy {
            throw ControlError(
                .busy, "“\(target.device.name)” is being recorded already.", advice: "Wait until that has ended.")
        }
        let (start, began) = (nightClock.now().wall, radioClock.now().boot)
        let (isReached, isEndedEarly) = await stay(with: target, for: .seconds(request.seconds))
        let recording = running.finish()
        let isHeard = target.controller.isHeard(since: start)
        // Who ends a recording early wants what there is, also if the device has not said anything yet.
        guard let recording, isReached || isHeard || isEndedEarly && recording.packets > 0 else {
            throw ControlError(
                .deviceUnreachable,
                "Nothing was heard of “\(target.device.name)” in \((radioClock.now().boot - began).components.seconds) s.",
                advice: "See that the device has power and is near, then try again.")
        }
        return RecordingDocument(
            btsnoop: Data(recording.bytes).base64EncodedString(), packets: recording.packets,
            truncated: recording.isTruncated)
    }

    /// Ends the recording of a device early: whoever asked for it gets what there is.
    func finish(_ request: DeviceSelection) async throws -> PairedDevice {
        let device = try await finder.device(request.device)
        guard ends.end(device.address) else {
            throw ControlError(
                .nothingActive, "“\(device.name)” is not being recorded.",
                advice: "Record it with `lull record \(device.name.shellWord) FILE`.")
        }
        return device
    }

    /// Stays connected for a time, and says whether the device answered and whether somebody ended that early.
    private func stay(
        with target: DeviceFinder.Target, for time: Duration
    ) async -> (isReached: Bool, isEndedEarly: Bool) {
        let (sender, clock) = (target.controller.sender, radioClock)
        let began = clock.now().boot
        let end = ends.begin(target.device.address)
        let isReached = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                try? await sender.prepare(holding: time)
                return (try? await sender.readState()) != nil
            }
            await withTaskGroup(of: Void.self) { waiting in
                waiting.addTask { try? await cancelWhenGracefulShutdown { try await clock.sleep(for: time) } }
                waiting.addTask { await end.wait() }
                await waiting.next()
                waiting.cancelAll()
            }
            group.cancelAll()
            return await group.next() ?? false
        }
        ends.forget(target.device.address)
        await sender.endPreparation()
        return (isReached, clock.now().boot - began < time)
    }
}

/// The recordings that run and can be ended early, by device.
@MainActor
final class RecordingEnds {
    private var signals: [MacAddress: WakeSignal] = [:]

    nonisolated init() {}

    /// Notes that a device is recorded, and returns what is raised when that is to end.
    func begin(_ device: MacAddress) -> WakeSignal {
        let signal = WakeSignal()
        signals[device] = signal
        return signal
    }

    /// Notes that a device is no longer recorded.
    func forget(_ device: MacAddress) { signals[device] = nil }

    /// Ends the recording of a device; false if there is none.
    func end(_ device: MacAddress) -> Bool {
        signals[device]?.raise()
        return signals[device] != nil
    }
}
