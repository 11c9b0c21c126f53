// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import Logging
import Scheduling
import SleepModel

/// Follows whether one device can be reached, and logs when it was lost and found, once each.
///
/// Features learn of it from here, one after the other, and do not follow the connection themselves. The connection knows
/// whether there is a link, which comes and goes with every exchange; whether somebody heard a ring depends on whether the
/// device took it, and only what became of a delivery says that. Each delivery is also told before anything else is decided
/// on the device. If each feature read a stream of its own, an alarm that was heard and dismissed could end before it had
/// learnt that the device was back, and count as missed. What a feature needs of the state, it asks the `DeviceStateEmitter`
/// of its device before it decides, as routines do.
@MainActor
final class Reachability {
    private let device: MacAddress
    private let clock: any NightClock
    private let log: HouseholdLog
    private let logger: Logger
    /// When the device was heard last; nil if it was not.
    private let lastHeard: @MainActor @Sendable () -> Instant?
    /// Raised when the device is lost.
    private let signal: WakeSignal
    /// What runs, which learns whether the device is reached, so that its end can say that nobody saw it.
    private let features: [any ScheduleFeature]
    /// When it was noted that the device is out of reach; nil when it is not known to be.
    private(set) var lostSince: Instant?
    /// When the device was heard or reached last before it was lost, be it by a process before; nil once it is reached.
    private var outage: Instant?
    /// Since when the device is out of reach, as people are told: its last sign; nil when it is not known to be.
    var outageSince: Instant? { lostSince == nil ? nil : outage }
    /// Whether the process before had lost the device, and this one has not reached it.
    private var wasLostBefore = false
    /// When the last attempt to reach it failed, on the boot clock; nil while it is in reach.
    private(set) var failedAt: Duration?
    /// When the device was reached last, or this value was made, on the boot clock.
    private var lastReached: Duration
    /// The same by the wall clock.
    private var reachedAt: Instant

    init(
        of device: MacAddress, features: [any ScheduleFeature], clock: any NightClock, log: HouseholdLog,
        signal: WakeSignal, logger: Logger, lastHeard: @escaping @MainActor @Sendable () -> Instant?
    ) {
        self.device = device
        self.lastHeard = lastHeard
        self.features = features
        self.clock = clock
        self.log = log
        self.logger = logger
        self.signal = signal
        let sample = clock.now()
        (lastReached, reachedAt) = (sample.boot, sample.wall)
    }

    /// When the device took something last, on the boot clock; nil if it has taken nothing since this value was made.
    private(set) var tookAt: Duration?

    /// Whether the device is known to be out of reach.
    var isLost: Bool { lostSince != nil }

    /// When the device was heard or reached last; when this value was made if it was not.
    var lastSign: Instant { max(lastHeard() ?? reachedAt, outage ?? reachedAt, reachedAt) }

    /// Takes over when the process before reached the device last, which it had lost since, and when that was for people.
    func restore(lastReached: Instant, outageSince: Instant) async {
        let now = clock.now()
        (wasLostBefore, outage) = (true, min(outageSince, now.wall))
        reachedAt = min(lastReached, now.wall)
        self.lastReached = now.boot - max(now.wall - lastReached, .zero)
        // What rings since then is not heard until this process has reached the device, be it with its first attempt.
        await report(lostSince: self.lastReached)
    }

    /// Notes what became of a delivery.
    func take(_ outcome: DeliveryOutcome) async {
        switch outcome {
        case .confirmed, .unconfirmed: await found()
        case .failed(let error) where error.code != .cancelled: await lost(because: error.code)
        case .failed, .superseded: break
        }
    }

    /// Notes that the device is out of reach.
    func lost(because code: GATTError.Code) async {
        let sample = clock.now()
        failedAt = sample.boot
        guard lostSince == nil else { return }
        let now = sample.wall
        let since = outage ?? min(lastSign, now)
        (lostSince, outage) = (now, since)
        signal.raise()
        logger.warning("out of reach", metadata: ["code": "\(code.rawValue)"])
        if !wasLostBefore {
            // What began in the very moment of a delivery, by a clock that stands still meanwhile, is what the device took.
            await report(lostSince: tookAt == lastReached ? lastReached + .nanoseconds(1) : lastReached)
        }
        await log.write(
            LogEntry(
                at: now, planned: now - (sample.boot - lastReached), device: device, kind: .daemon,
                outcome: .unreachable, lateSeconds: seconds(from: since, to: now), actor: .daemon))
    }

    /// How long the device gave no sign before that was noted; nil for less than a minute.
    private func seconds(from since: Instant, to now: Instant) -> Int? {
        now - since >= .seconds(60) ? Int((now - since).components.seconds) : nil
    }

    private func found() async {
        let sample = clock.now()
        let since = outage
        (lastReached, tookAt, reachedAt) = (sample.boot, sample.boot, sample.wall)
        (failedAt, outage, wasLostBefore) = (nil, nil, false)
        guard let since else { return }
        lostSince = nil
        await report(lostSince: nil)
        let late = Int((sample.wall - since).components.seconds)
        logger.notice("reached again", metadata: ["seconds": "\(late)"])
        await log.write(
            LogEntry(
                at: sample.wall, planned: since, device: device, kind: .daemon, outcome: .reached,
                lateSeconds: late, actor: .daemon))
    }

    private func report(lostSince lastReached: Duration?) async {
        for feature in features {
            await log.attempt(on: device) { try await feature.reach(lostSince: lastReached) }
        }
    }
}
