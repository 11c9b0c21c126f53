// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import Household
import Scheduling
import SleepModel

/// What somebody who changes a device by hand is to know of its night.
@MainActor
extension DeviceFinder.Target {
    /// Until when what was set by hand counts, and what decides after that; nil when nothing waits below.
    func holdNote(_ channels: [DeviceChannel], _ zones: ZoneBook) -> String? {
        let claims = controller.claims
        let held = channels.compactMap { claims[$0] }.filter { $0.first?.layer == .manual }
        let ends = held.compactMap { claims in
            claims.first?.until.flatMap { until in claims.dropFirst().first?.waiter.map { (until: until, waiter: $0) } }
        }
        guard let first = ends.min(by: { $0.until < $1.until }) else { return nil }
        return "That counts until \(time(first.until, zones)); then \(first.waiter) decides again."
    }

    /// The nights that run and have their wake light ahead.
    var nightsWithWakeAhead: [RunningBedtime] {
        controller.runningBedtimes.filter { $0.run.plan.wake != nil && $0.phase != .wake }
    }

    /// What ended with nights that ran before: their wake lights, and how to bring them back; nil if none did.
    func lostWakeNote(_ before: [RunningBedtime], _ zones: ZoneBook) -> String? {
        let running = Set(controller.runningBedtimes.map(\.key))
        let lost = before.filter { !running.contains($0.key) }.min { $0.run.wake < $1.run.wake }
        guard let lost, let schedule = controller.schedules(of: .bedtime).first(where: { $0.id == lost.key.schedule })
        else { return nil }
        return "The wake light at \(time(lost.run.wake, zones)) does not come either. "
            + "To take the night up again: `lull bedtime start \(arguments(for: schedule))`."
    }

    private func time(_ instant: Instant, _ zones: ZoneBook) -> String {
        String("\(zones.rules(of: nil).civil(at: instant).time)".prefix(5))
    }
}

extension ChannelClaim {
    /// Who decides when what was set by hand is over, as part of a sentence; nil for what lasts no longer than that.
    fileprivate var waiter: String? {
        switch layer {
        case .night: "the night of “\(by)”"
        case .routine: "“\(by)”"
        case .nap: "the nap"
        case .lightAfter, .timer, .sunrise, .manual, .alarm: nil
        }
    }
}
