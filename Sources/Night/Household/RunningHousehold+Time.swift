// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import Logging
import Scheduling
import SleepModel
import Storage

extension RunningHousehold {
    /// Lets time pass for everything, and sleeps until the next thing is due; ends when it is cancelled.
    func passTime() async throws {
        let clock = configuration.nightClock
        while !Task.isCancelled {
            // The next wake counts from the sample before the work: what falls due meanwhile is overdue, and not lost.
            let sample = clock.now()
            await note(clockEvents(at: sample), at: sample.wall)
            if trust.isTrusted {
                for device in devices.all { await device.advance() }
            }
            coordinator.advance(to: clock.now())
            if trust.isTrusted { schedulesRun.set(()) }
            try await wait(until: nextWake(at: sample), on: clock)
        }
    }

    /// Follows zones and the clock, and returns what happened to them since the last look.
    private func clockEvents(at sample: ClockSample) -> [ClockEvent] {
        let before = lastLook
        lastLook = sample
        let isLookDue = nextZoneLook.map { sample.boot >= $0 } ?? false
        if isLookDue { nextZoneLook = configuration.zonePoll.map { sample.boot + $0 } }
        var events: [ClockEvent] = []
        // A clock that schedules waited for was wrong before, so the size of its step says nothing.
        if trust.isTrusted, let step = sample.step(since: before) { events.append(.set(by: step)) }
        if let time = sample.suspension(since: before) { events.append(.suspended(for: time)) }
        if isLookDue || sample.zones.data != before.zones.data { events += zoneDataEvents() }
        // Other data may hold a zone that was missing.
        if isLookDue || sample.zones != before.zones, let zone = configuration.zones.followHost() {
            events.append(.zone(zone))
        }
        switch trust.look(at: sample) {
        case .waits: events.append(.waits)
        case .plausible: events.append(.plausible)
        case .followed: events.append(.followed)
        case nil: break
        }
        return events
    }

    private func zoneDataEvents() -> [ClockEvent] {
        let reload = configuration.zones.reload()
        let isOther = reload.isOtherVersion || !reload.changed.isEmpty
        return (isOther ? [.zoneData(version: reload.version)] : [])
            + reload.unreadable.keys.sorted().map { .unreadable(zone: $0) }
    }

    private func note(_ events: [ClockEvent], at instant: Instant) async {
        for item in events { configuration.logger.log(level: item.level, "\(item.message)") }
        await log.write(events.compactMap { $0.entry(at: instant) })
    }

    /// When to look again; a change of the clock after `sample` comes before that.
    private func nextWake(at sample: ClockSample) -> WakeRequest {
        var request = coordinator.nextWake(at: sample).earliest(trust.nextWake)
        // By a clock that is not trusted, everything may look overdue.
        if trust.isTrusted {
            for device in devices.all { request = request.earliest(device.nextWake(at: sample)) }
        }
        request = request.earliest(WakeRequest(boot: nextZoneLook))
        request.since = sample
        return request
    }

    /// Suspends until something is due, the clock changes, or somebody changes something.
    private func wait(until request: WakeRequest, on clock: any NightClock) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await clock.sleep(until: request) }
            group.addTask { [signal] in await signal.wait() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
