// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import Logging
import SleepModel

/// Follows whether one device can be reached, and logs when it was lost and found, once each.
@MainActor
final class Reachability {
    private let device: MacAddress
    private let clock: any NightClock
    private let log: HouseholdLog
    private let logger: Logger
    /// Takes the last time the device was reached, on the boot clock, while it is out of reach; nil when it is back.
    private let report: @MainActor (Duration?) async -> Void
    private var lostSince: Instant?
    /// When the device was reached last, or this value was made, on the boot clock.
    private var lastReached: Duration

    init(
        of device: MacAddress, clock: any NightClock, log: HouseholdLog, logger: Logger,
        report: @escaping @MainActor (Duration?) async -> Void
    ) {
        self.device = device
        self.clock = clock
        self.log = log
        self.logger = logger
        self.report = report
        lastReached = clock.now().boot
    }

    /// Takes in what became of a delivery.
    func take(_ outcome: DeliveryOutcome) async {
        switch outcome {
        case .confirmed, .unconfirmed: await found()
        case .failed(let error) where error.code != .cancelled: await lost(because: error.code)
        case .failed, .superseded: break
        }
    }

    /// Takes in that the device is out of reach.
    func lost(because code: GATTError.Code) async {
        guard lostSince == nil else { return }
        let now = clock.now().wall
        lostSince = now
        logger.warning("out of reach", metadata: ["device": "\(device)", "code": "\(code.rawValue)"])
        await report(lastReached)
        await log.write(LogEntry(at: now, device: device, kind: .daemon, outcome: .unreachable, actor: .daemon))
    }

    private func found() async {
        let sample = clock.now()
        lastReached = sample.boot
        guard let since = lostSince else { return }
        lostSince = nil
        await report(nil)
        let late = Int((sample.wall - since).components.seconds)
        logger.notice("reached again", metadata: ["device": "\(device)", "seconds": "\(late)"])
        await log.write(
            LogEntry(
                at: sample.wall, planned: since, device: device, kind: .daemon, outcome: .reached,
                lateSeconds: late, actor: .daemon))
    }
}
