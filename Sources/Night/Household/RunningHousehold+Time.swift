// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Logging
import Scheduling
import SleepModel

extension RunningHousehold {
    /// Follows the clock and notes what happens to it, while each device lets its own time pass; ends when it is cancelled.
    func passTime() async throws {
        while !Task.isCancelled {
            let sample = timekeeper.look()
            // Before anything waits for the store.
            questions.answer()
            looks += 1
            let events = timekeeper.takeEvents()
            if !events.isEmpty { lookAgain() }
            await note(events)
            var request = timekeeper.nextWake
            request.since = sample
            try await configuration.nightClock.sleep(until: request, orUntil: signal)
        }
    }

    /// Waits until everything scheduled has followed the clock once.
    func waitForFirstLooks() async {
        for device in devices.all {
            guard await device.hasLooked.valueUnlessCancelled() != nil else { return }
        }
        schedulesRun.set(())
    }

    private func note(_ events: [(event: ClockEvent, sample: ClockSample)]) async {
        for (event, _) in events { configuration.logger.log(level: event.level, "\(event.message)") }
        for case (.zoneData(_, let former), let sample) in events {
            configuration.notices.take(alarmsMoved(from: former, at: sample))
        }
        for case (.zone(let name, let former), let sample) in events {
            configuration.notices.take(alarmsMoved(from: former, to: name, at: sample))
        }
        await log.write(events.compactMap { $0.event.entry(at: $0.sample.wall) })
    }

    /// The alarms whose next time is another one since zones have other rules than these.
    private func alarmsMoved(from former: [String: ZoneRules], at sample: ClockSample) -> [NoticeDraft] {
        alarmsMoved(at: sample) { _, zone in
            former[zone.identifier]
        } because: { alarm, next, shift, zone in
            .timeChanged(name: alarm.name, next: next, by: shift, zone: zone.identifier)
        }
    }

    /// The alarms that follow the host's zone and whose next time is another one since it had these rules.
    private func alarmsMoved(from former: ZoneRules, to name: String, at sample: ClockSample) -> [NoticeDraft] {
        alarmsMoved(at: sample) { alarm, _ in
            alarm.zone == nil ? former : nil
        } because: { alarm, next, shift, _ in
            .zoneChanged(name: alarm.name, next: next, by: shift, zone: name)
        }
    }

    private func alarmsMoved(
        at sample: ClockSample, from former: (Schedule, ZoneRules) -> ZoneRules?,
        because cause: (Schedule, Instant, Duration, ZoneRules) -> NoticeCause
    ) -> [NoticeDraft] {
        let moved = devices.all.flatMap { device -> [NoticeDraft] in
            device.schedules(of: .alarm).compactMap { alarm in
                let zone = configuration.zones.rules(of: alarm.zone)
                guard alarm.isEnabled, let before = former(alarm, zone), let next = device.next(of: alarm),
                    let shift = alarm.shift(at: next.planned, from: before, to: zone)
                else { return nil }
                return NoticeDraft(
                    cause(alarm, next.planned, shift, zone), at: sample.wall, device: device.address,
                    occurrence: next.key)
            }
        }
        return NoticeDraft.joined(moved)
    }
}

extension Schedule {
    /// How much later it happens at an instant because its zone has other rules; nil if it happens when it would have.
    fileprivate func shift(at instant: Instant, from before: ZoneRules, to zone: ZoneRules) -> Duration? {
        // The sun does not go by rules.
        if case .sun? = recurrence?.time { return nil }
        let seconds = before.offset(at: instant).seconds - zone.offset(at: instant).seconds
        return seconds == 0 ? nil : .seconds(seconds)
    }
}
