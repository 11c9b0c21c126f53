// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import SleepModel
import Storage

/// What is stored and cannot be read, and the way to get rid of it.
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
            let document = DamagedRowDocument(row, names: try await store.names())
            guard row.isRemovable, !row.isDeviceInUse else {
                throw ControlError(
                    .invalidArgument, "\(document.id) cannot be removed by itself.", advice: document.advice)
            }
            let entry = LogEntry(
                at: clock.now().wall, device: row.device, kind: .daemon, schedule: row.schedule, name: document.subject,
                outcome: .removed, actor: .person)
            _ = try await store.removeQuarantined(row.id, log: [entry])
            return document
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
        return rows.map { DamagedRowDocument($0, names: names) }
    }

    /// Describes a row; `names` are those of devices.
    init(_ row: QuarantinedRow, names: [MacAddress: String]) {
        let subject = row.subject(names)
        self.init(
            id: row.id, table: row.table.rawValue, kind: row.kind, schedule: row.schedule?.rawValue, name: row.name,
            device: row.device.map { names[$0] ?? $0.rawValue }, message: row.meaning(of: subject),
            reason: row.error.message, advice: row.advice)
    }

    /// What it is, for example `the alarm “school” of nursery`.
    var subject: String {
        if id.contains(":-") { return "a notice about \(table)" }
        return message.firstRange(of: " cannot be read").map { String(message[..<$0.lowerBound]) } ?? id
    }
}

extension QuarantinedRow {
    /// Whether it is a device whose address can be read, so that it is used all the same.
    fileprivate var isDeviceInUse: Bool { table == .devices && device != nil }

    /// What it is, for example `The alarm “school” of nursery`.
    fileprivate func subject(_ names: [MacAddress: String]) -> String {
        let title = name.map { " “\($0)”" } ?? ""
        let place = device.map { " of \(names[$0] ?? $0.rawValue)" } ?? ""
        return switch table {
        case .devices: "The device\(title)"
        case .schedules: "The \(kind?.rawValue ?? "schedule")\(title)\(place)"
        case .overrides: "A changed date of the \(kind?.rawValue ?? "schedule")\(title)\(place)"
        case .pauses: "A pause\(place)"
        case .runs: "What the \(kind?.rawValue ?? "schedule")\(title)\(place) did last"
        case .ledger: "A past date of the \(kind?.rawValue ?? "schedule")\(title)\(place)"
        case .log: "A line of the log\(place)"
        }
    }

    /// What it means for whoever relies on it.
    fileprivate func meaning(of subject: String) -> String {
        guard !isNote else {
            return "The state file was damaged: some of the \(Self.plural(of: table)) may be missing or out of date."
        }
        let consequence =
            switch table {
            case .devices: isDeviceInUse ? "the rest of it is used" : "nothing runs on it"
            case .schedules: kind == .alarm ? "it does not ring" : "it does not run"
            case .overrides: "the usual time holds"
            case .pauses: "it holds nothing back"
            case .runs: "it does not go on"
            case .ledger, .log: "everything else is shown"
            }
        return "\(subject) cannot be read: \(consequence)."
    }

    private static func plural(of table: Table) -> String {
        switch table {
        case .devices: "devices"
        case .schedules: "schedules"
        case .overrides: "changed dates"
        case .pauses: "pauses"
        case .runs: "runs that had not ended"
        case .ledger: "past dates"
        case .log: "lines of the log"
        }
    }

    /// The way out.
    fileprivate var advice: String {
        let remove = "`lull damaged remove \(id)`"
        guard !isNote else { return "Check them, set up again what is missing, then end this notice with \(remove)." }
        return switch table {
        case .devices where isDeviceInUse:
            "Unpair it with `lull unpair`, which removes its schedules too, and pair it again."
        case .devices: "Pair it again under the same name, or remove it with \(remove)."
        case .schedules: "Set it up again under the same name, or remove it with \(remove)."
        case .overrides: "Change or skip the date again, and remove this with \(remove)."
        case .pauses: "Set it again with `lull pause`, and remove this with \(remove)."
        case .runs, .log: "Remove it with \(remove)."
        case .ledger: "Nothing needs to be done."
        }
    }
}
