// SPDX-License-Identifier: Apache-2.0

import Clocks
import Logging
import SleepModel
import Storage

extension RunningHousehold {
    /// The code of log lines about rows that cannot be read.
    nonisolated static let quarantineCode = "row_quarantined"

    /// Says once, in both logs, what cannot be read; everything else goes on.
    public func reportDamage() async {
        do {
            for row in try await configuration.store.quarantine() {
                configuration.logger.error(
                    "\(row.error.message)", metadata: ["code": "\(Self.quarantineCode)", "row": "\(row.id)"])
                await log.write(
                    LogEntry(
                        at: configuration.nightClock.now().wall, device: row.device, kind: .daemon,
                        schedule: row.schedule, name: "\(row.id): \(row.error.message)", outcome: .quarantined,
                        actor: .daemon))
            }
        } catch {
            configuration.logger.error(
                "cannot look for what cannot be read", metadata: ["error": "\(error)"])
        }
    }
}
