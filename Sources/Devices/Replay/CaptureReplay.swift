// SPDX-License-Identifier: Apache-2.0

public import Captures
public import Clocks
public import DeviceModules
public import SleepModel

/// Plays a device of a capture against the device modules: they send its commands again, and it repeats its answers.
public struct CaptureReplay: Sendable {
    private let script: ReplayScript
    private let clock: any NightClock
    private let speed: Int

    /// Prepares to play the device at `address`, or the only one of the capture that one of `codecs` knows.
    ///
    /// `speed` times as fast as it was recorded, from 1. Throws when there is no such device, or several.
    public init(
        _ timeline: CaptureTimeline, address: MacAddress? = nil, codecs: [any ProductCodec], clock: any NightClock,
        speed: Int = 1
    ) throws(CaptureError) {
        let device = try CapturedDevice.choose(address, in: timeline, codecs: codecs)
        script = try ReplayScript(timeline, address: device.address, codec: device.codec, isDriven: true)
        self.clock = clock
        self.speed = speed
    }

    /// Plays the capture to its end and returns the states it leads to; calls `show` with each state as it comes.
    ///
    /// A captured command that is an action is read and encoded again, so the replay checks Lull's encoding. Throws if
    /// a written command differs from the captured one, if a command has no answer in the capture, if the modules fail,
    /// and `cancelled`.
    public func run(
        _ show: @escaping @Sendable (ReplayReport.Entry) -> Void = { _ in }
    ) async throws(CaptureError) -> ReplayReport {
        let play = ReplayPlay(script, clock: clock, speed: speed, show)
        return try await play.run()
    }
}
