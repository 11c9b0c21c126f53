// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// What is to be different on single dates.
public protocol OverrideRepository: Sendable {
    /// All overrides, by schedule and date.
    func overrides() async throws(StorageError) -> [OccurrenceOverride]
}
