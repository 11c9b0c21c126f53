// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import SleepModel
import Storage

/// What is stored but cannot be read, and how to remove it.
@MainActor
struct DamageService: DamageControl {
    let store: any NightStore
    let clock: any NightClock
    let queue: SerialQueue

    /// Everything that cannot be read.
    func damaged() async throws(ControlError) -> [DamagedRowDocument] {
        try await answering { try await DamagedRowDocument.all(in: store) }
    }

    /// Removes one of them for good.
    func removeDamaged(_ request: DamagedSelection) async throws(ControlError) -> DamagedRowDocument {
        try await arranging(in: queue) {
            let rows = try await store.quarantine()
            guard let row = rows.first(where: { $0.id == request.id }) else {
                throw ControlError(
                    .unknownSchedule, "Nothing that cannot be read is called “\(request.id.printable)”.",
                    advice: rows.isEmpty ? "Everything can be read." : "See `lull damaged list`.")
            }
            let words = DamageWords(row, names: try await store.names())
            guard row.isRemovable, !words.isDeviceInUse else {
                throw ControlError(
                    .invalidArgument, "\(row.id) cannot be removed by itself.", advice: words.advice)
            }
            let entry = LogEntry(
                at: clock.now().wall, device: row.device, kind: .daemon, schedule: row.schedule, name: words.subject,
                outcome: .removed, actor: .person)
            guard try await store.removeQuarantined(row.id, log: [entry]) else {
                throw ControlError(
                    .unknownSchedule, "\(row.id) is gone already, or can be read now.",
                    advice: "See `lull damaged list`.")
            }
            return DamagedRowDocument(words)
        }
    }
}

extension NightStore {
    /// What devices are called.
    func names() async throws(StorageError) -> [MacAddress: String] {
        Dictionary(try await devices().map { ($0.address, $0.name) }) { first, _ in first }
    }
}

extension DamagedRowDocument {
    /// Everything in a store that cannot be read.
    static func all(in store: any NightStore) async throws(StorageError) -> [DamagedRowDocument] {
        let rows = try await store.quarantine()
        guard !rows.isEmpty else { return [] }
        let names = try await store.names()
        return rows.map { DamagedRowDocument(DamageWords($0, names: names)) }
    }

    fileprivate init(_ words: DamageWords) {
        let row = words.row
        self.init(
            id: row.id, table: Table(row.table), kind: row.kind, schedule: row.schedule?.rawValue, name: words.name,
            device: words.device, subject: Route(schedule: row.schedule, of: row.kind, device: row.device),
            message: words.message, reason: row.error.message, advice: words.advice)
    }
}

extension DamagedRowDocument.Table {
    fileprivate init(_ table: QuarantinedRow.Table) {
        self =
            switch table {
            case .devices: .devices
            case .schedules: .schedules
            case .overrides: .overrides
            case .pauses: .pauses
            case .holidays: .holidays
            case .groups: .groups
            case .holds: .holds
            case .notices: .notices
            case .runs: .runs
            case .ledger: .ledger
            case .log: .log
            }
    }
}
