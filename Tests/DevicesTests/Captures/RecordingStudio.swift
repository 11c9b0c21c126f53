// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import Clocks
import GATT
import SleepModel
import Testing

/// A recording transport over one that answers at once.
struct RecordingStudio {
    let clock = ManualClock(wall: MadeCapture.start, boot: .seconds(1000))
    let base = AnsweringTransport()
    let transport: RecordingTransport

    init(recording: Bool = false) throws {
        transport = RecordingTransport(base, at: RecordingDesk(clock: clock))
        if recording { try start() }
    }

    func start(_ address: MacAddress = MadeCapture.device, limit: Int = 1 << 20) throws {
        try transport.desk.startRecording(of: address, limit: limit)
    }

    /// Ends a recording, which has to be whole, and reads it.
    func stop(_ address: MacAddress = MadeCapture.device) throws -> CaptureTimeline {
        let recording = try #require(transport.desk.stopRecording(of: address))
        let timeline = try MadeCapture.timeline(recording.bytes)
        #expect(timeline.packets == recording.packets && timeline.ignored == 0)
        #expect(!timeline.isTruncated && !recording.isTruncated)
        return timeline
    }
}
