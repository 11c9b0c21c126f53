// SPDX-License-Identifier: Apache-2.0

/// Where changes are made durable: all that those need who only write, such as the providers of schedules.
public protocol ChangeRepository: Sendable {
    /// Makes changes durable, in their order and in one transaction; says of each whether it was made or refused.
    ///
    /// A change that was made survives a crash from the moment the call returns. A refused change changes nothing, its
    /// log included, and does not stop the others; one that throws undoes them all. Cancelling the caller neither stops
    /// nor undoes the call.
    func commit(_ changes: [StoreChange]) async throws(StorageError) -> [Bool]
}

extension ChangeRepository {
    /// Makes one change durable, and says whether it was made or refused.
    @discardableResult
    public func commit(_ change: StoreChange) async throws(StorageError) -> Bool {
        try await commit([change]).first ?? false
    }
}
