// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Logging
import SleepModel
import Storage

extension RunningHousehold {
    /// The code of log lines about backups that could not be made.
    nonisolated static let backupCode = "backup_failed"
    /// How long after a failure the next try comes.
    nonisolated static let backupRetry = Duration.seconds(60 * 60)
    /// The longest wait, as somebody may set the clock.
    nonisolated static let longestBackupWait = Duration.seconds(60 * 60)
    /// The longest wait while the disk has too little room.
    nonisolated static let roomRetry = Duration.seconds(60)

    /// Makes a backup of the store whenever one is due, beginning when schedules run; ends when the store needs none.
    ///
    /// The store looks for room for its reserve at the same times.
    ///
    /// Throws only when it is cancelled, and when the system has no timers.
    nonisolated func makeBackups() async throws {
        await schedulesRun.valueUnlessCancelled()
        let clock = configuration.nightClock
        while !Task.isCancelled {
            let now = clock.now().wall
            var wait = Self.backupRetry
            do {
                guard let due = try await configuration.store.backUpIfDue(at: now) else { return }
                wait = min(max(due - now, .seconds(60)), Self.longestBackupWait)
            } catch {
                guard !Task.isCancelled else { return }
                configuration.logger.error(
                    "no backup was made: \(error.message)",
                    metadata: ["code": "\(Self.backupCode)", "reason": "\(error.code.rawValue)"])
                await log.write(
                    LogEntry(at: now, kind: .daemon, name: error.message, outcome: .backupFailed, actor: .daemon))
            }
            if await configuration.store.shortage() != nil { wait = min(wait, Self.roomRetry) }
            // By elapsed time, so that no suspended host is woken for it.
            try await clock.sleep(for: wait, orUntil: arranged)
        }
    }
}
