// SPDX-License-Identifier: Apache-2.0

import Clocks
import Logging
import SleepModel
import Storage

extension RunningHousehold {
    /// The code of log lines about rows that cannot be read.
    nonisolated static let quarantineCode = "row_quarantined"

    /// Says what cannot be read, in the diagnostics at each start and in the log once; everything else goes on.
    public func reportDamage() async {
        do {
            let rows = try await configuration.store.quarantine()
            guard !rows.isEmpty else { return }
            let recent = try await configuration.store.entries(since: nil, device: nil, limit: .max)
            let told = Set(recent.lazy.filter { $0.outcome == .quarantined }.map(\.name))
            for row in rows {
                configuration.logger.error(
                    "\(row.error.message)", metadata: ["code": "\(Self.quarantineCode)", "row": "\(row.id)"])
                let line = "\(row.id): \(row.error.message)"
                guard !told.contains(line) else { continue }
                await log.write(
                    LogEntry(
                        at: configuration.nightClock.now().wall, device: row.device, kind: .daemon,
                        schedule: row.schedule, name: line, outcome: .quarantined, actor: .daemon))
            }
        } catch {
            configuration.logger.error(
                "cannot look for what cannot be read", metadata: ["error": "\(error)"])
        }
    }
}
