// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// Writes lines to the log in their order, beside everything else: nothing that shows or rings waits for the disk.
///
/// While the disk does not answer, only the newest lines are kept.
struct SideLog: Sendable {
    private let log: HouseholdLog
    private let lines: AsyncStream<LogEntry>
    private let writing: AsyncStream<LogEntry>.Continuation

    init(_ log: HouseholdLog) {
        self.log = log
        (lines, writing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    }

    /// Queues a line.
    func write(_ entry: LogEntry) { writing.yield(entry) }

    /// Writes until the task is cancelled.
    func run() async {
        for await line in lines { await log.write(line) }
    }
}
