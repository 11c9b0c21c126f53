// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel

extension RunningHousehold {
    /// How often the household notes that it runs.
    nonisolated static let lifePause = Duration.seconds(60)
    /// The shortest time without a daemon that the log tells of: one that is only started anew is back before that.
    nonisolated static let shortestGap = Duration.seconds(120)

    /// Logs for how long no daemon ran before this one, and notes once a minute that this one does; ends when it is
    /// cancelled, or at once where nobody keeps that.
    ///
    /// It begins when schedules follow the clock: before that nobody knows the time.
    func followLife() async throws {
        guard let life = configuration.signOfLife, await schedulesRun.valueUnlessCancelled() != nil else { return }
        let now = configuration.nightClock.now().wall
        // A process that was killed may have logged something after its last note.
        if let noted = await life.last(), case let last = max(noted, logEnd.newest ?? noted),
            now - last >= Self.shortestGap
        {
            await log.write(
                LogEntry(
                    at: now, planned: last, kind: .daemon, outcome: .notRunning,
                    lateSeconds: Int((now - last).components.seconds), actor: .daemon))
        }
        defer { life.note(at: configuration.nightClock.now().wall) }
        while !Task.isCancelled {
            life.note(at: configuration.nightClock.now().wall)
            // By elapsed time, so that no suspended host is woken for it.
            try await configuration.nightClock.sleep(for: Self.lifePause)
        }
    }
}
