// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// The packets of a capture, up to a limit.
struct CaptureTape: Sendable {
    /// The capture so far, with the header that every file has.
    private(set) var recording = Recording(bytes: BtsnoopWriter.header(.h4), packets: 0, isTruncated: false)
    private let limit: Int
    private var latest: Instant?
    private var lastHandle: UInt16 = 0x003F

    init(limit: Int) {
        self.limit = max(limit, 0)
    }

    /// A handle for a new connection.
    mutating func nextHandle() -> UInt16 {
        lastHandle = lastHandle == 0x0EFF ? 0x0040 : lastHandle + 1
        return lastHandle
    }

    /// Takes a packet.
    ///
    /// After the first packet that does not fit it takes none, so that the capture has no gaps.
    mutating func add(_ packet: HCIPacket, at time: Instant) {
        guard !recording.isTruncated else { return }
        let (flags, data) = packet.h4
        // Two threads may come here in another order than they read the clock; a clock that was set back still shows.
        let isOutOfOrder = latest.map { $0 > time && $0 - time < .seconds(1) } ?? false
        if !isOutOfOrder { latest = time }
        let record = BtsnoopWriter.record(at: latest ?? time, flags: flags, data: data)
        guard record.count <= limit - recording.bytes.count else {
            cut()
            return
        }
        recording.bytes += record
        recording.packets += 1
    }

    /// Leaves out everything from here on.
    mutating func cut() { recording.isTruncated = true }
}
