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

    /// Records what passes between Lull and a device, and answers when the time is over.
    ///
    /// The device is connected to, if it can be, as it reports its state only then. Throws `busy` while it is recorded
    /// already, and `device_unreachable` when nothing was heard of it.
    func record(_ request: RecordingRequest) async throws -> RecordingDocument {
        guard (1...600).contains(request.seconds) else {
            throw RequestReader.invalid("--seconds \(request.seconds) is out of range.", "Give 1 to 600.")
        }
        let target = try await finder.target(request.device)
        let running: RunningRecording
        do {
            running = try record(target.device.address)
        } catch let error as CaptureError where error.code == .busy {
            throw ControlError(
                .busy, "“\(target.device.name)” is being recorded already.", advice: "Wait until that has ended.")
        }
        let start = nightClock.now().wall
        let ending: Result<Bool, any Error>
        do { ending = .success(try await stay(with: target, for: .seconds(request.seconds))) } catch {
            ending = .failure(error)
        }
        let recording = running.finish()
        let isReached = try ending.get()
        let isHeard = target.controller.isHeard(since: start)
        guard let recording, isReached || isHeard else {
            throw ControlError(
                .deviceUnreachable, "Nothing was heard of “\(target.device.name)” in \(request.seconds) s.",
                advice: "See that the device has power and is near, then try again.")
        }
        return RecordingDocument(
            btsnoop: Data(recording.bytes).base64EncodedString(), packets: recording.packets,
            truncated: recording.isTruncated)
    }

    /// Stays connected for a time, and says whether the device answered; ends early when the process is to stop.
    private func stay(with target: DeviceFinder.Target, for time: Duration) async throws -> Bool {
        let (sender, clock) = (target.controller.sender, radioClock)
        let ending: Result<Bool, any Error> = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                try? await sender.prepare(holding: time)
                return (try? await sender.readState()) != nil
            }
            do {
                try await cancelWhenGracefulShutdown { try await clock.sleep(for: time) }
                group.cancelAll()
                return .success(await group.next() ?? false)
            } catch {
                group.cancelAll()
                return .failure(error)
            }
        }
        await sender.endPreparation()
        return try ending.get()
    }
}
