// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

/// A pause of one device, or of everything.
struct PauseRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case device = "device"
        case sinceSeconds = "since_seconds"
        case sinceNanosecond = "since_nanosecond"
        case starts = "starts"
        case until = "until"
        case zone = "zone"
    }

    static let table = "pauses"
    static let key = [CodingKeys.device]

    /// NULL for the pause of everything.
    var device: String?
    var sinceSeconds: Int64
    var sinceNanosecond: Int32
    var starts: String?
    var until: String?
    var zone: String?

    init(_ pause: Pause, of device: MacAddress?) {
        self.device = device?.rawValue
        sinceSeconds = pause.since.secondsSince1970
        sinceNanosecond = pause.since.nanosecond
        starts = pause.from?.description
        until = pause.until?.description
        zone = pause.zone
    }

    func value() throws -> (device: MacAddress?, pause: Pause) {
        (
            try device.map(MacAddress.init(stored:)),
            Pause(
                since: try Instant(storedSeconds: sinceSeconds, nanosecond: sinceNanosecond),
                from: try starts.map(Self.moment), until: try until.map(Self.moment), zone: zone)
        )
    }

    private static func moment(_ text: String) throws(PayloadError) -> CivilDateTime {
        guard let moment = CivilDateTime(iso8601: text) else { throw .invalid("\"\(text)\" is not a date and time") }
        return moment
    }

    static func describe(_ row: Row, into report: inout QuarantinedRow) {
        report.device = row.device("device")
    }
}
