// SPDX-License-Identifier: Apache-2.0

import Clocks
import Logging
import Scheduling
import SleepModel

extension RunningHousehold {
    /// The code of log lines about occurrences that the ledger should hold and does not.
    nonisolated static let gapCode = "ledger_gap"
    /// How many of them have a line of their own.
    nonisolated static let gapLines = 10

    /// Waits until schedules run, and looks once whether the ledger holds what it should.
    ///
    /// What is missing is only told: what ought to have happened is over.
    nonisolated func auditLedger() async {
        await schedulesRun.valueUnlessCancelled()
        guard !Task.isCancelled else { return }
        let logger = configuration.logger
        do {
            let diagnostics = try await LedgerAudit.diagnostics(
                in: configuration.store, zones: configuration.zones, at: configuration.nightClock.now().wall,
                limit: Self.gapLines)
            for gap in diagnostics.gaps { logger.warning(gap.message, metadata: gap.metadata) }
            let others = diagnostics.count - diagnostics.gaps.count
            if others > 0 {
                logger.warning(
                    "nothing is kept of \(others) other occurrences either",
                    metadata: ["code": "\(Self.gapCode)"])
            }
        } catch {
            guard !Task.isCancelled else { return }
            logger.warning("the ledger cannot be looked through", metadata: ["error": "\(error)"])
        }
    }
}

extension LedgerAudit.Gap {
    /// One sentence.
    fileprivate var message: Logger.Message {
        """
        nothing is kept of the \(schedule.kind.rawValue) “\(schedule.name.printable)” of \(occurrence.key.date), which \
        was to be at \(occurrence.planned); it may not have happened
        """
    }

    fileprivate var metadata: Logger.Metadata {
        [
            "code": "\(RunningHousehold.gapCode)", "device": "\(schedule.device)",
            "schedule": "\(schedule.id.rawValue.printable)",
        ]
    }
}
