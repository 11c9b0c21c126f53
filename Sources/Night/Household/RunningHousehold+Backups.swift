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

    /// How long it takes from one tidying of the store to the next.
    nonisolated static let tidyingPause = Duration.seconds(86_400)
    /// For how long nothing may ring after it.
    nonisolated static let quietAhead = Duration.seconds(600)

    /// Makes a backup of the store whenever one is due, beginning when schedules run; ends when the store needs none.
    ///
    /// The store looks for room for its reserve at the same times, and is tidied once a day while nothing rings.
    ///
    /// Throws only when it is cancelled, and when the system has no timers.
    nonisolated func makeBackups() async throws {
        await schedulesRun.valueUnlessCancelled()
        let clock = configuration.nightClock
        var tidied: Duration?
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
            if tidied.map({ clock.now().boot - $0 >= Self.tidyingPause }) ?? true, await isQuiet(at: now) {
                tidied = clock.now().boot
                await tidyStore(at: now)
            }
            if await configuration.store.shortage() != nil { wait = min(wait, Self.roomRetry) }
            // By elapsed time, so that no suspended host is woken for it.
            try await clock.sleep(for: wait, orUntil: arranged)
        }
    }

    /// Whether no alarm rings, and none does soon.
    private func isQuiet(at now: Instant) -> Bool {
        guard devices.all.allSatisfy(\.runningAlarms.isEmpty) else { return false }
        return nextRing.map { $0.at - now > Self.quietAhead } ?? true
    }

    /// Tidies the store; that it cannot be is no trouble until the disk is full, which is told elsewhere.
    private nonisolated func tidyStore(at now: Instant) async {
        do {
            try await configuration.store.tidy(at: now)
        } catch {
            configuration.logger.warning(
                "the state file was not tidied: \(error.message)", metadata: ["code": "\(error.code.rawValue)"])
        }
    }
}
