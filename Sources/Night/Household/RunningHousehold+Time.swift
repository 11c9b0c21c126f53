// SPDX-License-Identifier: Apache-2.0

import Clocks
import Logging
import SleepModel

extension RunningHousehold {
    /// Follows the clock and notes what happens to it, while each device lets its own time pass; ends when it is cancelled.
    func passTime() async throws {
        while !Task.isCancelled {
            let sample = timekeeper.look()
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
        await log.write(events.compactMap { $0.event.entry(at: $0.sample.wall) })
    }
}
