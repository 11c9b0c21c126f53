// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// An entry of the log with its place among all that were noted.
public struct NumberedLogEntry: Hashable, Sendable {
    /// Higher than the numbers of all entries that were noted before; it stays while others come and go.
    public let number: Int64
    /// The entry.
    public let entry: LogEntry

    /// Makes one.
    public init(number: Int64, entry: LogEntry) {
        self.number = number
        self.entry = entry
    }
}
