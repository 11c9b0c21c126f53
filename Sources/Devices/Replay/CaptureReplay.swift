// SPDX-License-Identifier: Apache-2.0

public import Captures
public import Clocks
public import DeviceModules
public import SleepModel

/// Plays a device of a capture against the device modules: they send its commands again and hear what it said.
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

    /// Plays it to its end and says which states it led to; `show` is told of each as it comes.
    ///
    /// A captured command is read as an action where it is one, and made into a command again, so that what is written
    /// shows what Lull makes of it. Throws when something else is written than was captured, when a command has no
    /// answer in the capture, when the modules fail, and `cancelled`.
    public func run(
        _ show: @escaping @Sendable (ReplayReport.Entry) -> Void = { _ in }
    ) async throws(CaptureError) -> ReplayReport {
        let play = ReplayPlay(script, clock: clock, speed: speed, show)
        return try await play.run()
    }
}
