// SPDX-License-Identifier: Apache-2.0

public import SleepModel
import Synchronization

/// The recording of one device, from its beginning until it is finished or released.
public final class RunningRecording: Sendable {
    private let address: MacAddress
    private let desk: RecordingDesk
    private let isOver = Mutex(false)

    /// Begins to record a device, into at most `limit` bytes; throws `busy` if it is recorded already.
    public init(of address: MacAddress, at desk: RecordingDesk, limit: Int) throws(CaptureError) {
        try desk.startRecording(of: address, limit: limit)
        self.address = address
        self.desk = desk
    }

    deinit {
        _ = finish()
    }

    /// Ends the recording and returns it; nil when it has been finished before.
    public func finish() -> Recording? {
        let wasOver = isOver.withLock { isOver in
            defer { isOver = true }
            return isOver
        }
        return wasOver ? nil : desk.stopRecording(of: address)
    }
}
