// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import Storage

/// Notes beside the state file about what a damaged one lacked; they stay until somebody has seen to them.
struct LossNotes {
    /// One table that may be incomplete.
    private struct Note: Codable {
        var table: String
        var number: Int64
        var message: String
    }

    private let file: String

    /// The notes beside the state file at `path`.
    init(path: String) {
        file = path + ".notes"
    }

    /// All notes, as rows with numbers below zero.
    func all() -> [QuarantinedRow] {
        read().compactMap { note in
            QuarantinedRow.Table(rawValue: note.table).map {
                QuarantinedRow(table: $0, number: note.number, error: StorageError(.corrupt, note.message))
            }
        }
    }

    /// Notes what a recovery could not read.
    func add(_ recovery: StateRecovery) {
        guard !recovery.incomplete.isEmpty else { return }
        var notes = read()
        for table in recovery.incomplete {
            let message = recovery.sentence(about: table)
            // A restore that is repeated because the process was killed finds its own notes.
            guard !notes.contains(where: { $0.table == table.rawValue && $0.message == message }) else { continue }
            notes.append(
                Note(table: table.rawValue, number: (notes.map(\.number).min() ?? 0) - 1, message: message))
        }
        // One that cannot be written does not stop anything: the log says the same.
        try? write(notes)
    }

    /// Removes a note, and says whether there was one.
    func remove(_ number: Int64) throws -> Bool {
        let notes = read()
        let others = notes.filter { $0.number != number }
        try write(others)
        return others.count < notes.count
    }

    private func read() -> [Note] {
        guard let data = try? Data(contentsOf: URL(filePath: file)) else { return [] }
        return (try? JSONDecoder().decode([Note].self, from: data)) ?? []
    }

    private func write(_ notes: [Note]) throws {
        guard !notes.isEmpty else {
            unlink(file)
            return
        }
        try JSONEncoder().encode(notes).write(to: URL(filePath: file), options: .atomic)
        chmod(file, 0o600)
        try DatabaseFile(path: file).flush()
    }
}
