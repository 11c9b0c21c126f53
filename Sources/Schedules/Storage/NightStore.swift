// SPDX-License-Identifier: Apache-2.0

/// Everything that outlives the daemon.
///
/// A call with a name or identifier that contains a NUL throws `invalidText` and changes nothing.
public protocol NightStore: DeviceRepository, ScheduleRepository, OverrideRepository, OccurrenceLedger, RunRepository,
    SettingsRepository, EventLog
{
    /// Makes changes durable, in their order and in one transaction; says of each whether it was made or refused.
    ///
    /// What was made survives a crash from the moment the call returns. A change that is refused changes nothing, its
    /// log included, and does not keep the others from being made; one that throws undoes them all. Cancelling the
    /// caller neither stops nor undoes it.
    func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool]

    /// Ends all use of the store; later calls throw `failed`. Safe to call twice.
    func close() async
}

extension NightStore {
    /// Makes one change durable, and says whether it was made or refused.
    @discardableResult
    public func commit(_ change: StoreChange) async throws(StorageError) -> Bool {
        try await commit([change]).first ?? false
    }
}
