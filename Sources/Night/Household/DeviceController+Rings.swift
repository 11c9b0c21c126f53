// SPDX-License-Identifier: Apache-2.0

import Alarms
import CivilTime
import Clocks
import Coordination
import DeviceModules
import Scheduling
import SleepModel

/// Tells somebody of alarms that the device does not ring, or soon may not.
extension DeviceController {
    /// Looks at the alarms that ring and at the next one.
    func followRings(at sample: ClockSample) {
        let next = nextAlarm(at: sample)
        if ringWatch.mustTry(next: next, of: watched, at: sample) { connection.askForLook() }
        let drafts = ringWatch.look(at: rings, next: next, of: watched, at: sample, known: notices.newest)
        notices.take(drafts)
        // Somebody has answered it, or another notice says how it ended.
        let ringing = Set(rings.map(\.key))
        for notice in notices.open(.notRinging, on: address) where notice.grade == .alarm {
            guard let key = notice.occurrence, !ringing.contains(key) else { continue }
            _ = notices.acknowledge(notice.number, at: sample.wall)
        }
    }

    /// When to look again.
    func nextRingLook(at sample: ClockSample) -> WakeRequest {
        ringWatch.nextLook(next: nextAlarm(at: sample), of: watched, at: sample)
    }

    private var watched: RingWatch.Device {
        RingWatch.Device(
            address: address, tookAt: reachability.tookAt, isBehind: coordinator.isBehind(address),
            lostSince: reachability.lostSince, failedAt: reachability.failedAt)
    }

    private var rings: [RingWatch.Ring] {
        runningAlarms.compactMap { alarm in
            guard case .ringing(let round, let since) = alarm.run.phase else { return nil }
            // Only the first ring has a planned time that people know.
            let isFirst = round == 1 && alarm.run.backup == nil
            return RingWatch.Ring(
                key: alarm.key, round: round, name: alarm.record.name,
                due: isFirst ? alarm.record.planned : since.wall, since: since)
        }
    }

    /// The alarm that rings next within a day; looked for only while the device is out of reach.
    private func nextAlarm(at sample: ClockSample) -> RingWatch.Next? {
        guard reachability.isLost, let alarms = feature(of: .alarm) else { return nil }
        let ahead = alarms.upcoming(after: sample.wall, until: sample.wall + .seconds(86_400)).map {
            RingWatch.Next(key: $0.occurrence.key, name: $0.schedule.name, due: $0.occurrence.planned)
        }
        let rising = runningAlarms.compactMap { alarm -> RingWatch.Next? in
            guard case .sunrise = alarm.run.phase else { return nil }
            return RingWatch.Next(key: alarm.key, name: alarm.record.name, due: alarm.record.planned)
        }
        return (rising + ahead).min { $0.due < $1.due }
    }
}
