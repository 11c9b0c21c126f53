// SPDX-License-Identifier: Apache-2.0

import CivilTime

/// Reads the clock and the zones of a host.
struct TimeProbe {
    let files: HostFiles
    let now: Instant
    let zones: ZoneDatabase
    let zone: String?

    var facts: TimeFacts {
        var problem: String?
        if let zone {
            do throws(ZoneError) { _ = try zones.rules(for: zone) } catch { problem = error.message }
        }
        return TimeFacts(
            now: now, isSynchronized: isSynchronized, zoneFolder: zones.directory, zone: zone, zoneProblem: problem,
            zoneVersion: zones.version)
    }

    /// systemd-timesyncd leaves a file when it has set the clock; other programs leave none that says as much.
    private var isSynchronized: Bool? {
        if files.isThere("/run/systemd/timesync/synchronized") { return true }
        return files.isThere("/run/systemd/timesync") ? false : nil
    }
}
