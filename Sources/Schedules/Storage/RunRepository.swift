// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// Where the occurrences stand that have begun and not ended.
public protocol RunRepository: Sendable {
    /// The records that have not ended, oldest first.
    func openRecords() async throws(StorageError) -> [OccurrenceRecord]
}
