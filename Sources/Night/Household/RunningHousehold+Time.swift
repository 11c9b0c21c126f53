// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import Logging
import Scheduling
import SleepModel
import Storage

extension NightService {
    /// Lets time pass for everything, and sleeps until the next of it is due, until cancelled.
    func passTime() async throws {
        let clock = configuration.nightClock
        while !Task.isCancelled {
            // When to wake is asked of the moment before: what falls due meanwhile is then overdue, and not overlooked.
            let sample = clock.now()
            await note(news(at: sample), at: sample.wall)
            if trust.isTrusted {
                for rooms in containers.all { await rooms.advance() }
            }
            coordinator.advance(to: clock.now())
            if trust.isTrusted { schedulesRun.raise() }
            try await wait(until: nextWake(at: sample), on: clock)
        }
    }

    /// Follows zones and the clock, and says what has changed since the last look.
    private func news(at sample: ClockSample) -> [ClockNews] {
        let before = lastLook
        lastLook = sample
        let isLookDue = nextZoneLook.map { sample.boot >= $0 } ?? false
        if isLookDue { nextZoneLook = configuration.zonePoll.map { sample.boot + $0 } }
        var news: [ClockNews] = []
        // A clock that was waited for was not right before, and by how much it was set says nothing.
        if trust.isTrusted, let step = sample.step(since: before) { news.append(.set(by: step)) }
        if let time = sample.suspension(since: before) { news.append(.suspended(for: time)) }
        if isLookDue || sample.zones.data != before.zones.data { news += newZoneData() }
        // Other data may hold a zone that was missing.
        if isLookDue || sample.zones != before.zones, let zone = configuration.zones.followHost() {
            news.append(.zone(zone))
        }
        switch trust.look(at: sample) {
        case .waits: news.append(.waits)
        case .plausible: news.append(.plausible)
        case .followed: news.append(.followed)
        case nil: break
        }
        return news
    }

    private func newZoneData() -> [ClockNews] {
        let reload = configuration.zones.reload()
        let isOther = reload.isOtherVersion || !reload.changed.isEmpty
        return (isOther ? [.zoneData(version: reload.version)] : [])
            + reload.unreadable.keys.sorted().map { .unreadable(zone: $0) }
    }

    private func note(_ news: [ClockNews], at instant: Instant) async {
        for item in news { configuration.logger.log(level: item.level, "\(item.message)") }
        let entries = news.compactMap { $0.entry(at: instant) }
        guard !entries.isEmpty else { return }
        do {
            try await configuration.store.commit(.note(entries))
        } catch {
            configuration.logger.error("the log cannot be written", metadata: ["error": "\(error)"])
        }
    }

    /// When to look again; whatever happens to the clock after `sample` comes before that.
    private func nextWake(at sample: ClockSample) -> WakeRequest {
        var request = coordinator.nextWake(at: sample).earliest(trust.nextWake)
        // What the machines wait for may be overdue by a clock that is not trusted.
        if trust.isTrusted {
            for rooms in containers.all { request = request.earliest(rooms.nextWake(at: sample)) }
        }
        request = request.earliest(WakeRequest(boot: nextZoneLook))
        request.since = sample
        return request
    }

    /// Suspends until something is due or happened to the clock, or somebody changed something.
    private func wait(until request: WakeRequest, on clock: any NightClock) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await clock.sleep(until: request) }
            group.addTask { [signal] in await signal.wait() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
