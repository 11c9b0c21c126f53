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
            notes.append(
                Note(
                    table: table.rawValue, number: (notes.map(\.number).min() ?? 0) - 1,
                    message: recovery.sentence(about: table)))
        }
        write(notes)
    }

    /// Removes a note.
    func remove(_ number: Int64) {
        write(read().filter { $0.number != number })
    }

    private func read() -> [Note] {
        guard let data = try? Data(contentsOf: URL(filePath: file)) else { return [] }
        return (try? JSONDecoder().decode([Note].self, from: data)) ?? []
    }

    /// A note that cannot be written is in the log all the same.
    private func write(_ notes: [Note]) {
        guard !notes.isEmpty else {
            unlink(file)
            return
        }
        try? JSONEncoder().encode(notes).write(to: URL(filePath: file), options: .atomic)
        chmod(file, 0o600)
    }
}
