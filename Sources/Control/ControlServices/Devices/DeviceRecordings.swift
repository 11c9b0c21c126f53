// SPDX-License-Identifier: Apache-2.0

import Captures
import Clocks
public import ControlAPI
import DeviceModules
import FoundationEssentials
import ServiceLifecycle
import SleepModel

extension NightControl {
    /// How many bytes a recording holds at most: an hour of a busy device.
    private static let recordingLimit = 4 * 1024 * 1024

    /// Records what passes between Lull and a device, and answers when the time is over.
    ///
    /// The device is connected to, if it can be, as it reports its state only then. Throws `busy` while it is recorded
    /// already, and `device_unreachable` when nothing was heard of it.
    public func record(_ request: RecordingRequest) async throws(ControlError) -> RecordingDocument {
        try await answering {
            guard (1...600).contains(request.seconds) else {
                throw RequestReader.invalid("--seconds \(request.seconds) is out of range.", "Give 1 to 600.")
            }
            let target = try await target(request.device)
            let (recorder, time) = (night.recorder, Duration.seconds(request.seconds))
            do {
                try recorder.startRecording(of: target.device.address, limit: Self.recordingLimit)
            } catch {
                throw ControlError(
                    .busy, "“\(target.device.name)” is being recorded already.", advice: "Wait until that has ended.")
            }
            let start = now.wall
            let ending: Result<Bool, any Error>
            do { ending = .success(try await stay(with: target, for: time)) } catch { ending = .failure(error) }
            let recording = recorder.stopRecording(of: target.device.address)
            let isReached = try ending.get()
            let isHeard = target.rooms.emitter.latest.map { $0.at >= start } ?? false
            guard let recording, isReached || isHeard else {
                throw ControlError(
                    .deviceUnreachable, "Nothing was heard of “\(target.device.name)” in \(request.seconds) s.",
                    advice: "See that the device has power and is near, then try again.")
            }
            return RecordingDocument(
                btsnoop: Data(recording.bytes).base64EncodedString(), packets: recording.packets,
                truncated: recording.isTruncated)
        }
    }

    /// Stays connected for a time, and says whether the device answered; ends early when the process is to stop.
    private func stay(with target: Target, for time: Duration) async throws -> Bool {
        let (sender, clock) = (target.rooms.sender, night.configuration.radioClock)
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
