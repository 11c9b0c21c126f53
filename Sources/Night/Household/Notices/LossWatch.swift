// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

/// Decides when a notice says that one device is out of reach and does not show what runs.
///
/// A device with nothing to do has no link, so that only its silence shows that it has no power. There is one notice for
/// each time that the device is out of reach, and none before Lull has tried to reach it.
struct LossWatch: Hashable, Sendable {
    /// What the device is to show now.
    struct Run: Hashable, Sendable {
        /// What it is, in words.
        var name: String
        /// The occurrence; nil for a nap.
        var key: OccurrenceKey?
    }

    /// What is known of the device now.
    struct Device: Hashable, Sendable {
        var address: MacAddress
        /// When it was heard last; nil if it was not since this process runs.
        var lastHeard: Instant?
        /// Since when it is out of reach; nil when it is not known to be.
        var lostSince: Instant?
        /// When the last attempt to reach it failed, on the boot clock; nil while it is in reach.
        var failedAt: Duration?
    }

    /// How long a device is out of reach before a notice says so.
    static let patience = Duration.seconds(10 * 60)
    /// How much longer one is not heard before Lull tries to reach it: some are heard every ten minutes.
    static let margin = Duration.seconds(10)

    /// An attempt to reach the device.
    private struct Attempt: Hashable, Sendable {
        /// Since when the device was out of reach or not heard.
        var since: Instant
        var boot: Duration

        /// When it takes too long.
        var end: Duration { boot + RingWatch.attempt }
    }

    private let startedAt: Instant
    private var attempt: Attempt?
    /// Since when the device was out of reach, in the last notice.
    private var noticed: Instant?

    init(at sample: ClockSample) {
        startedAt = sample.wall
    }

    /// Whether to try to reach the device before a notice; once for each time that it is out of reach.
    mutating func mustTry(_ run: Run?, of device: Device, at sample: ClockSample) -> Bool {
        guard run != nil, isDue(device, at: sample) else { return false }
        let since = silence(of: device)
        guard attempt?.since != since, noticed != since else { return false }
        attempt = Attempt(since: since, boot: sample.boot)
        return true
    }

    /// Whether Lull tries, or has tried, to reach the device in the time in which it is out of reach now.
    func hasTried(_ device: Device) -> Bool { attempt?.since == silence(of: device) }

    /// The notice that is due now; `known` says when the last one about the device was made, by any process.
    mutating func look(
        at run: Run?, of device: Device, at sample: ClockSample, known: (Run) -> Instant?
    ) -> NoticeDraft? {
        let since = silence(of: device)
        guard let run, device.lostSince != nil, isDue(device, at: sample), noticed != since, let attempt,
            attempt.since == since,
            device.failedAt.map({ $0 >= attempt.boot }) ?? false || sample.boot >= attempt.end
        else { return nil }
        noticed = since
        guard known(run).map({ $0 < since }) ?? true else { return nil }
        return NoticeDraft(
            .lostInRun(name: run.name, since: since), at: sample.wall, device: device.address, occurrence: run.key)
    }

    /// When to look again.
    func nextLook(at run: Run?, of device: Device, at sample: ClockSample) -> WakeRequest {
        guard run != nil else { return WakeRequest() }
        let due = due(device)
        let end = attempt.flatMap { $0.end > sample.boot ? $0.end : nil }
        return WakeRequest(wall: due > sample.wall ? due : nil, boot: end)
    }

    private func isDue(_ device: Device, at sample: ClockSample) -> Bool { due(device) <= sample.wall }

    private func due(_ device: Device) -> Instant {
        silence(of: device) + Self.patience + (device.lostSince == nil ? Self.margin : .zero)
    }

    /// Since when the device is out of reach, or was not heard.
    private func silence(of device: Device) -> Instant {
        let heard = device.lastHeard ?? startedAt
        return device.lostSince.map { min($0, heard) } ?? heard
    }
}
