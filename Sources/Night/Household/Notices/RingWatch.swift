// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Scheduling
import SleepModel

/// Decides when somebody has to be told that an alarm does not ring on one device, or soon may not.
struct RingWatch: Hashable, Sendable {
    /// An alarm that rings, or is to.
    struct Ring: Hashable, Sendable {
        var key: OccurrenceKey
        var round: Int
        var name: String
        /// When it was due.
        var due: Instant
        /// Since when it rings.
        var since: RunAnchor
    }

    /// An alarm that is due next.
    struct Next: Hashable, Sendable {
        var key: OccurrenceKey
        var name: String
        var due: Instant
    }

    /// What is known of the device now.
    struct Device: Hashable, Sendable {
        var address: MacAddress
        /// When it took something last, on the boot clock; nil if it has taken nothing since this process runs.
        var tookAt: Duration?
        /// Whether it has not taken what is wanted of it now.
        var isBehind: Bool
        /// Since when it is out of reach; nil when it is not.
        var lostSince: Instant?
        /// When the last attempt to reach it failed, on the boot clock; nil while it is in reach.
        var failedAt: Duration?
    }

    /// How long a ring may take to reach its device, and how long after a notice the next one comes.
    static let patience = Duration.seconds(60)
    /// How long a process that has just begun may take to reach a device that rings.
    static let startPatience = Duration.seconds(30)
    /// How long before an alarm somebody is told that its device is out of reach.
    static let warning = Duration.seconds(15 * 60)
    /// How long a device is out of reach before that counts: links break for a moment.
    static let blink = Duration.seconds(20)
    /// How long an attempt to reach a device may take before somebody is told that it is out of reach.
    static let attempt = Duration.seconds(60)

    /// A ring, by its occurrence and when it began.
    private struct RingKey: Hashable, Sendable {
        var key: OccurrenceKey
        var round: Int
        var since: RunAnchor

        init(_ ring: Ring) { (key, round, since) = (ring.key, ring.round, ring.since) }
    }

    /// What became of a ring.
    private enum Fate: Hashable, Sendable {
        /// It has reached its device, as far as anybody knows.
        case heard
        /// Somebody knows that it is not heard.
        case known
        /// Somebody is to be told from then on, on the boot clock.
        case due(Duration)
    }

    /// An attempt to reach the device before somebody is told of an alarm.
    private struct Attempt: Hashable, Sendable {
        var key: OccurrenceKey
        var wall: Instant
        var boot: Duration

        /// When it takes too long.
        var end: Duration { boot + RingWatch.attempt }
    }

    /// When the process began, on the boot clock.
    private let startedAt: Duration
    private var fates: [RingKey: Fate] = [:]
    private var attempt: Attempt?

    init(at sample: ClockSample) {
        startedAt = sample.boot
    }

    /// What somebody has to be told now; `known` finds what they have been told about an occurrence.
    mutating func look(
        at rings: [Ring], next: Next?, of device: Device, at sample: ClockSample,
        known: (NoticeKind, OccurrenceKey) -> Notice?
    ) -> [NoticeDraft] {
        fates = fates.filter { fate in rings.contains { RingKey($0) == fate.key } }
        var drafts = rings.compactMap { ring in
            look(at: ring, of: device, at: sample) { known(.notRinging, ring.key) }
        }
        if let next, isWarningDue(of: next, device, at: sample), hasFailed(device, at: sample),
            known(.unreachable, next.key) == nil
        {
            drafts.append(
                NoticeDraft(
                    .unreachable(name: next.name, due: next.due), at: sample.wall, device: device.address,
                    occurrence: next.key))
        }
        return drafts
    }

    /// Whether to try to reach the device before somebody is told that it is out of reach; once for each warning.
    ///
    /// It may be back: nothing may have been wanted of it since it was lost.
    mutating func mustTry(next: Next?, of device: Device, at sample: ClockSample) -> Bool {
        guard let next, let moment = warningTime(of: next, device) else {
            attempt = nil
            return false
        }
        guard isWarningDue(of: next, device, at: sample) else { return false }
        if let attempt, attempt.key == next.key, attempt.wall >= moment { return false }
        attempt = Attempt(key: next.key, wall: sample.wall, boot: sample.boot)
        return true
    }

    /// When to look again.
    func nextLook(next: Next?, of device: Device, at sample: ClockSample) -> WakeRequest {
        let dues = fates.values.compactMap { if case .due(let due) = $0 { due } else { nil } }
        let warning = next.flatMap { warningTime(of: $0, device) }.flatMap { $0 > sample.wall ? $0 : nil }
        let end = attempt.flatMap { $0.end > sample.boot ? $0.end : nil }
        return WakeRequest(wall: warning, boot: (dues + [end].compactMap(\.self)).min())
    }

    private func isWarningDue(of next: Next, _ device: Device, at sample: ClockSample) -> Bool {
        warningTime(of: next, device).map { $0 <= sample.wall } ?? false && sample.wall < next.due
    }

    /// Whether the attempt to reach the device has failed, or takes too long.
    private func hasFailed(_ device: Device, at sample: ClockSample) -> Bool {
        attempt.map { attempt in
            device.failedAt.map { $0 >= attempt.boot } ?? false || sample.boot >= attempt.end
        } ?? false
    }

    private func warningTime(of next: Next, _ device: Device) -> Instant? {
        device.lostSince.map { max(next.due - Self.warning, $0 + Self.blink) }
    }

    private mutating func look(
        at ring: Ring, of device: Device, at sample: ClockSample, told: () -> Notice?
    ) -> NoticeDraft? {
        let lostFor = device.lostSince.map { sample.wall - $0 }
        // A device looks at its rings with each step of a crescendo, and nobody asks for notices without need.
        if lostFor == nil, fates[RingKey(ring)] == .heard { return nil }
        let start = sample.boot(after: .zero, since: ring.since)
        // Of this ring, and not of one before a snooze.
        let told = told().flatMap { $0.at >= sample.wall - sample.elapsed(since: ring.since) ? $0 : nil }
        let hasArrived = device.tookAt.map { $0 >= start } ?? false
        if let told, hasArrived, lostFor == nil, told.grade == .alarm, !told.isAcknowledged {
            fates[RingKey(ring)] = .heard
            var draft = NoticeDraft(
                .ringsLate(name: ring.name, due: ring.due, at: sample.wall), at: sample.wall, device: device.address,
                occurrence: ring.key)
            // It is no more of what the notice counts, but the end of it.
            draft.count = 0
            return draft
        }
        let due: Duration
        switch fates[RingKey(ring)] ?? .due(firstDue(start, told, at: sample)) {
        case .known: return nil
        case .heard:
            // A device that is lost while it rings may have lost its power.
            guard let lostFor else { return nil }
            due = sample.boot - lostFor + Self.patience
        case .due(let instant): due = instant
        }
        fates[RingKey(ring)] = .due(due)
        guard sample.boot >= due else { return nil }
        guard told?.isAcknowledged != true else {
            fates[RingKey(ring)] = .known
            return nil
        }
        guard lostFor != nil || !hasArrived && device.isBehind else {
            fates[RingKey(ring)] = .heard
            return nil
        }
        // On the minute, unless the host slept over it.
        let next = due + Self.patience
        fates[RingKey(ring)] = .due(next > sample.boot ? next : sample.boot + Self.patience)
        let cause: NoticeCause =
            hasArrived
            ? .lostInRing(name: ring.name, for: lostFor ?? .zero)
            : .notRinging(name: ring.name, due: ring.due, late: sample.wall - ring.due)
        return NoticeDraft(cause, at: sample.wall, device: device.address, occurrence: ring.key)
    }

    /// When to tell somebody about a ring that this process sees for the first time; the one before may have done so.
    private func firstDue(_ start: Duration, _ told: Notice?, at sample: ClockSample) -> Duration {
        let last = told.map { sample.boot - (sample.wall - $0.at) } ?? start
        return max(last + Self.patience, startedAt + Self.startPatience)
    }
}
